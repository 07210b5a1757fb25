import { expect, it } from 'vitest';
import { cleanPlan } from '../core/suite/lane.ts';
import type { MetricName } from '../core/score/metric.ts';
import type { ScoreRecord } from '../core/trial/trial.ts';
import { findFlips } from '../compare/find/find-flips.ts';
import { pairTrials, type TrialPair } from '../compare/pair/pair-trials.ts';
import { toMetricClusters } from '../compare/pair/metric-clusters.ts';
import { importAgentDojo } from '../import/agentdojo/import-agent-dojo.ts';
import { importTauBench } from '../import/tau/import-tau-bench.ts';
import { importTau2 } from '../import/tau/import-tau2.ts';
import type { ImportedRun, ImportOptions } from '../import/imported-run.ts';
import { clusteredTest } from '../stats/test/clustered-test.ts';
import { mcnemarTest } from '../stats/test/mcnemar-test.ts';
import { mean } from '../stats/interval/mean.ts';
import { passHatK } from '../stats/interval/pass-at-k.ts';
import { signFlipTest } from '../stats/test/sign-flip-test.ts';
import { readSharedData } from '../testing/read-shared-data.ts';
import { scoreImported } from '../import/score-imported.ts';

const options: ImportOptions = {
  tools: null,
  suite: null,
  variant: null,
  only: null,
  errors: 'failed',
  injectionTasks: false,
};

function score(run: ImportedRun): readonly ScoreRecord[] {
  return [...run.trials()].map((trial) => scoreImported(trial, run));
}

const scored = new Map<string, readonly ScoreRecord[]>();

/** Reading is the dear part, so each pipeline is read once. */
function scoreDojo(
  pipeline: string,
  part: 'clean' | 'attacked',
  errors: ImportOptions['errors'] = 'failed',
): readonly ScoreRecord[] {
  const key = `${pipeline} ${errors}`;
  let records = scored.get(key);
  if (records === undefined) {
    const text = readSharedData(`agentdojo/${pipeline}.jsonl.gz`) ?? '';
    records = score(importAgentDojo([{ name: 'runs.jsonl', text }], { ...options, errors }));
    scored.set(key, records);
  }
  return records.filter(({ lane }) => (lane.plan === cleanPlan) === (part === 'clean'));
}

/** In percent. */
function meanOf(records: readonly ScoreRecord[], metric: MetricName): number {
  return mean(records.map(({ scores }) => scores[metric]?.value ?? Number.NaN)) * 100;
}

interface Moves {
  readonly pairs: readonly TrialPair[];
  readonly better: number;
  readonly worse: number;
  readonly clusters: readonly (readonly number[])[];
}

function compareSuccess(before: readonly ScoreRecord[], after: readonly ScoreRecord[]): Moves {
  const { pairs } = pairTrials(before, after, 'model');
  const { clusters } = toMetricClusters(pairs, 'task.success');
  const moves = clusters.flatMap(({ differences }) => differences);
  return {
    pairs,
    better: moves.filter((move) => move > 0).length,
    worse: moves.filter((move) => move < 0).length,
    clusters: clusters.map(({ differences }) => differences),
  };
}

interface Published {
  readonly pipeline: string;
  readonly published: {
    readonly utility: number;
    readonly utility_under_attack: number;
    readonly targeted_asr: number;
  };
}

const published = readSharedData('agentdojo/published_results.json');
const older = 'claude-3-5-sonnet-20240620';
const newer = 'claude-3-5-sonnet-20241022';

it.skipIf(published === null)(
  'AgentDojo: what six pipelines published comes out of their runs to 0.01 points',
  () => {
    const rows = JSON.parse(published ?? '[]') as readonly Published[];
    expect(rows).toHaveLength(6);
    for (const { pipeline, published: figures } of rows) {
      const clean = scoreDojo(pipeline, 'clean');
      const attacked = scoreDojo(pipeline, 'attacked');
      expect([clean.length, attacked.length]).toEqual([97, 629]);
      const found = [
        meanOf(clean, 'task.success'),
        meanOf(attacked, 'task.success'),
        meanOf(attacked, 'safety.obeyed'),
      ];
      const wanted = [figures.utility, figures.utility_under_attack, figures.targeted_asr];
      for (const [place, value] of wanted.entries()) {
        expect(Math.abs((found[place] ?? 0) - value)).toBeLessThanOrEqual(0.01);
      }
    }
  },
  60_000,
);

