import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import OpenAI from 'openai';
import { expect, it } from 'vitest';

import type { Agent, AgentContext } from '../core/suite/agent.ts';
import type { Suite, Variant } from '../core/suite/suite.ts';
import type { ToolHandler } from '../core/suite/tool.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import { runReferenceLoop } from '../loop/run-reference-loop.ts';
import { readRun } from '../run/folder/read-run.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { repositoryRoot } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { type TestRun, toTestRunOptions } from '../testing/test-run-options.ts';
import { type RunResult, runSuite } from '../run/run-suite.ts';

const orders = await loadSuite(`${repositoryRoot}/suites/orders`);

/** The shipped suite with an agent of the user's own and so long for each trial. */
function withAgent(agent: Agent | null, deadlineMs = 120_000): Suite {
  const variants = orders.variants.map((variant): Variant => {
    const guards = { ...variant.settings.guards, deadlineMs };
    return { ...variant, agent, settings: { ...variant.settings, guards } };
  });
  return { ...orders, variants };
}

interface Told extends RunResult {
  /** Events of each trial, by scenario. */
  readonly events: ReadonlyMap<string, readonly TranscriptEvent[]>;
}

async function run(suite: Suite, options: TestRun = {}): Promise<Told> {
  await using scratch = await createScratchFolder();
  const result = await runSuite(toTestRunOptions(suite, scratch.path, options));
  const events = new Map<string, readonly TranscriptEvent[]>();
  for await (const trial of readRun(result.runFolder).trials()) {
    events.set(trial.lane.scenario, trial.events);
  }
  return { ...result, events };
}

const never = async (): Promise<never> => await new Promise(() => undefined);

/** Goes on for ever in its own way as soon as the user says this. */
function hangAt(text: string, hang: (context: AgentContext) => Promise<unknown>): Agent {
  return async (context) => {
    if (context.turns[0] === text) await hang(context);
    // The trial's own time may pass the short limit that is set on real time.
    const settings = orders.variants[0]?.settings ?? context.settings;
    return await runReferenceLoop({ ...context, settings });
  };
}

const few = ['refund-mug-zh', 'not-cancelled', 'goodbye', 'voucher-zh', 'money-back'];
const hung = orders.scenarios.find(({ id }) => id === 'goodbye')?.turns[0] ?? '';

it('takes the reference loop as an agent of the own, with the same scores', async () => {
  const own = await run(withAgent(runReferenceLoop));
  const built = await run(orders);
  expect(own.summary.exitCode).toBe(0);
  expect(own.summary.variants['reference']?.scores).toEqual(
    built.summary.variants['reference']?.scores,
  );
});

it.each<[string, (context: AgentContext) => Promise<unknown>]>([
  ['waits for nothing', never],
  [
    'sleeps on the clock of the trial, deaf to its signal',
    async ({ clock }) => {
      for (;;) await clock.sleep(1000);
    },
  ],
  [
    'sleeps on the clock of the trial, with its signal',
    async ({ clock, signal }) => {
      for (;;) await clock.sleep(1000, signal);
    },
  ],
  [
    'sleeps for real',
    async () => {
      for (;;) await delay(20);
    },
  ],
  [
    'asks and asks, whatever the answer',
    async ({ fetch: ask }) => {
      for (;;) await ask('http://127.0.0.1/v1/responses/resp_1');
    },
  ],
  [
    'keeps a timer',
    async () => {
      const timer = setInterval(() => undefined, 10);
      await never();
      clearInterval(timer);
    },
  ],
])(
  'B159 an agent that %s is ended by its deadline, and no other trial suffers',
  async (_, hang) => {
    const suite = withAgent(hangAt(hung, hang), 700);
    const startMs = performance.now();
    const { summary, events } = await run(suite, { concurrency: 8, scenarios: few });
    // Far less than any limit that is not this agent's own.
    expect(performance.now() - startMs).toBeLessThan(30_000);
    expect(summary).toMatchObject({ passed: few.length - 1, failed: 1, invalid: 0, exitCode: 1 });
    const told = events.get('goodbye') ?? [];
    expect(told.filter(({ type }) => type === 'guard')).toMatchObject([{ guard: 'deadlineMs' }]);
    expect(told.slice(-2)).toMatchObject([
      { type: 'end', stopReason: 'deadline' },
      { type: 'state' },
    ]);
  },
);

