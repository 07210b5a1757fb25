import { createHash } from 'node:crypto';

import { findFlips } from '../compare/find-flips.ts';
import { findParting } from '../compare/find-parting.ts';
import type { Parting } from '../compare/comparison.ts';
import type { TranscriptEvidence } from '../compare/compare-scores.ts';
import { pairTrials, toTrialKey, type TrialPair } from '../compare/pair-trials.ts';
import { toComparableEvent } from '../compare/to-comparable-event.ts';
import type { ComparedRecords } from '../compare/compared-records.ts';
import type { TranscriptEvent } from '../core/transcript.ts';
import type { TrialRecord } from '../core/trial.ts';
import type { ComparisonChoice, SideChoice } from './choose-comparisons.ts';

/** Transcripts are held for at most so many flips; the others say only that they flipped. */
const mostPartings = 500;

/**
 * Reads the transcripts of both sides, one by one: which pairs are the same, and where those that flipped part.
 *
 * @returns `undefined` when a side kept no transcripts.
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
  const partings = new Map<string, Parting>();
  for (const pair of shown) {
    const parting = findParting(
      before.events.get(toBaselineKey(pair)) ?? [],
      after.events.get(pair.key) ?? [],
    );
    if (parting !== null) partings.set(pair.key, parting);
  }
  const same = pairs.filter((pair) => {
    const digest = after.digests.get(pair.key);
    return digest !== undefined && digest === before.digests.get(toBaselineKey(pair));
  });
  return { same: new Set(same.map((pair) => pair.key)), partings };
}

/** The pairs that show how a scenario flipped, one a flip. */
function toShown(pairs: readonly TrialPair[]): readonly TrialPair[] {
  const wanted = new Set(
    findFlips(pairs)
      .slice(0, mostPartings)
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
  if (source.trials === null) return null;
  const digests = new Map<string, string>();
  const events = new Map<string, readonly TranscriptEvent[]>();
  for await (const trial of source.trials()) {
    if (trial.lane.variant !== variant) continue;
    const key = toTrialKey(trial.lane);
    digests.set(key, toDigest(trial));
    if (wanted.has(key)) events.set(key, trial.events);
  }
  return { digests, events };
}

function toDigest({ events }: TrialRecord): string {
  const hash = createHash('sha256');
  for (const event of events) hash.update(toComparableEvent(event)).update('\n');
  return hash.digest('base64');
}
