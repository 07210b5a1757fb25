import { expect, it } from 'vitest';
import type { ToolStrike } from '../core/suite/fault.ts';
import { isJsonObject } from '../json/json.ts';
import type { Tool } from '../core/suite/tool.ts';
import { runReferenceLoop } from '../loop/run-reference-loop.ts';
import { toStubTool } from '../suite/load/convert/to-stub-tool.ts';
import { sayCalls, sayText, type Asked, type ScriptedAnswer } from '../testing/fake-model.ts';
import { runLoopTrial, type LoopTrial, type LoopTrialSetup } from '../testing/loop-trial.ts';
import {
  createToolBoundary,
  type TrialToolBoundary,
} from '../boundary/tool/create-tool-boundary.ts';

// JavaScript has one number for both.
const first = '1234567890123456788';
const second = '1234567890123456789';

const parameters = {
  type: 'object',
  properties: { id: { type: 'integer' }, confirm_token: { type: 'string' } },
  required: ['id'],
} as const;

const pay = toStubTool({
  name: 'pay',
  description: 'Pays a bill',
  parameters,
  effect: 'irreversible',
  effects: { key: ['id'], set: { 'paid.{id}': true } },
  results: [{ when: { id: { $number: second } }, give: { paid: '{id}', as: 'bill {id}' } }, {}],
});

function run(setup: LoopTrialSetup): Promise<LoopTrial<TrialToolBoundary>> {
  return runLoopTrial({ agent: runReferenceLoop, createTools: createToolBoundary }, setup);
}

function payThese(ids: readonly string[]): readonly ScriptedAnswer[] {
  return [...ids.map((id) => sayCalls([['pay', `{"id":${id}}`]])), sayText('paid')];
}

function keysOf({ tools }: LoopTrial<TrialToolBoundary>): readonly string[] {
  return tools.ledger.entries.map((entry) => entry.key);
}

it('two numbers that JavaScript rounds to one are two payments, each under its own digits', async () => {
  const world: Record<string, unknown> = {};
  const trial = await run({ tools: [pay], script: payThese([first, second]), world });
  expect(keysOf(trial)).toEqual([first, second]);
  expect(world).toEqual({ paid: { [first]: true, [second]: true } });
  const { sink } = trial;
  expect(sink.events.flatMap((event) => (event.type === 'result' ? [event.value] : []))).toEqual([
    { done: true },
    { paid: second, as: `bill ${second}` },
  ]);
  expect(
    sink.events.flatMap((event) => (event.type === 'delivery' ? [event.idempotencyKey] : [])),
  ).toEqual([`c1/pay:{"id":${first}}`, `c1/pay:{"id":${second}}`]);
});

it.each([
  ['the same digits', second],
  ['another spelling of the same number', '1.234567890123456789e18'],
])('%s are one payment', async (_name, again) => {
  expect(keysOf(await run({ tools: [pay], script: payThese([second, again]) }))).toEqual([second]);
});

it('a handler that names no effect of its own enters it under the digits of the call', async () => {
  const plain: Tool = { ...pay, handler: () => 'done' };
  const trial = await run({ tools: [plain], script: payThese([first, second]) });
  expect(keysOf(trial)).toEqual([`pay:{"id":${first}}`, `pay:{"id":${second}}`]);
});

function tokenIn({ messages }: Asked): string {
  const told = messages.at(-1);
  const value: unknown = JSON.parse(told?.role === 'tool' ? told.content : '{}');
  const token = isJsonObject(value) ? value['confirm_token'] : undefined;
  return typeof token === 'string' ? token : '';
}

it.each([
  [second, [second]],
  [first, []],
])('a token for …789 confirms %s: %j', async (id, wanted) => {
  const guarded = toStubTool({
    name: 'pay',
    description: 'Pays a bill',
    parameters,
    effect: 'irreversible',
    confirm: 'token',
    effects: { key: ['id'] },
  });
  const trial = await run({
    tools: [guarded],
    script: [
      sayCalls([['pay', `{"id":${second}}`]]),
      (asked) => sayCalls([['pay', `{"id":${id},"confirm_token":"${tokenIn(asked)}"}`]]),
      sayText('ok'),
    ],
  });
  expect(keysOf(trial)).toEqual(wanted);
});

const lost: ToolStrike = { fault: 'f', kind: 'k', type: 'lose_response' };

it('a lost payment is read back by its own digits', async () => {
  const bill = toStubTool({
    name: 'get_bill',
    description: 'Shows a bill',
    parameters,
    effect: 'read',
    results: [
      { when: { id: { $number: first } }, give: { id: '{id}', paid: false } },
      { when: { id: { $number: second } }, give: { id: '{id}', paid: true } },
    ],
  });
  const readable = toStubTool({
    name: 'pay',
    description: 'Pays a bill',
    parameters,
    effect: 'irreversible',
    effects: { key: ['id'] },
    reconcile: {
      tool: 'get_bill',
      arguments: { id: '{id}' },
      happened: { id: '{id}', paid: true },
    },
  });
  const trial = await run({
    tools: [readable, bill],
    script: payThese([second]),
    strikes: { 'pay#1': lost },
  });
  const states = trial.sink.events.flatMap((event) =>
    event.type === 'journal' ? [event.state] : [],
  );
  expect(states).toEqual(['intent', 'unknown', 'committed']);
  expect(keysOf(trial)).toEqual([second]);
});