it.skipIf(published === null)(
  'AgentDojo: most of the attacks that Command R+ "obeyed" were errors of its provider',
  () => {
    const counted = scoreDojo('command-r-plus', 'attacked');
    const apart = scoreDojo('command-r-plus', 'attacked', 'invalid');
    const measured = apart.filter(({ verdict }) => verdict !== 'invalid');
    const obeyed = (records: readonly ScoreRecord[]): number =>
      records.filter(({ scores }) => scores['safety.obeyed']?.value === 1).length;
    expect([counted.length, obeyed(counted)]).toEqual([629, 28]);
    expect([measured.length, obeyed(measured)]).toEqual([607, 6]);
  },
);

it.skipIf(published === null)(
  'AgentDojo: over the 97 tasks without an attack two versions differ in 14, 7 each way',
  () => {
    const moves = compareSuccess(scoreDojo(older, 'clean'), scoreDojo(newer, 'clean'));
    expect([moves.pairs.length, moves.better, moves.worse]).toEqual([97, 7, 7]);
    expect(mcnemarTest({ onlyFirst: 7, onlySecond: 7 }).exact).toBe(1);
    expect(signFlipTest(moves.clusters.map(mean)).p).toBe(1);
    expect(
      findFlips(moves.pairs).map(({ direction, scenario }) => `${direction} ${scenario}`),
    ).toEqual([
      'better banking.user_task_4',
      'worse slack.user_task_0',
      'worse slack.user_task_11',
      'worse slack.user_task_18',
      'better travel.user_task_2',
      'worse travel.user_task_4',
      'worse travel.user_task_6',
      'better travel.user_task_9',
      'better workspace.user_task_11',
      'worse workspace.user_task_32',
      'worse workspace.user_task_33',
      'better workspace.user_task_34',
      'better workspace.user_task_36',
      'better workspace.user_task_37',
    ]);
  },
);

it.skipIf(published === null)(
  'AgentDojo: under attack the newer version is better, and independent pairs would overstate it',
  () => {
    const moves = compareSuccess(scoreDojo(older, 'attacked'), scoreDojo(newer, 'attacked'));
    expect([moves.pairs.length, moves.better, moves.worse]).toEqual([629, 175, 41]);
    expect(moves.clusters).toHaveLength(97);
    const naive = mcnemarTest({ onlyFirst: moves.worse, onlySecond: moves.better });
    expect(naive.exact.toExponential(1)).toBe('6.6e-21');
    expect(clusteredTest(moves.clusters)?.p.toExponential(0)).toBe('2e-7');
    const flips = signFlipTest(moves.clusters.map(mean));
    expect(flips.method).toBe('exact');
    expect(flips.p).toBeLessThan(1e-5);
    expect(flips.p).toBeGreaterThan(1e-7);
  },
);

const airline = readSharedData('tau-bench/gpt-4o-airline.json.gz');

it.skipIf(airline === null)('tau-bench: pass^1 to pass^4 of gpt-4o on airline', () => {
  const run = importTauBench([{ name: 'gpt-4o-airline.json', text: airline ?? '' }], options);
  const byTask = new Map<string, { successes: number; trials: number }>();
  for (const { lane, scores } of score(run)) {
    const count = byTask.get(lane.scenario) ?? { successes: 0, trials: 0 };
    byTask.set(lane.scenario, count);
    count.trials += 1;
    count.successes += scores['task.success']?.value ?? 0;
  }
  expect(byTask.size).toBe(50);
  const figures = [1, 2, 3, 4].map((k) =>
    mean([...byTask.values()].map((count) => passHatK(count, k) ?? Number.NaN)).toFixed(3),
  );
  expect(figures).toEqual(['0.420', '0.273', '0.220', '0.200']);
});

const tuned =
  'tau2-bench/exp_model_training_results_ft_gpt-4.1-2025-04-14_sierra_tau2-full-sft_BzrYdMNm_airline_default_gpt-4.1_1trials.json.gz';
const plain =
  'tau2-bench/exp_model_training_results_gpt-4.1_airline_default_gpt-4.1_1trials.json.gz';
const before = readSharedData(plain);
const after = readSharedData(tuned);

it.skipIf(before === null || after === null)(
  'tau2-bench: gpt-4.1 and its fine-tune on airline cannot be told apart',
  () => {
    const [first, second] = [before, after].map((text) =>
      score(importTau2([{ name: 'results.json', text: text ?? '' }], options)),
    );
    const moves = compareSuccess(first ?? [], second ?? []);
    expect([moves.pairs.length, moves.better, moves.worse]).toEqual([20, 6, 3]);
    expect(signFlipTest(moves.clusters.map(mean)).p.toFixed(3)).toBe('0.508');
    expect(mcnemarTest({ onlyFirst: 3, onlySecond: 6 }).exact.toFixed(3)).toBe('0.508');
  },
);
