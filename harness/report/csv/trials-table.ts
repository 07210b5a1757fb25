import { listMetrics, type MetricInfo } from '../../core/score/metric.ts';
import { toLaneId } from '../../core/suite/lane.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { listReasons } from '../open/list-reasons.ts';
import type { TrialResult } from '../open/trial-result.ts';
import { type Columns, createTable, type TrialTable } from './csv-table.ts';

const columns: Columns<TrialResult> = {
  lane: ({ trial }) => toLaneId(trial.lane),
  suite: ({ trial }) => trial.lane.suite,
  scenario: ({ trial }) => trial.lane.scenario,
  variant: ({ trial }) => trial.lane.variant,
  plan: ({ trial }) => trial.lane.plan,
  repeat: ({ trial }) => trial.lane.repeat,
  cluster: ({ trial }) => trial.cluster,
  verdict: ({ score }) => score.verdict,
  status: ({ trial }) => trial.outcome.status,
  stop_reason: ({ trial: { outcome } }) =>
    outcome.status === 'finished' ? outcome.stopReason : null,
  reasons: (result) => listReasons(result).join('\n'),
  expect_fail: ({ score }) => score.expectFail,
  tier: ({ trial }) => trial.tier,
  turns: ({ score }) => score.facts?.turns ?? null,
  calls: ({ trial }) => countCalls(trial.events),
  effects: ({ trial }) => trial.events.filter((event) => event.type === 'effect').length,
  faults_fired: ({ trial }) => trial.faults.filter((fault) => fault.fired > 0).length,
  faults_noticed: ({ trial }) => trial.faults.filter((fault) => fault.noticed).length,
  faults_handled: ({ trial }) => trial.faults.filter((fault) => fault.handled === true).length,
  duration_ms: ({ trial }) => trial.events.at(-1)?.atMs ?? null,
  final_text: ({ trial }) => findFinalText(trial.events),
};

/** `trials.csv`: one row per trial, with every metric that was scored; a run's own metrics come last. */
export function createTrialsTable(own: readonly MetricInfo[] = []): TrialTable {
  const metrics: Columns<TrialResult> = Object.fromEntries(
    listMetrics(own).map(({ metric }) => [
      metric,
      ({ score }: TrialResult): number | null => score.scores[metric]?.value ?? null,
    ]),
  );
  return createTable('trials.csv', { ...columns, ...metrics }, (result: TrialResult) => [result]);
}

function countCalls(events: readonly TranscriptEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'reply' ? event.calls.length : 0), 0);
}

function findFinalText(events: readonly TranscriptEvent[]): string | null {
  const end = events.findLast((event) => event.type === 'end');
  return end?.text ?? null;
}
