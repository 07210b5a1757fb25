import type { MetricName } from '../core/score/metric.ts';
import type { Score } from '../core/score/score.ts';
import type { ScoreRecord, TrialFacts } from '../core/trial/trial.ts';

/** What a made-up trial is made of; a scenario `s1`, clean, first repeat, all right, unless said otherwise. */
export interface MadeTrial {
  readonly scenario?: string;
  readonly cluster?: string;
  readonly variant?: string;
  readonly plan?: string;
  readonly repeat?: number;
  readonly verdict?: ScoreRecord['verdict'];
  /** Metric values; `task.success` is 1 unless given. */
  readonly values?: Readonly<Partial<Record<MetricName, number | null>>>;
  readonly facts?: Partial<TrialFacts> | null;
  readonly faults?: ScoreRecord['faults'];
}

/** Makes one line of `scores.jsonl`. */
export function makeScoreRecord(trial: MadeTrial = {}): ScoreRecord {
  const { scenario = 's1', variant = 'a', plan = 'none', repeat = 1 } = trial;
  const values = { 'task.success': 1, ...trial.values };
  const success = values['task.success'];
  const failed = success !== null && success < 1;
  return {
    lane: { suite: 'made', scenario, variant, plan, repeat },
    cluster: trial.cluster ?? scenario,
    verdict: trial.verdict ?? (failed ? 'failed' : 'passed'),
    expectFail: null,
    scores: Object.fromEntries(
      Object.entries(values).map(([metric, value]) => [metric, toScore(value)]),
    ),
    facts: makeFacts(trial),
    faults: trial.faults ?? [],
  };
}

/** One trial a scenario: `s1`, `s2`, ... with these values of one metric. */
export function makeScoreRecords(
  metric: MetricName,
  values: readonly (number | null)[],
  trial: MadeTrial = {},
): readonly ScoreRecord[] {
  return values.map((value, index) =>
    makeScoreRecord({ ...trial, scenario: `s${index + 1}`, values: { [metric]: value } }),
  );
}

function toScore(value: number | null): Score {
  const losses =
    value === 1 || value === null
      ? []
      : [{ code: 'missing_call', event: null, text: '"look_up" was expected and not called' }];
  return { value, count: value ?? 0, of: value === null ? 0 : 1, losses };
}

/** A trial that was skipped has no facts unless the test gives some. */
function makeFacts({ facts, verdict }: MadeTrial): ScoreRecord['facts'] {
  if (facts === null || (verdict === 'skipped' && facts === undefined)) return null;
  return { stopReason: 'answered', turns: 1, confusion: [], argumentErrors: [], ...facts };
}
