import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from 'vitest';

import type { Agent } from '../core/suite/agent.ts';
import type { RunSummary } from '../core/run.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import { readRun } from '../run/folder/read-run.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';
import { runSuite } from '../run/run-suite.ts';

interface Told {
  readonly summary: RunSummary;
  readonly events: readonly TranscriptEvent[];
}

const call = { calls: [{ name: 'pay', arguments: { id: 'A' } }] };

/** Runs a suite in TypeScript with one tool, whose handler has this body. */
async function run(
  body: string,
  more: {
    readonly tool?: string;
    readonly fault?: object;
    readonly agent?: Agent;
    readonly pendingTimers?: () => number;
  } = {},
): Promise<Told> {
  await using scratch = await createScratchFolder();
  const { fault, agent, pendingTimers } = more;
  const faults = fault === undefined ? [] : [{ on: 'tool(pay).call(1)', inject: fault }];
  await scratch.write(
    'shop.ts',
    `import { defineSuite, defineTool } from 'toolrig';
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const pay = defineTool({
  name: 'pay',
  description: 'Pays a bill.',
  effect: 'irreversible',
  timeoutMs: 200,
  ${more.tool ?? ''}
  parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false },
  handler: async ({ id }, { effect, sleep }) => {
    ${body}
  },
});
export default defineSuite({
  name: 'shop',
  tools: [pay],
  model: { script: [] },
  scenarios: [
    {
      id: 'one',
      user: 'Pay A.',
      expected: { calls: ['pay'], effects: { pay: 1 } },
      script: [${JSON.stringify(call)}, 'Paid.'],
    },
  ],
  plans: ${JSON.stringify(faults.length === 0 ? [] : [{ name: 'fault', faults }])},
});
`,
  );
  const loaded = await loadSuite(join(scratch.path, 'shop.ts'));
  const variants = loaded.variants.map((variant) => ({ ...variant, agent: agent ?? null }));
  const options = toTestRunOptions({ ...loaded, variants }, scratch.path, {
    faults: fault === undefined ? [] : ['fault'],
  });
  const { summary, runFolder } = await runSuite({
    ...options,
    ...(pendingTimers === undefined ? {} : { pendingTimers }),
  });
  let events: readonly TranscriptEvent[] = [];
  for await (const trial of readRun(runFolder).trials()) ({ events } = trial);
  return { summary, events };
}

function count(events: readonly TranscriptEvent[], type: TranscriptEvent['type']): number {
  return events.filter((event) => event.type === type).length;
}

function guardsOf(events: readonly TranscriptEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'guard' ? [event.guard] : []));
}

/** Pays again as soon as no answer comes. */
const blindRetrier: Agent = async ({ tools, signal }) => {
  const options = { idempotencyKey: null, timeoutMs: 200, signal };
  const [judged] = tools.judge(1, [{ id: 'c1', name: 'pay', argumentsText: '{"id":"A"}' }]);
  if (judged === undefined) throw new Error('The call was not judged');
  const { outcome } = await tools.deliver(judged, options);
  if (outcome.status === 'timeout') await tools.deliver(judged, options);
  return { stopReason: 'answered', text: 'Paid.' };
};

const real = 'await wait(30); effect(`paid ${id}`); return "ok";';
const lost = { kind: 'lost_after_commit' };
const late = { kind: 'late_response' };

it.each([
  ['lost_after_commit', lost, ''],
  ['lost_after_commit, with time: real', lost, "time: 'real',"],
  ['late_response', late, ''],
  ['late_response, with time: real', late, "time: 'real',"],
  ['slow_tool', { kind: 'slow', delayMs: 50 }, ''],
  ['no fault', undefined, ''],
])('under %s, a handler that pays after 30 real milliseconds has paid once', async (...args) => {
  const [, fault, tool] = args;
  const { events } = await run(real, { tool, ...(fault === undefined ? {} : { fault }) });
  expect(count(events, 'effect')).toBe(1);
  expect(guardsOf(events).includes('real_time')).toBe(tool === '');
});

it.each([
  ['lost_after_commit', lost],
  ['late_response', late],
])('under %s, an agent that retries blindly pays twice', async (_, fault) => {
  const { events, summary } = await run(real, { fault, agent: blindRetrier });
  expect(count(events, 'effect')).toBe(2);
  expect(summary).toMatchObject({ failed: 1, invalid: 0 });
});

it('a handler that sleeps on the clock of the trial takes virtual time, and no warning', async () => {
  const startMs = performance.now();
  const { events } = await run('await sleep(60_000); effect("x"); return "ok";', { fault: lost });
  expect(count(events, 'effect')).toBe(1);
  expect(guardsOf(events)).not.toContain('real_time');
  expect(performance.now() - startMs).toBeLessThan(10_000);
});

it('a handler that waits for real and then sleeps has its effect', async () => {
  const body = 'await wait(20); await sleep(60_000); await wait(20); effect("x"); return "ok";';
  const { events } = await run(body, { fault: lost });
  expect(count(events, 'effect')).toBe(1);
});

it('a handler that never settles is reported with its place, and fails the call that is expected', async () => {
  const { events, summary } = await run('await new Promise(() => undefined);');
  expect(guardsOf(events)).toContain('handler_unsettled');
  expect(summary).toMatchObject({ failed: 1, invalid: 0 });
  const codes = summary.failures.map(({ code }) => code);
  expect(codes).toContain('handler_broke');
  const warning = summary.warnings?.find(({ code }) => code === 'handler_unsettled');
  expect(warning?.text).toMatch(
    /^The handler of "pay" \(shop\.ts:3\) never settled: its call t1c0 was given up$/,
  );
});

it('a handler that throws is reported with its message and place, and fails the call that is expected', async () => {
  const { summary } = await run('throw new Error("no such bill\\nat all");');
  const warning = summary.warnings?.find(({ code }) => code === 'handler_threw');
  expect(warning?.text).toMatch(
    /^The handler of "pay" threw \(shop\.ts:11\): Error: no such bill$/,
  );
  expect(summary.failures.map(({ code }) => code)).toContain('handler_broke');
});

it('an effect that comes when the trial is over makes the run INVALID', async () => {
  let pending = 1;
  // What the handler starts and does not wait for.
  const { summary } = await run('setTimeout(() => effect("x"), 40); return "ok";', {
    pendingTimers: () => {
      pending += pending > 0 && pending < 30 ? 1 : 0;
      return pending >= 30 ? 0 : pending;
    },
  });
  expect([summary.verdict, summary.exitCode]).toEqual(['INVALID', 4]);
  expect(summary.invalidReasons).toMatchObject([{ code: 'late_effect' }]);
  expect(summary.invalidReasons[0]?.text).toContain('"pay" had the effect "x" when the trial');
});

it('an effect after the run is an error of whoever causes it', async () => {
  const kept: { effect?: (key: string) => void } = {};
  Object.assign(globalThis, { keptOfTest: kept });
  await run('globalThis.keptOfTest.effect = effect; effect("x"); return "ok";');
  await delay(1);
  expect(() => kept.effect?.('y')).toThrow('"pay" had the effect "y" when the trial');
});
