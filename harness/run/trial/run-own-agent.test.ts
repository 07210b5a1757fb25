import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { RigError } from '../../core/rig-error.ts';
import type { Agent, AgentContext } from '../../core/suite/agent.ts';
import type { EventBody } from '../../core/trial/transcript.ts';
import { VirtualClock } from '../clock/virtual-clock.ts';
import { runOwnAgent } from './run-own-agent.ts';

interface Bench {
  readonly context: AgentContext;
  readonly clock: VirtualClock;
  readonly emitted: EventBody[];
  /** What reached the boundaries behind the context. */
  readonly asked: {
    readonly by: string;
    readonly signal: AbortSignal;
    readonly timeoutMs?: number;
  }[];
  readonly interrupt: AbortController;
  readonly broken: AbortController;
  run(agent: Agent): Promise<unknown>;
}

interface Options {
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

function createBench(deadlineMs: number): Bench {
  const emitted: EventBody[] = [];
  const asked: { by: string; signal: AbortSignal; timeoutMs?: number }[] = [];
  const interrupt = new AbortController();
  const broken = new AbortController();
  const clock = new VirtualClock();
  const note = async (by: string, { signal, timeoutMs }: Options): Promise<unknown> => {
    asked.push({ by, signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    return await Promise.resolve(by);
  };
  const context = {
    settings: { guards: { deadlineMs }, singleRound: false, proposeOnly: false },
    signal: interrupt.signal,
    sink: { emit: (body: EventBody) => emitted.push(body) },
    model: {
      ask: async (...[, , signal]: [unknown, unknown, AbortSignal]) =>
        await note('model', { signal }),
    },
    fetch: async (_input: unknown, init: Options) => await note('fetch', init),
    tools: {
      judge: () => ['judged'],
      askHuman: () => 'yes',
      deliver: async (_call: unknown, options: Options) => await note('deliver', options),
      read: async (...[, , , options]: [unknown, unknown, unknown, Options]) =>
        await note('read', options),
    },
    // What surrounds an agent reads no more than this of its context.
  } as unknown as AgentContext;
  const trial = { clock, events: [], broken: broken.signal };
  return {
    context,
    clock,
    emitted,
    asked,
    interrupt,
    broken,
    run: async (agent) => await runOwnAgent(agent, context, trial),
  };
}

const done = { stopReason: 'answered', text: 'Done.' } as const;
const never = async (): Promise<never> => await new Promise(() => undefined);
const countTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const countListeners = ({ interrupt, broken }: Bench): number =>
  [interrupt, broken].flatMap(({ signal }) => getEventListeners(signal, 'abort')).length;

it('leaves no timer and no listener behind', async () => {
  const bench = createBench(60_000);
  const before = countTimers();
  const during: number[] = [];
  const end = await bench.run(async () => {
    during.push(countTimers() - before, countListeners(bench));
    return await Promise.resolve(done);
  });
  expect(end).toEqual(done);
  expect(during).toEqual([1, 2]);
  expect([countTimers() - before, countListeners(bench)]).toEqual([0, 0]);
  expect([bench.emitted, bench.clock.isStopped]).toEqual([[], false]);
});

it.each([0, -1])('a deadline of %s ms is none', async (deadlineMs) => {
  const bench = createBench(deadlineMs);
  const end = await bench.run(async () => {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    await new Promise((resolve) => setTimeout(resolve, 5));
    return done;
  });
  expect(end).toEqual(done);
});

it('a deadline that is longer than a timer can count is as long as it can', async () => {
  const bench = createBench(2 ** 40);
  const end = await bench.run(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return done;
  });
  expect(end).toEqual(done);
  expect(bench.emitted).toEqual([]);
});

it('at its deadline an agent is left alone: time stops, its signal aborts, and it is said', async () => {
  const bench = createBench(1);
  const signals: AbortSignal[] = [];
  const end = await bench.run(async ({ signal }) => {
    signals.push(signal);
    return await never();
  });
  expect(end).toEqual({ stopReason: 'deadline', text: null });
  expect(bench.emitted).toEqual([
    {
      type: 'guard',
      guard: 'deadlineMs',
      text: 'The agent was still at work after 1 ms of real time',
    },
  ]);
  expect([bench.clock.isStopped, signals[0]?.aborted]).toEqual([true, true]);
});

it.each(['interrupt', 'broken'] as const)(
  'an agent that is deaf to its signal holds nothing up: %s, before it began or while it works',
  async (which) => {
    const reason = new Error('over');
    for (const isEarly of [true, false]) {
      const bench = createBench(0);
      if (isEarly) bench[which].abort(reason);
      const ended = bench.run(async () => {
        if (!isEarly) bench[which].abort(reason);
        return await never();
      });
      await expect(ended).rejects.toBe(reason);
      expect([bench.clock.isStopped, countListeners(bench)]).toEqual([true, 0]);
    }
  },
);

it('an error of the harness is thrown on, and any other is how the agent ended', async () => {
  const harness = new RigError('SOMETHING', 'Broken');
  await expect(createBench(0).run(async () => await Promise.reject(harness))).rejects.toBe(harness);
  const bench = createBench(0);
  const end = await bench.run(async () => await Promise.reject(new TypeError('no')));
  expect(end).toEqual({ stopReason: 'agent_error', text: null });
  expect(bench.emitted).toEqual([
    {
      type: 'guard',
      guard: 'agent',
      text: 'The agent threw before its first request: TypeError: no',
    },
  ]);
});

/** Asks everything once that can be asked, with this signal of its own. */
async function askAll(context: AgentContext, own: AbortSignal | undefined): Promise<void> {
  const { model, tools, fetch: ask, signal } = context;
  const options = { idempotencyKey: null, timeoutMs: 2 ** 40, signal: own ?? signal };
  // The boundaries of the bench look at nothing but their options.
  const anything = {} as never;
  await model.ask(anything, anything, own ?? signal);
  await ask('http://127.0.0.1/', own === undefined ? {} : { signal: own });
  await tools.deliver(anything, options);
  await tools.read(anything, anything, {}, { ...options, timeoutMs: 7 });
}

it('what an agent asks of a boundary ends with the agent, and with its own signal', async () => {
  for (const own of [undefined, new AbortController()]) {
    const bench = createBench(0);
    const contexts: AgentContext[] = [];
    await bench.run(async (context) => {
      contexts.push(context);
      await askAll(context, own?.signal);
      return done;
    });
    expect(bench.asked.map(({ by, timeoutMs }) => [by, timeoutMs])).toEqual([
      ['model', undefined],
      ['fetch', undefined],
      ['deliver', 2 ** 31 - 1],
      ['read', 7],
    ]);
    const signals = bench.asked.map(({ signal }) => signal);
    const [left] = contexts;
    expect(signals.every((signal) => signal === left?.signal)).toBe(own === undefined);
    own?.abort();
    expect(signals.every(({ aborted }) => aborted)).toBe(own !== undefined);
  }
});

it('a request that brings its own signal is ended by it', async () => {
  const bench = createBench(0);
  const own = new AbortController();
  await bench.run(async ({ fetch: ask }) => {
    await ask(new Request('http://127.0.0.1/', { signal: own.signal }));
    return done;
  });
  own.abort();
  expect(bench.asked[0]?.signal.aborted).toBe(true);
});

it('each wait that is ended by the deadline ends all that was asked, and nothing asked later is answered', async () => {
  const bench = createBench(1);
  const answered: string[] = [];
  await bench.run(async (context) => {
    await askAll(context, new AbortController().signal);
    await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
    const { model, tools, fetch: ask, signal } = context;
    const options = { idempotencyKey: null, timeoutMs: 1, signal };
    const anything = {} as never;
    void model.ask(anything, anything, signal).then(() => answered.push('model'));
    void ask('http://127.0.0.1/').then(() => answered.push('fetch'));
    void tools.deliver(anything, options).then(() => answered.push('deliver'));
    void tools.read(anything, anything, {}, options).then(() => answered.push('read'));
    return await never();
  });
  await nextTurn();
  expect(bench.asked.map(({ signal }) => signal.aborted)).toEqual([true, true, true, true]);
  expect(answered).toEqual([]);
});

it('an agent may have any number of requests in flight: its signal warns of none', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', hear);
  await createBench(0).run(async ({ signal }) => {
    for (let count = 0; count < 50; count += 1) signal.addEventListener('abort', () => undefined);
    return await Promise.resolve(done);
  });
  await nextTurn();
  process.off('warning', hear);
  expect(warnings).toEqual([]);
});

it('calls are judged, and people asked, by the boundary itself', async () => {
  const told: unknown[] = [];
  await createBench(0).run(async ({ tools }) => {
    told.push(tools.judge(1, []), tools.askHuman({} as never));
    return await Promise.resolve(done);
  });
  expect(told).toEqual([['judged'], 'yes']);
});
