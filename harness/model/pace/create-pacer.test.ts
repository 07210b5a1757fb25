import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { Exchange } from '../../core/talk/exchange.ts';
import type { Provider } from '../../core/talk/model.ts';
import { createPacer } from './create-pacer.ts';

const request = { model: 'm', messages: [] };

const quiet = (): AbortSignal => new AbortController().signal;

/** Time that passes only when it is let pass. */
class HandClock {
  #nowMs = 0;
  readonly #sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];

  nowMs = (): number => this.#nowMs;
  alarm = (): (() => void) => () => undefined;
  drain = async (): Promise<void> => {};
  hold = async <T>(work: () => Promise<T>): Promise<T> => await work();

  sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    await new Promise<void>((resolve) => {
      const sleeper = { atMs: this.#nowMs + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
        resolve();
      });
    });
  };

  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Lets time pass until there is no one left to wake. */
  async run(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      const next = this.#sleepers.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) return;
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1);
      next.wake();
    }
  }
}

function answer(status: number, headers: Readonly<Record<string, string>> = {}): Exchange {
  const said = { role: 'assistant', content: 'Yes.' };
  const good = { choices: [{ index: 0, message: said, finish_reason: 'stop' }] };
  const bad = { error: { message: 'slow down', code: 'rate_limit_exceeded' } };
  const text = JSON.stringify(status === 200 ? good : bad);
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    headersAtMs: 0,
    frames: [{ text, atMs: 0 }],
    end: 'complete',
    endAtMs: 0,
  };
}

interface Storm {
  readonly provider: Provider;
  readonly sent: { readonly atMs: number; readonly flying: number }[];
  readonly refusals: { readonly after: number; readonly atMs: number; readonly untilMs: number }[];
}

/** Refuses what the list says, each answer after 10 ms. */
function createStorm(clock: HandClock, script: readonly (number | null)[]): Storm {
  const sent: Storm['sent'][number][] = [];
  const refusals: Storm['refusals'][number][] = [];
  let flying = 0;
  const provider: Provider = {
    provenance: 'live',
    send: async () => {
      const waitMs = script[sent.length] ?? null;
      flying += 1;
      sent.push({ atMs: clock.nowMs(), flying });
      await clock.sleep(10);
      flying -= 1;
      if (waitMs === null) return answer(200);
      refusals.push({ atMs: clock.nowMs(), untilMs: clock.nowMs() + waitMs, after: sent.length });
      return answer(429, { 'retry-after-ms': String(waitMs) });
    },
  };
  return { provider, sent, refusals };
}

it('sends nothing before the end of a known Retry-After, loses nothing and never has too much in flight', async () => {
  const waits = fc.option(fc.integer({ min: 1, max: 500 }), { freq: 2 });
  const cases = fc.record({
    script: fc.array(waits, { maxLength: 40 }),
    jobs: fc.integer({ min: 1, max: 30 }),
    concurrency: fc.integer({ min: 1, max: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ script, jobs, concurrency }) => {
      const clock = new HandClock();
      const { provider, sent, refusals } = createStorm(clock, script);
      const paced = createPacer({ concurrency, clock }).watch(provider, {
        endpoint: 'a',
        maxWaitMs: 1e6,
      });
      const answers: number[] = [];
      for (let job = 0; job < jobs; job += 1) {
        void paced.send(request, { turn: 1, attempt: 1 }, quiet()).then(({ status }) => {
          answers.push(status);
        });
      }
      await clock.run();
      // A job that is refused 13 times is given its refusal.
      expect(answers).toHaveLength(jobs);
      const given = answers.filter((status) => status !== 200).length;
      expect(sent).toHaveLength(jobs - given + refusals.length);
      expect(Math.max(...sent.map(({ flying }) => flying))).toBeLessThanOrEqual(concurrency);
      for (const [place, { atMs }] of sent.entries()) {
        const early = refusals.filter((one) => one.after <= place && atMs < one.untilMs);
        expect(early).toEqual([]);
      }
    }),
    { numRuns: 200, seed: 7 },
  );
});