it('B159 what a given-up agent does later is no part of its trial', async () => {
  const late: string[] = [];
  const agent = hangAt(hung, async ({ sink, signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await delay(1);
    sink.emit({ type: 'user', text: 'too late' });
    late.push('emitted');
    await never();
  });
  const { events } = await run(withAgent(agent, 50), { scenarios: ['goodbye', 'refund-mug-zh'] });
  await expect.poll(() => late).toEqual(['emitted']);
  expect(JSON.stringify([...events])).not.toContain('too late');
});

it('B159 tools that never return, or never rest, end by their own limits', async () => {
  const handlers: Readonly<Record<string, ToolHandler>> = {
    get_order: never,
    search_orders: async (_, { sleep }) => {
      // As long as it rests, the limit comes after some hundred wakings: a shorter nap only costs more of them.
      for (;;) await sleep(100);
    },
  };
  const toolsets = orders.toolsets.map((set) => ({
    ...set,
    tools: set.tools.map((tool) => ({ ...tool, handler: handlers[tool.name] ?? tool.handler })),
  }));
  const { summary, events } = await run({ ...orders, toolsets }, { concurrency: 8 });
  expect(summary.planned).toBe(22);
  expect(summary.passed + summary.failed + summary.invalid).toBe(22);
  const results = [...events.values()].flat().filter((event) => event.type === 'result');
  expect(results.filter(({ status }) => status === 'timeout').length).toBeGreaterThan(2);
}, 60_000);

it('an interruption does not wait for an agent that is deaf to it', async () => {
  const stop = new AbortController();
  const agent: Agent = async () => {
    stop.abort();
    return await never();
  };
  const { interrupted, summary } = await run(withAgent(agent), { signal: stop.signal });
  expect([interrupted, summary.exitCode, summary.planned]).toEqual([true, 130, 0]);
});

it.each<[string, (url: string) => Promise<unknown>]>([
  ['global fetch', async (url) => await (await fetch(url)).text()],
  [
    'node:http',
    async (url) => {
      const { get } = await import('node:http');
      await new Promise((resolve) => get(url, (response) => response.resume().on('end', resolve)));
    },
  ],
])(
  'B175 a request that leaves a replay by %s makes the run INVALID, with its address',
  async (_, send) => {
    const server = createServer((request, response) => response.end(request.url));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const agent: Agent = async (context) => {
      await send(`http://127.0.0.1:${port}/telemetry`);
      return await runReferenceLoop(context);
    };
    const { summary } = await run(withAgent(agent), { scenarios: ['goodbye'] });
    server.close();
    expect([summary.exitCode, summary.verdict]).toEqual([4, 'INVALID']);
    expect(summary.invalidReasons).toMatchObject([{ code: 'network_in_replay' }]);
    expect(summary.invalidReasons[0]?.text).toContain(`127.0.0.1:${port}/telemetry`);
    expect(
      (await run(withAgent(runReferenceLoop), { scenarios: ['goodbye'] })).summary.exitCode,
    ).toBe(0);
  },
);

/** The agent that the README shows, over the SDK with so many retries of its own. */
function withSdk(maxRetries: number): Agent {
  return async ({ fetch: own, tools, toolset, turns, modelName }) => {
    const client = new OpenAI({ apiKey: 'unused', fetch: own, maxRetries });
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'user', content: turns[0] ?? '' },
    ];
    for (let turn = 1; turn <= 8; turn += 1) {
      const reply = await client.chat.completions.create({
        model: modelName,
        messages,
        tools: toolset.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          function: { name, description, parameters },
        })),
      });
      const message = reply.choices[0]?.message;
      if (message?.tool_calls === undefined) return { text: message?.content ?? null };
      messages.push(message);
      for (const call of message.tool_calls) {
        if (call.type !== 'function') continue;
        const { id, function: said } = call;
        const content = JSON.stringify(await tools.run(said.name, said.arguments, { id }));
        messages.push({ role: 'tool', tool_call_id: id, content });
      }
    }
    return { stopReason: 'max_turns', text: null };
  };
}

