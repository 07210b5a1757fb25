import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { RunSummary } from '../core/run.ts';
import type { ScoreRecord, TrialRecord } from '../core/trial/trial.ts';
import { readRun } from '../run/folder/read-run.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';
import { runSuite } from '../run/run-suite.ts';

interface Ran {
  readonly summary: RunSummary;
  readonly trials: readonly TrialRecord[];
  readonly scores: readonly ScoreRecord[];
}

/** Runs a data suite with scripted models under presets. */
async function run(suite: object, faults: readonly string[]): Promise<Ran> {
  await using scratch = await createScratchFolder();
  await scratch.write('own.json', JSON.stringify({ name: 'own', ...suite }));
  const loaded = await loadSuite(join(scratch.path, 'own.json'));
  const { summary, runFolder } = await runSuite(toTestRunOptions(loaded, scratch.path, { faults }));
  const trials: TrialRecord[] = [];
  for await (const trial of readRun(runFolder).trials()) trials.push(trial);
  const scores: ScoreRecord[] = [];
  for await (const score of readRun(runFolder).scores()) scores.push(score);
  return { summary, trials, scores };
}

const open = { type: 'object', properties: { id: { type: 'string' }, n: { type: 'integer' } } };
const closed = { ...open, required: ['id'], additionalProperties: false };
const nothing = { type: 'object', properties: {}, additionalProperties: false };
const say = (name: string, args: string): object => ({ calls: [{ name, arguments: args }] });

const look = {
  name: 'look',
  description: 'Looks',
  effect: 'read',
  parameters: open,
  results: [{ give: { state: 'open' } }],
};
const pay = {
  name: 'pay',
  description: 'Pays',
  effect: 'irreversible',
  parameters: closed,
  effects: { key: ['id'] },
};
const ping = {
  name: 'ping',
  description: 'Asks',
  effect: 'read',
  parameters: nothing,
  results: [{ give: null }],
};

const readThenPay = {
  tools: [look, pay],
  scenarios: [
    {
      id: 'two',
      user: 'Pay A1',
      expected: { calls: ['look', 'pay'], effects: { pay: 1 } },
      script: [say('look', '{"id":"A1"}'), say('pay', '{"id":"A1"}'), 'Done.'],
    },
  ],
};
const onlyWords = {
  tools: [look],
  scenarios: [{ id: 'words', user: 'Hi', expected: { calls: [] }, script: ['Hello.'] }],
};
const noArguments = {
  tools: [ping],
  scenarios: [
    { id: 'ping', user: 'Ping', expected: { calls: ['ping'] }, script: [say('ping', '{}'), 'Up.'] },
  ],
};
const sideBySide = {
  tools: [look, pay],
  scenarios: [
    {
      id: 'batch',
      user: 'Look at both',
      expected: { calls: ['look', 'look'] },
      script: [
        {
          calls: [
            { name: 'look', arguments: '{"id":"A1"}' },
            { name: 'look', arguments: '{"id":"A2"}' },
          ],
        },
        'Both are open.',
      ],
    },
  ],
};
const inOnePiece = {
  index: 0,
  id: 'c1',
  type: 'function',
  function: { name: 'look', arguments: '{"id":"A1"}' },
};
const streamed = {
  tools: [look],
  scenarios: [
    {
      id: 'stream',
      user: 'Look',
      expected: { calls: ['look'] },
      script: [
        {
          chunks: [
            { delta: { tool_calls: [inOnePiece] } },
            { delta: {}, finish_reason: 'tool_calls' },
          ],
        },
        'Open.',
      ],
    },
  ],
};

const chaos = Array.from({ length: 8 }, (_, seed) => `chaos-${seed + 1}`);

it.each<[string, object]>([
  ['reads, then writes what cannot be found out about', readThenPay],
  ['says words only', onlyWords],
  ['calls a tool without parameters that gives nothing', noArguments],
  ['calls twice in one turn', sideBySide],
  ['streams in one piece', streamed],
])('a script that %s: every preset can be won, and none measures nothing', async (_, suite) => {
  for (const faults of [['standard'], ['full'], chaos]) {
    const { summary } = await run(suite, faults);
    expect(summary.failures).toEqual([]);
    expect(summary.invalidReasons).toEqual([]);
    expect(summary.exitCode).toBe(0);
    expect(summary.faults.fired).toBeGreaterThan(0);
  }
});

it('streams are struck where a script streams, and only there', async () => {
  const kindsOf = async (suite: object): Promise<readonly string[]> => {
    const { summary } = await run(suite, ['full']);
    return Object.keys(summary.faultKinds).filter((kind) => kind.startsWith('stream_'));
  };
  expect((await kindsOf(streamed)).length).toBeGreaterThan(5);
  expect(await kindsOf(readThenPay)).toEqual([]);
});

