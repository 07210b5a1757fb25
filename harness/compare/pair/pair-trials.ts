import { cleanPlan, type Lane } from '../../core/suite/lane.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import type { ComparedBy } from '../comparison.ts';
import { isByPlan } from './is-by-plan.ts';

/** The same attempt at the same scenario, on both sides. */
export interface TrialPair {
  /** See {@link toTrialKey}. */
  readonly key: string;
  readonly scenario: string;
  /** The candidate's, when plans are what is compared. */
  readonly plan: string;
  readonly repeat: number;
  readonly cluster: string;
  readonly baseline: ScoreRecord;
  readonly candidate: ScoreRecord;
}

/** What two sides have in common, and what they do not. */
export interface Pairing {
  /** Valid on both sides, by scenario, plan and repeat. */
  readonly pairs: readonly TrialPair[];
  readonly onlyBaseline: number;
  readonly onlyCandidate: number;
  /** There on both sides, and could not be measured on one of them. */
  readonly invalid: number;
  /** Scenarios of either side that are not skipped everywhere. */
  readonly scenarios: number;
  readonly pairedScenarios: number;
  readonly clustersPlanned: number;
  /** Lanes that a side has twice, so that it is not known which counts. */
  readonly doubled: readonly string[];
}

/**
 * Pairs the trials of two sides by scenario, plan and repeat. When plans are compared, each faulted trial of the
 * candidate is paired with the baseline's trial of the same scenario and repeat.
 */
export function pairTrials(
  baseline: readonly ScoreRecord[],
  candidate: readonly ScoreRecord[],
  by: ComparedBy,
): Pairing {
  const toBaselineKey = chooseKey(baseline, by);
  const left = indexRecords(baseline, toBaselineKey);
  const right = indexRecords(candidate, toTrialKey);
  const tally = { onlyBaseline: 0, onlyCandidate: 0, invalid: 0 };
  const pairs: TrialPair[] = [];
  const met = new Set<string>();
  for (const [key, record] of right.byKey) {
    const baselineKey = toBaselineKey(record.lane);
    const other = left.byKey.get(baselineKey);
    if (other !== undefined) met.add(baselineKey);
    if (other === undefined) tally.onlyCandidate += 1;
    else if (isValid(other) && isValid(record)) pairs.push(toPair(key, other, record));
    else tally.invalid += 1;
  }
  for (const key of left.byKey.keys()) if (!met.has(key)) tally.onlyBaseline += 1;
  const all = [...left.byKey.values(), ...right.byKey.values()];
  return {
    ...tally,
    pairs: pairs.toSorted(byPlace),
    scenarios: countDistinct(all.map((record) => record.lane.scenario)),
    pairedScenarios: countDistinct(pairs.map((pair) => pair.scenario)),
    clustersPlanned: countDistinct(all.map((record) => record.cluster)),
    doubled: [...left.doubled, ...right.doubled],
  };
}

/** What makes a trial the same on both sides: `scenario/plan/rN`. */
export function toTrialKey(lane: Pick<Lane, 'scenario' | 'plan' | 'repeat'>): string {
  return `${lane.scenario}/${lane.plan}/r${lane.repeat}`;
}

function chooseKey(baseline: readonly ScoreRecord[], by: ComparedBy): (lane: Lane) => string {
  if (!isByPlan(by)) return toTrialKey;
  const isClean = by === 'plan' || baseline.every(({ lane }) => lane.plan === cleanPlan);
  return isClean ? toPlainKey : toGoalKey;
}

/** Two attacks are compared by their goal: the plan without the attack's name. */
function toGoalKey({ scenario, plan, repeat }: Lane): string {
  return toTrialKey({ scenario, plan: plan.split('/').slice(1).join('/'), repeat });
}

function toPlainKey(lane: Lane): string {
  return `${lane.scenario}/r${lane.repeat}`;
}

/**
 * Skipped trials had no place to happen in: they are as if never planned. One that was only left out of a run's counts
 * has scores and is compared.
 */
function indexRecords(
  records: readonly ScoreRecord[],
  toKey: (lane: Lane) => string,
): { readonly byKey: ReadonlyMap<string, ScoreRecord>; readonly doubled: readonly string[] } {
  const byKey = new Map<string, ScoreRecord>();
  const doubled: string[] = [];
  for (const record of records) {
    if (record.verdict === 'skipped' && record.facts === null) continue;
    const key = toKey(record.lane);
    if (byKey.has(key)) doubled.push(key);
    else byKey.set(key, record);
  }
  return { byKey, doubled };
}

function isValid({ verdict, facts }: ScoreRecord): boolean {
  return verdict === 'passed' || verdict === 'failed' || (verdict === 'skipped' && facts !== null);
}

function toPair(key: string, baseline: ScoreRecord, candidate: ScoreRecord): TrialPair {
  const { scenario, plan, repeat } = candidate.lane;
  return { key, scenario, plan, repeat, cluster: baseline.cluster, baseline, candidate };
}

function byPlace(a: TrialPair, b: TrialPair): number {
  if (a.scenario !== b.scenario) return a.scenario < b.scenario ? -1 : 1;
  if (a.plan !== b.plan) return a.plan < b.plan ? -1 : 1;
  return a.repeat - b.repeat;
}

function countDistinct(names: readonly string[]): number {
  return new Set(names).size;
}
