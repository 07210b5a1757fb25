import { findFlips } from '../find/find-flips.ts';
import { findDivergence } from '../find/find-divergence.ts';
import type { Divergence } from '../comparison.ts';
import type { TranscriptEvidence } from '../compare-scores.ts';
import { findSame } from '../find/find-same.ts';
import { pairTrials, toTrialKey, type TrialPair } from './pair-trials.ts';
import type { ComparedRecords } from './compared-records.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { ComparisonChoice, SideChoice } from './choose-comparisons.ts';
import { digestTranscript } from './digest-transcript.ts';

/** Transcripts are held for at most so many flips; the others say only that they flipped. */
const mostDivergences = 500;

/**
 * Reads the transcripts of both sides, one by one: which pairs are the same, and where those that flipped diverge.
 *
 * @returns `undefined` when a side kept nothing of its transcripts; an accepted baseline keeps digests.
 */
export async function readEvidence(
  choice: ComparisonChoice,
  sides: { readonly baseline: ComparedRecords; readonly candidate: ComparedRecords },
): Promise<TranscriptEvidence | undefined> {
  const { pairs } = pairTrials(sides.baseline.records, sides.candidate.records, choice.by);
  const shown = toShown(pairs);
  const toBaselineKey = (pair: TrialPair): string => toTrialKey(pair.baseline.lane);
  const before = await readSide(choice.baseline, new Set(shown.map(toBaselineKey)));
  const after = await readSide(choice.candidate, new Set(shown.map((pair) => pair.key)));
  if (before === null || after === null) return undefined;
  const divergences = new Map<string, Divergence>();
  for (const pair of shown) {
    const [mine, other] = [before.events.get(toBaselineKey(pair)), after.events.get(pair.key)];
    if (mine === undefined || other === undefined) continue;
    const divergence = findDivergence(mine, other);
    if (divergence !== null) divergences.set(pair.key, divergence);
  }
  return { same: findSame(pairs, before.digests, after.digests), divergences };
}

/** The pairs that show how a scenario flipped, one a flip. */
function toShown(pairs: readonly TrialPair[]): readonly TrialPair[] {
  const wanted = new Set(
    findFlips(pairs)
      .slice(0, mostDivergences)
      .map((flip) => `${flip.scenario}/${flip.plan}/r${flip.repeat ?? 1}`),
  );
  return pairs.filter((pair) => wanted.has(pair.key));
}

interface SideEvidence {
  readonly digests: ReadonlyMap<string, string>;
  readonly events: ReadonlyMap<string, readonly TranscriptEvent[]>;
}

async function readSide(
  { source, variant }: SideChoice,
  wanted: ReadonlySet<string>,
): Promise<SideEvidence | null> {
  if (source.trials === null) {
    const { transcripts } = await source.load(variant);
    return transcripts === undefined ? null : { digests: transcripts, events: new Map() };
  }
  const digests = new Map<string, string>();
  const events = new Map<string, readonly TranscriptEvent[]>();
  for await (const trial of source.trials(variant)) {
    const key = toTrialKey(trial.lane);
    const digest = digestTranscript(trial);
    if (digest !== null) digests.set(key, digest);
    if (wanted.has(key)) events.set(key, trial.events);
  }
  return { digests, events };
}
