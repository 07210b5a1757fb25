import {
  compareTogether,
  draftComparison,
  type CompareOptions,
  type ComparisonDraft,
} from './compare-scores.ts';
import type { ComparedRecords } from './pair/compared-records.ts';
import type { Comparison } from './comparison.ts';
import { findDifferences } from './find/find-differences.ts';
import { toCanonicalJson } from '../json/canonical-json.ts';
import type { JsonValue } from '../json/json.ts';
import { UsageError } from '../core/usage-error.ts';
import type { ComparisonChoice, SideChoice } from './pair/choose-comparisons.ts';
import { isByPlan } from './pair/is-by-plan.ts';
import { readEvidence } from './pair/read-evidence.ts';

/** Makes one comparison: loads both sides, looks at their transcripts, judges. */
export async function compareRuns(
  choice: ComparisonChoice,
  options: RunCompareOptions = {},
): Promise<Comparison> {
  const [comparison] = await compareAllRuns([choice], options);
  if (comparison === undefined) throw new UsageError('Cannot compare nothing');
  return comparison;
}

/**
 * Makes all comparisons of one command; p is adjusted over all of them, so that many candidates do not raise more false
 * alarms.
 */
export async function compareAllRuns(
  choices: readonly ComparisonChoice[],
  options: RunCompareOptions = {},
): Promise<readonly Comparison[]> {
  const drafts: ComparisonDraft[] = [];
  for (const choice of choices) drafts.push(await draftRuns(choice, options));
  return compareTogether(drafts);
}

type RunCompareOptions = Omit<CompareOptions, 'by' | 'transcripts'>;

async function draftRuns(
  choice: ComparisonChoice,
  options: RunCompareOptions,
): Promise<ComparisonDraft> {
  const baseline = await loadSide(choice.baseline, choice);
  const candidate = await loadSide(choice.candidate, choice);
  if (choice.asked === true) assertDiffers(choice, { baseline, candidate });
  const transcripts = await readEvidence(choice, { baseline, candidate });
  return draftComparison(baseline, candidate, {
    ...options,
    by: choice.by,
    ...(transcripts === undefined ? {} : { transcripts }),
  });
}

/** An accepted baseline keeps neither prompt nor params, and of a loop the name. */
function assertDiffers(
  { baseline, candidate, by }: ComparisonChoice,
  sides: { readonly baseline: ComparedRecords; readonly candidate: ComparedRecords },
): void {
  if (by === 'variant' || isByPlan(by)) return;
  const [first, second] = [baseline, candidate].map(({ source, variant }) =>
    source.variants.find(({ name }) => name === variant),
  );
  if (first === undefined || second === undefined) return;
  const areWhole = baseline.source.trials !== null && candidate.source.trials !== null;
  const hasOtherTools =
    by === 'toolset' &&
    toCanonicalJson(toTools(sides.baseline)) !== toCanonicalJson(toTools(sides.candidate));
  const differs = areWhole
    ? findDifferences(first, second).includes(by)
    : by !== 'prompt' && by !== 'params' && first[by] !== second[by];
  if (differs || hasOtherTools) return;
  throw new UsageError(
    `Cannot compare by ${by}: "${baseline.variant}" of ${baseline.source.label} and "${candidate.variant}" of ${candidate.source.label} do not differ in it. Leave --by out to compare the runs as they are`,
  );
}

function toTools({ tools }: ComparedRecords): JsonValue {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
}

async function loadSide(side: SideChoice, choice: ComparisonChoice): Promise<ComparedRecords> {
  const loaded = await side.source.load(side.variant);
  const { plans } = side;
  const records =
    plans === null
      ? loaded.records
      : loaded.records.filter((record) => matchesPlans(record.lane.plan, plans));
  if (plans !== null && records.length === 0) refuseUnknownPlan(plans, loaded, side);
  return { ...loaded, records, side: { ...loaded.side, name: toName(side, choice) } };
}

/** A preset may have found no place to strike; any other word is a plan by its name. */
function refuseUnknownPlan(
  plans: readonly string[],
  { records }: ComparedRecords,
  { source }: SideChoice,
): void {
  const [word = ''] = plans;
  if (word === '*' || records.length === 0 || /^(?:standard|full|chaos-[0-9]+)$/u.test(word)) {
    return;
  }
  const known = [...new Set(records.map(({ lane }) => lane.plan))].toSorted();
  const more = known.length > 12 ? ` and ${known.length - 12} more` : '';
  throw new UsageError(
    `Cannot compare plan "${word}": ${source.label} has ${known.slice(0, 12).join(', ')}${more}`,
  );
}

/** A word is a plan, or a preset that means all of its plans; `*` matches all, `!word` excludes. */
function matchesPlans(plan: string, words: readonly string[]): boolean {
  const matches = (word: string): boolean =>
    word === '*' || plan === word || plan.startsWith(`${word}.`) || plan.startsWith(`${word}/`);
  return (
    words.some((word) => !word.startsWith('!') && matches(word)) &&
    !words.some((word) => word.startsWith('!') && matches(word.slice(1)))
  );
}

/** Names the difference of the two sides: the source, where there are two; the plans, where they are compared. */
function toName(side: SideChoice, { baseline, candidate, by }: ComparisonChoice): string {
  if (isByPlan(by)) {
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
