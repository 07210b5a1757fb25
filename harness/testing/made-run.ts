import type { FaultRecord } from '../core/suite/fault.ts';
import { metricNames } from '../core/score/metric.ts';
import type { RunManifest, RunSummary, VariantSummary } from '../core/run.ts';
import type { Loss, MetricSummary } from '../core/score/score.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import type { ScoreRecord, TrialOutcome, TrialRecord } from '../core/trial/trial.ts';
import { makeScoreRecord, type MadeTrial } from './score-records.ts';

/** A trial of a made-up run. */
export interface MadeRunTrial extends MadeTrial {
  readonly events?: readonly TranscriptEvent[];
  readonly outcome?: TrialOutcome;
  /** Why `task.success` was lost. */
  readonly losses?: readonly Loss[];
}

/** A run as its folder holds it. */
export interface MadeRun {
  readonly summary: RunSummary;
  readonly manifest: RunManifest;
  readonly results: readonly { readonly trial: TrialRecord; readonly score: ScoreRecord }[];
}

/** What a made-up run is called and made of, apart from its trials. */
export interface MadeRunNames {
  readonly suite?: string;
  readonly model?: string;
  /** What the user says in each scenario. */
  readonly turns?: Readonly<Record<string, readonly string[]>>;
  readonly invalidReasons?: RunSummary['invalidReasons'];
}

/** Makes a run of these trials; counts and means follow from them. */
export function makeRun(trials: readonly MadeRunTrial[], names: MadeRunNames = {}): MadeRun {
  const { suite = 'made', model = 'puppet', turns = {} } = names;
  const results = trials.map((made) => makeResult(made, suite));
  const scores = results.map(({ score }) => score);
  const variants = [...new Set(scores.map(({ lane }) => lane.variant))];
  const reasons = names.invalidReasons ?? [];
  const counts = countVerdicts(scores);
  const isInvalid = reasons.length > 0 || counts.invalid > 0;
  return {
    summary: {
      schemaVersion: 1,
      suite,
      mode: 'replay',
      ...counts,
      verdict: isInvalid ? 'INVALID' : counts.failed > 0 ? 'FAIL' : 'PASS',
      exitCode: isInvalid ? 4 : counts.failed > 0 ? 1 : 0,
      faults: countFaults(scores.flatMap(({ faults }) => faults)),
      faultKinds: Object.fromEntries(
        [...new Set(scores.flatMap(({ faults }) => faults.map(({ kind }) => kind)))].map((kind) => [
          kind,
          countFaults(scores.flatMap(({ faults }) => faults.filter((own) => own.kind === kind))),
        ]),
      ),
      variants: Object.fromEntries(
        variants.map((name) => [
          name,
          toVariant(
            scores.filter(({ lane }) => lane.variant === name),
            model,
          ),
        ]),
      ),
      invalidReasons: reasons,
      skips: [],
      failures: [],
      manifestHash: '0'.repeat(64),
    },
    manifest: {
      schemaVersion: 1,
      selection: {
        suite: `suites/${suite}`,
        variants,
        faults: ['standard'],
        repeats: 1,
        seed: 'x',
      },
      content: {
        scenarios: [...new Set(scores.map(({ lane }) => lane.scenario))].map((id) => ({
          id,
          about: null,
          turns: turns[id] ?? [],
        })),
      },
      environment: { startedAt: '2026-01-01T00:00:00.000Z' },
    },
    results,
  };
}

function makeResult(made: MadeRunTrial, suite: string): MadeRun['results'][number] {
  const plain = makeScoreRecord(made);
  const lane = { ...plain.lane, suite };
  const success = plain.scores['task.success'];
  const scores =
    made.losses === undefined || success === undefined
      ? plain.scores
      : { ...plain.scores, 'task.success': { ...success, losses: made.losses } };
  const outcome = made.outcome ?? { status: 'finished', stopReason: 'answered' };
  const isScored = outcome.status === 'finished';
  return {
    trial: {
      lane,
      cluster: plain.cluster,
      outcome,
      tier: 'exact',
      faults: plain.faults,
      events: made.events ?? [],
    },
    score: isScored
      ? { ...plain, lane, scores }
      : { ...plain, lane, verdict: outcome.status, scores: {}, facts: null },
  };
}

function countVerdicts(
  scores: readonly ScoreRecord[],
): Pick<RunSummary, 'planned' | 'passed' | 'failed' | 'invalid' | 'skipped'> {
  const count = (verdict: ScoreRecord['verdict']): number =>
    scores.filter((score) => score.verdict === verdict).length;
  return {
    planned: scores.length,
    passed: count('passed'),
    failed: count('failed'),
    invalid: count('invalid'),
    skipped: count('skipped'),
  };
}

function countFaults(faults: readonly FaultRecord[]): RunSummary['faults'] {
  const fired = faults.filter((fault) => fault.fired > 0);
  return {
    planned: faults.length,
    fired: fired.length,
    noticed: fired.filter((fault) => fault.noticed).length,
    handled: fired.filter((fault) => fault.handled === true).length,
    unreachable: faults.length - fired.length,
  };
}

function toVariant(scores: readonly ScoreRecord[], model: string): VariantSummary {
  const metrics = metricNames.flatMap((name): (readonly [string, MetricSummary])[] => {
    const own = scores.flatMap((score) => score.scores[name] ?? []);
    const values = own.flatMap(({ value }) => value ?? []);
    if (own.length === 0) return [];
    const sum = values.reduce((total, value) => total + value, 0);
    return [
      [
        name,
        {
          value: values.length === 0 ? null : sum / values.length,
          count: sum,
          of: values.length,
          unmeasured: own.length - values.length,
        },
      ],
    ];
  });
  return {
    model,
    nature: 'scripted',
    about: 'Made up for a test',
    toolset: 'made@1',
    loop: 'reference',
    ...countVerdicts(scores),
    scores: Object.fromEntries(metrics),
  };
}