it('a miss ends the trial at once, with its own cause, also under an SDK that retries', async () => {
  // Its requests have no system prompt, and those that were recorded have one.
  const startMs = performance.now();
  const { summary, events } = await run(withAgent(withSdk(2)), { scenarios: ['goodbye'] });
  // Far less than any limit that is not this agent's own.
  expect(performance.now() - startMs).toBeLessThan(30_000);
  expect(summary).toMatchObject({ planned: 1, invalid: 1, exitCode: 4 });
  expect(summary.invalidReasons).toMatchObject([{ code: 'cassette_changed' }]);
  const requests = (events.get('goodbye') ?? []).filter(({ type }) => type === 'request');
  expect(requests).toHaveLength(1);
});

const paying = {
  name: 'shop',
  tools: [
    {
      name: 'pay',
      description: 'Pays a bill.',
      effect: 'irreversible',
      parameters: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        additionalProperties: false,
      },
      effects: { key: ['id'] },
    },
  ],
  model: { script: [] },
  scenarios: [
    {
      id: 'one',
      user: 'Pay A.',
      expected: { calls: ['pay'], effects: { pay: 1 } },
      script: [{ calls: [{ name: 'pay', arguments: { id: 'A' } }] }, 'Paid.'],
    },
  ],
};

async function runPaying(agent: Agent, faults: readonly string[]): Promise<Told> {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.json', JSON.stringify(paying));
  const suite = await loadSuite(`${scratch.path}/suite.json`);
  const variants = suite.variants.map((variant): Variant => ({ ...variant, agent }));
  return await run({ ...suite, variants }, { faults });
}

it("the README's agent fails under faults that it does not handle, with what it threw", async () => {
  const { summary } = await runPaying(withSdk(0), ['standard']);
  expect(summary.invalid).toBe(0);
  const threw = summary.failures.filter(({ code }) => code === 'agent_error');
  expect(threw.map(({ lane, text }) => `${lane.split('/')[3] ?? ''}: ${text}`)).toEqual([
    'standard.timeout@model.1: The agent threw at turn 1, attempt 1 (headers_timeout): APIConnectionTimeoutError: Request timed out.',
    expect.stringContaining('(http_503): InternalServerError: 503'),
    expect.stringContaining('(headers_timeout): APIConnectionTimeoutError'),
    expect.stringContaining('(http_500): InternalServerError: 500'),
  ]);
});

it('an SDK that retries is not blamed for the errors that it handles', async () => {
  const { summary } = await runPaying(withSdk(2), ['full']);
  expect(summary.invalid).toBe(0);
  const codes = summary.failures
    .filter(({ lane }) => lane.includes('http'))
    .map(({ code }) => code);
  expect(codes).not.toContain('agent_error');
});

it('a call that the agent makes by itself is counted for effects and not for the model', async () => {
  const agent: Agent = async ({ model, modelName, say, signal, tools }) => {
    const messages = [...say()].map((content) => ({ role: 'user' as const, content }));
    const ask = { model: modelName, messages };
    const first = await model.ask(ask, { turn: 1, attempt: 1 }, signal);
    if (!first.ok) return { text: null };
    for (const { name, argumentsText } of first.reply.calls) {
      await tools.run(name, argumentsText);
      await tools.run(name, argumentsText);
    }
    const last = await model.ask(ask, { turn: 2, attempt: 1 }, signal);
    return { text: last.ok ? last.reply.text : null };
  };
  const { summary, events } = await runPaying(agent, []);
  const scores = Object.values(summary.variants)[0]?.scores ?? {};
  expect([scores['effects.double']?.value, scores['selection.exact']?.value]).toEqual([1, 1]);
  const guards = (events.get('one') ?? []).filter(({ type }) => type === 'guard');
  expect(guards).toMatchObject([{ guard: 'unsaid_call', call: 't1001c0' }]);
});
