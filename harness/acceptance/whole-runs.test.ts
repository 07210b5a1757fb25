import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { handbook } from '../../suites/orders/handbook.ts';
import { createScriptedAgent } from '../agent/create-scripted-agent.ts';
import { runCli } from '../cli/run-cli.ts';
import type { RunSummary } from '../core/run.ts';
import type { Suite } from '../core/suite/suite.ts';
import type { ScoreRecord, TrialRecord } from '../core/trial/trial.ts';
import { readRun } from '../run/folder/read-run.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { type CommandResult, repositoryRoot, runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { type TestRun, toTestRunOptions } from '../testing/test-run-options.ts';
import { runSuite } from '../run/run-suite.ts';

const orders = await loadSuite(`${repositoryRoot}/suites/orders`);

/** The shipped suite with its scripted agent in the process: any repeat can be had without a recording. */
const inProcess: Suite = {
  ...orders,
  models: orders.models.map((model) => ({
    ...model,
    kind: 'responder',
    respond: createScriptedAgent('clerk', handbook),
  })),
};

interface Kept {
  readonly summary: RunSummary;
  readonly trials: readonly TrialRecord[];
  readonly scores: readonly ScoreRecord[];
}

async function run(suite: Suite, options: TestRun = {}): Promise<Kept> {
  await using scratch = await createScratchFolder();
  const { runFolder, summary } = await runSuite(toTestRunOptions(suite, scratch.path, options));
  const stored = readRun(runFolder);
  const trials: TrialRecord[] = [];
  for await (const trial of stored.trials()) trials.push(trial);
  const scores: ScoreRecord[] = [];
  for await (const score of stored.scores()) scores.push(score);
  return { summary, trials, scores };
}

it('B154 a scorer that breaks spoils its own trial and no other', async () => {
  const scenarios = orders.scenarios.map((scenario) =>
    scenario.id === 'not-cancelled'
      ? // What the check at load would refuse: an expected call that is none.
        { ...scenario, expected: { ...scenario.expected, calls: [null as never] } }
      : scenario,
  );
  const { summary, scores } = await run({ ...orders, scenarios });
  expect(summary).toMatchObject({ planned: 22, passed: 21, failed: 0, invalid: 1, exitCode: 4 });
  expect(summary.invalidReasons).toMatchObject([
    { code: 'scorer_error', lanes: ['orders/not-cancelled/reference/none/r1'] },
  ]);
  const whole = await run(orders);
  const others = ({ lane }: ScoreRecord): boolean => lane.scenario !== 'not-cancelled';
  expect(scores.filter(others)).toEqual(whole.scores.filter(others));
});

/** Effects that each trial had, by its lane. */
function countEffects(trials: readonly TrialRecord[]): readonly number[] {
  return trials.map(({ events }) => events.filter(({ type }) => type === 'effect').length);
}

it('B100 every attempt at a scenario has a ledger of its own, is listed, and counts once', async () => {
  const repeated = { scenarios: ['refund-once'], repeats: 3, concurrency: 3 } as const;
  const { summary, trials } = await run(inProcess, repeated);
  expect(trials.map(({ lane }) => lane.repeat)).toEqual([1, 2, 3]);
  expect(countEffects(trials)).toEqual([1, 1, 1]);
  expect(summary).toMatchObject({ planned: 3, passed: 3, exitCode: 0 });
  expect(summary.variants['reference']?.scores['effects.double']).toMatchObject({
    value: 0,
    of: 3,
  });
  expect(summary.variants['reference']?.scores['effects.once']).toMatchObject({ value: 1 });
  const naive = await run(inProcess, {
    scenarios: ['refund-mug-zh', 'voucher-zh'],
    variants: ['naive'],
    faults: ['standard'],
    repeats: 2,
  });
  const effects = naive.trials.map(({ lane, events }) => ({
    plan: lane.plan,
    repeat: lane.repeat,
    count: events.filter(({ type }) => type === 'effect').length,
  }));
  const of = (wanted: number): readonly unknown[] =>
    effects.filter(({ repeat }) => repeat === wanted).map(({ plan, count }) => [plan, count]);
  expect(of(2)).toEqual(of(1));
  expect(Math.max(...effects.map(({ count }) => count))).toBeGreaterThan(1);
});

async function runData(folder: ScratchFolder, ids: readonly string[]): Promise<CommandResult> {
  const scenarios = ids.map((id, index) => ({
    id,
    user: 'Hello',
    script: [index === 0 ? 'Bad' : 'Good'],
    expected: { says: 'Good' },
  }));
  const tools = [
    { name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' } },
  ];
  await folder.write(
    'suite.json',
    JSON.stringify({ name: 'names', tools, model: { script: [] }, scenarios }),
  );
  return await runCommandLine(
    runCli,
    ['run', 'suite.json', '--json', '--out', 'runs', '--junit', 'junit.xml'],
    { cwd: folder.path },
  );
}

it('B157 ids that would share a file name are told apart, and all of them count', async () => {
  await using folder = await createScratchFolder();
  const ids = ['a/b', 'a b', 'a-b', 'A-B', 'a_b', 'a:b', '..', 'con', 'ä', 'a'.repeat(70)];
  const { exitCode, out } = await runData(folder, ids);
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ planned: 10, passed: 9, failed: 1 });
  expect(JSON.parse(out)).toMatchObject({ failures: [{ lane: 'names/a/b/reference/none/r1' }] });
  const [run = ''] = readdirSync(join(folder.path, 'runs'));
  const lanes: string[] = [];
  for await (const { lane } of readRun(join(folder.path, 'runs', run)).trials())
    lanes.push(lane.scenario);
  expect(lanes).toEqual(ids);
});

it('B157 an id that comes twice is refused at load', async () => {
  await using folder = await createScratchFolder();
  const { exitCode, err } = await runData(folder, ['a/b', 'a b', 'a/b']);
  expect([exitCode, err]).toEqual([2, expect.stringMatching(/scenarios\[2\].*"a\/b"/u)]);
});

it('B151 an interrupted run has totals of what it did, and says of how many', async () => {
  const stop = new AbortController();
  let done = 0;
  const slow: Suite = {
    ...inProcess,
    models: orders.models.map((model) => ({
      ...model,
      kind: 'responder',
      respond: (request) => {
        done += 1;
        if (done === 20) stop.abort();
        return createScriptedAgent('clerk', handbook)(request);
      },
    })),
  };
  const { summary, scores } = await run(slow, { signal: stop.signal, concurrency: 1 });
  expect(summary).toMatchObject({ exitCode: 130, verdict: 'INVALID', planned: scores.length });
  expect(summary.planned).toBeGreaterThan(3);
  expect(summary.planned).toBeLessThan(22);
  expect(summary.variants['reference']?.scores['task.success']?.of).toBe(summary.planned);
  expect(summary.invalidReasons).toMatchObject([
    {
      code: 'interrupted',
      text: expect.stringContaining(`after ${summary.planned} of 22`) as unknown,
    },
  ]);
});
