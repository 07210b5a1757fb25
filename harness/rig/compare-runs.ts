import { compareScores, type CompareOptions } from '../compare/compare-scores.ts';
import type { ComparedRecords } from '../compare/compared-records.ts';
import type { Comparison } from '../compare/comparison.ts';
import type { ComparisonChoice, SideChoice } from './choose-comparisons.ts';
import { readEvidence } from './read-evidence.ts';

/** Makes one comparison: loads both sides, looks at their transcripts, judges. */
export async function compareRuns(
  choice: ComparisonChoice,
  options: Omit<CompareOptions, 'by' | 'transcripts'> = {},
): Promise<Comparison> {
  const baseline = await loadSide(choice.baseline, choice);
  const candidate = await loadSide(choice.candidate, choice);
  const transcripts = await readEvidence(choice, { baseline, candidate });
  return compareScores(baseline, candidate, {
    ...options,
    by: choice.by,
    ...(transcripts === undefined ? {} : { transcripts }),
  });
}

async function loadSide(side: SideChoice, choice: ComparisonChoice): Promise<ComparedRecords> {
  const loaded = await side.source.load(side.variant);
  const { plans } = side;
  const records =
    plans === null
      ? loaded.records
      : loaded.records.filter((record) => matchesPlans(record.lane.plan, plans));
  return { ...loaded, records, side: { ...loaded.side, name: toName(side, choice) } };
}

/** A word is a plan, or a preset that stands for all of its plans; `*` is any, `!word` takes away. */
function matchesPlans(plan: string, words: readonly string[]): boolean {
  const matches = (word: string): boolean =>
    word === '*' || plan === word || plan.startsWith(`${word}/`);
  return (
    words.some((word) => !word.startsWith('!') && matches(word)) &&
    !words.some((word) => word.startsWith('!') && matches(word.slice(1)))
  );
}

/** Says what tells the two sides apart: the source, where there are two; the plans, where they are compared. */
function toName(side: SideChoice, { baseline, candidate, by }: ComparisonChoice): string {
  if (by === 'plan') {
    const plans = side.plans?.filter((word) => !word.startsWith('!')).map(toPlanName) ?? [];
    return `${side.variant} under ${plans.join(', ')}`;
  }
  return baseline.source === candidate.source
    ? side.variant
    : `${side.variant} (${side.source.label})`;
}

function toPlanName(word: string): string {
  if (word === 'none') return 'no faults';
  return word === '*' ? 'all faults' : word;
}
