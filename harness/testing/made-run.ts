import type { RunManifest, RunSummary } from '../core/run.ts';
import type { Loss } from '../core/score/score.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import type { ScoreRecord, TrialOutcome, TrialRecord } from '../core/trial/trial.ts';
import { SummaryFold } from '../run/keep/summarise.ts';
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

/** The name and the parts of a made-up run, apart from its trials. */
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
  return {
    summary: sumUp(results, { suite, model, reasons: names.invalidReasons ?? [] }),
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

function sumUp(
  results: MadeRun['results'],
  names: {
    readonly suite: string;
    readonly model: string;
    readonly reasons: RunSummary['invalidReasons'];
  },
): RunSummary {
  const { suite, model, reasons } = names;
  const fold = new SummaryFold();
  for (const { trial, score } of results) fold.add(trial, score);
  for (const { code, text } of reasons) fold.refuse(code, text);
  const variants = [...new Set(results.map(({ trial }) => trial.lane.variant))];
  return fold.toSummary({
    suite,
    mode: 'replay',
    variants: variants.map((name) => ({ name, model, toolset: 'made@1', loop: 'reference' })),
    models: [{ name: model, nature: 'scripted', about: 'Made up for a test' }],
    manifestHash: '0'.repeat(64),
  });
}