it('halves the requests in flight once for a burst of refusals, and grows back with answers', async () => {
  const clock = new HandClock();
  const { provider, sent } = createStorm(
    clock,
    Array.from({ length: 8 }, () => 100),
  );
  const paced = createPacer({ concurrency: 8, clock }).watch(provider, {
    endpoint: 'a',
    maxWaitMs: 1e6,
  });
  const jobs = Array.from(
    { length: 60 },
    async () => await paced.send(request, { turn: 1, attempt: 1 }, quiet()),
  );
  await clock.run();
  await Promise.all(jobs);
  const after = sent.slice(8);
  expect(after.slice(0, 4).map(({ atMs }) => atMs)).toEqual([110, 110, 110, 110]);
  expect(after[4]?.atMs).toBe(120);
  expect(Math.max(...after.map(({ flying }) => flying))).toBe(8);
});

it.each([
  ['a wait that ends with the limit is waited', 1_000, 200, 2],
  ['a longer wait is left to the agent', 1_001, 429, 1],
] as const)('%s', async (...[, waitMs, status, sends]) => {
  const clock = new HandClock();
  const { provider, sent } = createStorm(clock, [waitMs]);
  const pacer = createPacer({ concurrency: 2, clock });
  const paced = pacer.watch(provider, { endpoint: 'a', maxWaitMs: 1_000 });
  const first = paced.send(request, { turn: 1, attempt: 1 }, quiet());
  await clock.run();
  expect([(await first).status, sent.length]).toEqual([status, sends]);
});

it('requests that may not wait as long get the known refusal and are not sent; other endpoints go on', async () => {
  const clock = new HandClock();
  const { provider, sent } = createStorm(clock, [3_600_000]);
  const pacer = createPacer({ concurrency: 1, clock });
  const paced = pacer.watch(provider, { endpoint: 'a', maxWaitMs: 1_000 });
  // The second waits in line when the first is refused, the third comes after that.
  const [one, two] = [1, 2].map(
    async () => await paced.send(request, { turn: 1, attempt: 1 }, quiet()),
  );
  await clock.run();
  const three = await paced.send(request, { turn: 1, attempt: 1 }, quiet());
  expect([(await one)?.status, (await two)?.status, three.status, sent.length]).toEqual([
    429, 429, 429, 1,
  ]);
  const other = pacer.watch(provider, { endpoint: 'b', maxWaitMs: 1_000 });
  const elsewhere = other.send(request, { turn: 1, attempt: 1 }, quiet());
  await clock.run();
  expect((await elsewhere).status).toBe(200);
  expect(clock.sleeping).toBe(0);
});

it('a request whose trial is over stops waiting and leaves no timer', async () => {
  const clock = new HandClock();
  const { provider } = createStorm(clock, [100_000]);
  const paced = createPacer({ concurrency: 1, clock }).watch(provider, {
    endpoint: 'a',
    maxWaitMs: 1e9,
  });
  const over = new AbortController();
  const waiting = paced.send(request, { turn: 1, attempt: 1 }, over.signal);
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    if (turn === 0) over.abort();
  }
  await clock.run();
  await waiting;
  expect(clock.sleeping).toBe(0);
});

it.each([
  ['an account without money', { 'retry-after-ms': '5' }, 'insufficient_quota'],
  ['a server that fails', {}, null],
] as const)('%s is not waited for', async (_, headers, code) => {
  const clock = new HandClock();
  let sends = 0;
  const exchange = code === null ? answer(503) : answer(429, headers);
  const body = JSON.stringify({ error: { message: 'no', code, type: code } });
  const provider: Provider = {
    provenance: 'live',
    send: async () => {
      sends += 1;
      return { ...exchange, frames: [{ text: body, atMs: 0 }] };
    },
  };
  const paced = createPacer({ concurrency: 1, clock }).watch(provider, {
    endpoint: 'a',
    maxWaitMs: 1e6,
  });
  const got = paced.send(request, { turn: 1, attempt: 1 }, quiet());
  await clock.run();
  expect([(await got).status, sends]).toEqual([exchange.status, 1]);
});
