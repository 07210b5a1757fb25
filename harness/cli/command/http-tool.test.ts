import { join } from 'node:path';

import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { defineSuite } from '../../suite/input/define-suite.ts';
import { defineTool } from '../../suite/input/define-tool.ts';
import { toSuite } from '../../suite/load/convert/to-suite.ts';
import type { TrialRecord } from '../../core/trial/trial.ts';
import { errorResult } from '../../core/trial/tool-outcome.ts';
import { runSuite } from '../../run/run-suite.ts';
import { readRun } from '../../run/folder/read-run.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';

/** A tool whose back end is a real HTTP service; here msw takes the place of that service. */
const address = 'http://stock.test/items/A1';
const backEnd = setupServer();

beforeAll(() => {
  backEnd.listen({ onUnhandledRequest: 'error' });
});
afterEach(() => {
  backEnd.resetHandlers();
});
afterAll(() => {
  backEnd.close();
});

const reserve = defineTool({
  name: 'reserve',
  description: 'Reserves an item.',
  effect: 'irreversible',
  time: 'real',
  timeoutMs: 50,
  parameters: {
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
    additionalProperties: false,
  },
  handler: async (args: { readonly id?: unknown }, { effect }) => {
    const response = await fetch(`http://stock.test/items/${String(args.id)}`, { method: 'POST' });
    if (response.status >= 500)
      return errorResult({
        kind: 'unavailable',
        message: `The stock service said ${response.status}`,
        retryable: true,
      });
    effect(`reserve:${String(args.id)}`);
    return await response.json();
  },
});

async function runOnce(): Promise<TrialRecord> {
  await using folder = await createScratchFolder();
  const input = defineSuite({
    name: 'stock',
    tools: [reserve],
    model: { script: [] },
    scenarios: [
      {
        id: 'one',
        user: 'Reserve A1',
        script: [{ calls: [{ name: 'reserve', arguments: { id: 'A1' } }] }, 'Done.'],
        expected: {
          calls: [{ tool: 'reserve', arguments: { id: 'A1' } }],
          effects: [{ tool: 'reserve', count: 1 }],
        },
      },
    ],
  });
  const result = await runSuite({
    suite: toSuite(input, { file: 'stock', name: 'stock' }),
    mode: 'replay',
    variants: null,
    scenarios: null,
    faults: [],
    repeats: null,
    concurrency: 1,
    seed: 's',
    cassettes: join(folder.path, 'cassettes'),
    out: folder.path,
    runId: 'run',
    startedAt: '2026-01-01T00:00:00.000Z',
    rerecord: false,
    tier: 'exact',
    access: { baseUrl: null, keyOf: () => null },
    secrets: {},
    redaction: { key: null, salt: 's' },
    process: { owner: 'test/1', isAlive: () => true },
    environment: {},
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  for await (const trial of readRun(result.runFolder).trials()) return trial;
  throw new Error('The run wrote no trial');
}

const summary = (trial: TrialRecord): unknown => ({
  effects: trial.events.filter((event) => event.type === 'effect').length,
  results: trial.events.flatMap((event) =>
    event.type === 'result' ? [event.error?.kind ?? event.status] : [],
  ),
});

it('waits for a real back end though virtual time would have run out, and counts its effect once', async () => {
  backEnd.use(
    http.post(address, async () => {
      // Several turns of the event loop: a virtual clock that did not stand still would be past the timeout.
      for (let turn = 0; turn < 20; turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
      return HttpResponse.json({ reserved: 'A1' });
    }),
  );
  expect(summary(await runOnce())).toEqual({ effects: 1, results: ['success'] });
});

it('an error of the back end is an error of the tool, and what cannot be undone is not tried again', async () => {
  let asked = 0;
  backEnd.use(
    http.post(address, () => {
      asked += 1;
      return new HttpResponse(null, { status: 503 });
    }),
  );
  const trial = await runOnce();
  expect(summary(trial)).toEqual({
    effects: 0,
    results: Array.from({ length: asked }, () => 'unavailable'),
  });
  expect(asked).toBe(1);
});

it('a back end that cannot be reached is a failed tool, not a failed harness', async () => {
  backEnd.use(http.post(address, () => HttpResponse.error()));
  const trial = await runOnce();
  expect(summary(trial)).toEqual({ effects: 0, results: ['failed'] });
  expect(trial.outcome.status).toBe('finished');
});