it('what does not fit an answer is skipped by name, and the run is not INVALID for it', async () => {
  const { summary } = await run(streamed, ['full']);
  expect(summary.skips.map(({ code }) => code)).toEqual(['nothing_to_strike']);
  expect(summary.skips[0]?.text).toContain('stream_reordered_chunks');
  expect(summary.faultKinds['stream_reordered_chunks']?.fired).toBe(0);
});

it('a wrong argument that no schema refuses is not planned: it would only be another call', async () => {
  const { summary } = await run(
    { ...sideBySide, tools: [{ ...look, parameters: { type: 'object' } }] },
    ['full'],
  );
  const kinds = Object.keys(summary.faultKinds);
  expect(kinds.filter((kind) => /^(?:wrong_|extra_)/u.test(kind))).toEqual([]);
  expect(kinds).toContain('not_an_object');
});

it('a lane that fails without a fault is reported once', async () => {
  const [scenario] = readThenPay.scenarios;
  const broken = { ...scenario, id: 'broken', expected: { calls: ['look', 'pay', 'pay'] } };
  const { summary, trials, scores } = await run(
    { ...readThenPay, scenarios: [...readThenPay.scenarios, broken] },
    ['standard'],
  );
  expect(summary).toMatchObject({ failed: 1, invalid: 0, verdict: 'FAIL', exitCode: 1 });
  expect(new Set(summary.failures.map(({ lane }) => lane))).toEqual(
    new Set(['own/broken/reference/none/r1']),
  );
  const faulted = trials.filter(({ lane }) => lane.scenario === 'broken' && lane.plan !== 'none');
  expect(faulted.length).toBeGreaterThan(5);
  expect(summary.skipped).toBe(faulted.length);
  expect(summary.skips).toHaveLength(1);
  expect(summary.skips[0]).toMatchObject({ code: 'broken_without_fault' });
  expect(faulted.flatMap(({ faults }) => faults.map(({ handled }) => handled))).toEqual(
    faulted.map(() => null),
  );
  const whole = scores.filter(({ lane, verdict }) => lane.plan !== 'none' && verdict === 'passed');
  expect(whole.length).toBe(summary.passed - 1);
});

it.each(['missing_id', 'reused_id'])('%s leaves the call the model’s own', async (kind) => {
  const { trials, scores } = await run(readThenPay, ['full']);
  const at = trials.findIndex(({ lane }) => lane.plan.startsWith(`full.${kind}@`));
  expect(scores[at]?.scores['selection.exact']?.value).toBe(1);
  expect(scores[at]?.scores['arguments.valid_first']?.value).toBe(1);
  expect(scores[at]).toMatchObject({
    verdict: 'passed',
    faults: [{ noticed: true, handled: true }],
  });
});

it('of several faults, one that keeps the others from their places leaves a trial that counts', async () => {
  const strike = (turn: number, inject: string): object => ({ on: `model.turn(${turn})`, inject });
  const plans = [{ name: 'storm', faults: [strike(1, 'context_length'), strike(2, 'timeout')] }];
  const { summary, trials } = await run({ ...readThenPay, plans }, ['storm']);
  const stormy = trials.find(({ lane }) => lane.plan === 'storm');
  expect(stormy?.outcome).toEqual({ status: 'finished', stopReason: 'model_error' });
  expect(stormy?.faults.map(({ fired }) => fired)).toEqual([1, 0]);
  expect(summary.skips).toEqual([]);
});

const asText = '<tool_call>{"name":"look","arguments":{"id":"A1"}}</tool_call>';
const lookAs = (script: readonly unknown[], more: object = {}): object => ({
  tools: [look],
  scenarios: [{ id: 'text', user: 'Look', expected: { calls: ['look'] }, script, ...more }],
});

it('a call written as text is answered, and made it is done', async () => {
  const { summary, trials } = await run(
    lookAs([asText, say('look', '{"id":"A1"}'), 'It is open.']),
    [],
  );
  expect(summary).toMatchObject({ passed: 1, exitCode: 0 });
  const types = trials[0]?.events.map(({ type }) => type) ?? [];
  expect(types.filter((type) => type === 'user')).toHaveLength(1);
  expect(types.filter((type) => type === 'delivery')).toHaveLength(1);
});

it.each<[string, readonly unknown[]]>([
  ['once, and nothing else is scripted', [asText]],
  ['again and again', [asText, asText, asText]],
])('a call written as text %s is no answer and runs nothing', async (_, script) => {
  const { summary, trials } = await run(lookAs(script), []);
  expect(summary).toMatchObject({ failed: 1, invalid: 0, exitCode: 1 });
  expect(trials[0]?.outcome).toEqual({ status: 'finished', stopReason: 'protocol_error' });
  expect(trials[0]?.events.filter(({ type }) => type === 'delivery')).toEqual([]);
});
