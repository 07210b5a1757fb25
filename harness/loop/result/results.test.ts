import { describe, expect, it } from 'vitest';
import { run } from '../../testing/loop-bench.ts';
import fc from 'fast-check';
import {
  referenceLoop,
  type LoopSettings,
  type ResultSettings,
} from '../../core/suite/loop-settings.ts';
import { deniedResult, emptyResult, errorResult } from '../../core/trial/tool-outcome.ts';
import type { Tool, ToolHandler } from '../../core/suite/tool.ts';
import { sayCalls, sayText } from '../../testing/fake-model.ts';
import { cutResult } from './cut-result.ts';
import { shareBudget } from './share-budget.ts';

function read(handler: ToolHandler, more: Partial<Tool> = {}): Tool {
  const parameters = { type: 'object' };
  return { name: 'find', description: 'Finds', parameters, effect: 'read', handler, ...more };
}

function results(own: Partial<ResultSettings>): LoopSettings {
  return { ...referenceLoop, results: { ...referenceLoop.results, ...own } };
}

const once = [sayCalls([['find', {}]]), sayText('So it is.')];

describe('errors and empty results', () => {
  it.each<readonly [string, ToolHandler]>([
    [
      'throws',
      () => {
        throw new Error('not found');
      },
    ],
    ['rejects', () => Promise.reject(new Error('not found'))],
    ['gives isError', () => ({ isError: true, content: 'not found' })],
    [
      'gives isError with parts',
      () => ({ isError: true, content: [{ type: 'text', text: 'not found' }] }),
    ],
    ['gives an error result', () => errorResult({ kind: 'failed', message: 'not found' })],
  ])(
    'B117: a handler that %s is an error in the transcript and to the model',
    async (_, handler) => {
      const trial = await run({ tools: [read(handler)], script: once });
      const error = { kind: 'failed', message: 'not found', retryable: false, recoverable: false };
      expect(trial.sink.of('result')).toMatchObject([{ status: 'error', error }]);
      expect(JSON.parse(trial.sink.of('observation')[0]?.content ?? '')).toEqual({ error });
    },
  );

  it('B117: an engine error is reported by its class, not by its message', async () => {
    const trial = await run({
      tools: [read(() => (undefined as unknown as Tool).name)],
      script: once,
    });
    expect(trial.sink.of('result')[0]?.error?.message).toBe(
      'The tool "find" broke with a TypeError',
    );
  });

  it.each([
    [
      'meaning',
      '{"status":"empty","meaning":"\\"find\\" ran and has nothing to show for this request","result":null}',
    ],
    ['bare', ''],
  ] as const)('B121: an empty result continues, reported as "%s"', async (empty, told) => {
    const trial = await run({
      tools: [read(() => '')],
      script: once,
      settings: { ...referenceLoop, empty },
    });
    expect(trial.end.stopReason).toBe('answered');
    expect(trial.model.unused).toBe(0);
    expect(trial.sink.of('observation')[0]?.content).toBe(told);
  });

  it.each([
    [
      'structured',
      '{"error":{"kind":"denied","message":"needs \\"clerk\\"","retryable":false,"recoverable":false,"next":"Ask Ada"}}',
    ],
    ['bare', 'Error: the call failed'],
    [
      'stack',
      'Error: needs "clerk"\n    at find (tools/find.js:41:13)\n    at dispatch (lib/dispatch.js:118:24)\n    at async run (lib/agent.js:77:9)',
    ],
  ] as const)('errors "%s" decides how an error is reported', async (errors, told) => {
    const trial = await run({
      tools: [read(() => deniedResult('needs "clerk"', 'Ask Ada'))],
      script: once,
      settings: { ...referenceLoop, errors },
    });
    expect(trial.sink.of('observation')[0]?.content).toBe(told);
    expect(trial.sink.of('result')[0]?.status).toBe('denied');
  });

  it("the meaning of an empty result is the suite's own where it gives one", async () => {
    const trial = await run({
      tools: [read(() => emptyResult('no open orders', []))],
      script: once,
    });
    expect(trial.sink.of('observation')[0]?.content).toBe(
      '{"status":"empty","meaning":"no open orders","result":[]}',
    );
  });

  it.each([
    ['feedback', 'answered', 2],
    ['stop', 'unrecoverable_tool_error', 1],
  ] as const)('unrecoverable "%s" ends "%s"', async (unrecoverable, stopReason, asked) => {
    const trial = await run({
      tools: [read(() => deniedResult('no'))],
      script: once,
      settings: { ...referenceLoop, unrecoverable },
    });
    expect(trial.end.stopReason).toBe(stopReason);
    expect(trial.model.asked).toHaveLength(asked);
    expect(trial.sink.of('observation')).toHaveLength(1);
  });
});

const rows = Array.from({ length: 300 }, (_, index) => ({
  id: index,
  name: `Row "${index}" 🦉`,
  note: 'n'.repeat(60),
}));

describe('results that are too long', () => {
  it('B119: whole items are left out, the text stays JSON and says how many', async () => {
    const trial = await run({
      tools: [read(() => ({ rows, total: 300 }))],
      script: once,
      settings: results({ maxChars: 2_000 }),
    });
    const [told] = trial.sink.of('observation');
    const value = JSON.parse(told?.content ?? '') as {
      rows: unknown[];
      total: number;
      truncated: unknown;
    };
    expect(told).toMatchObject({
      truncated: true,
      fullChars: JSON.stringify({ rows, total: 300 }).length,
    });
    expect(told?.content.length).toBeLessThanOrEqual(2_000);
    expect(value.total).toBe(300);
    expect(value.rows).toEqual(rows.slice(0, value.rows.length));
    expect(value.rows.length).toBeGreaterThan(10);
    const shown = value.rows.length;
    expect(value.truncated).toEqual([
      { path: '$.rows', unit: 'items', shown, of: 300, omitted: 300 - shown },
    ]);
    expect(trial.sink.of('result')[0]?.value).toEqual({ rows, total: 300 });
  });

  it('text is cut between characters and marked', () => {
    expect(cutResult('🦉'.repeat(50), 61)).toEqual({
      content: `${'🦉'.repeat(13)}\n[cut: 26 of 100 characters shown]`,
      truncated: true,
    });
  });

  it.each([0, 1, 5, 20, 40])('in %i characters there is room for a mark at best', (maxChars) => {
    const { content, truncated } = cutResult({ rows }, maxChars);
    expect(truncated).toBe(true);
    expect(content).toBe(
      `[a result of ${JSON.stringify({ rows }).length} characters was left out: no room]`,
    );
  });

  it('whatever is cut fits, stays JSON and is a part of the whole', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.integer({ min: 0, max: 400 }),
        (value, maxChars) => {
          // `fc.jsonValue` makes JSON by definition.
          const result = value as Parameters<typeof cutResult>[0];
          const whole = typeof result === 'string' ? result : JSON.stringify(result);
          const { content, truncated } = cutResult(result, maxChars);
          if (whole.length <= maxChars) return content === whole && !truncated;
          if (!truncated) return false;
          if (content.startsWith('[a result of')) return true;
          if (content.length > maxChars) return false;
          return typeof result === 'string'
            ? content.includes('[cut: ')
            : JSON.parse(content) !== null;
        },
      ),
    );
  });

  it('a batch shares one budget: short results stay whole, long ones get the rest', async () => {
    const trial = await run({
      tools: [read(({ n }) => 'x'.repeat(Number(n)))],
      script: [
        sayCalls([
          ['find', { n: 100 }],
          ['find', { n: 5_000 }],
          ['find', { n: 3_000 }],
        ]),
        sayText('So.'),
      ],
      settings: results({ maxChars: 4_000, batchChars: 2_100 }),
    });
    const told = trial.sink.of('observation');
    expect(told.map((event) => event.content.length)).toEqual([100, 999, 999]);
    expect(told.map((event) => event.truncated)).toEqual([false, true, true]);
  });

  it('a tool may allow less than the setting', async () => {
    const trial = await run({
      tools: [read(() => 'x'.repeat(500), { maxResultChars: 100 })],
      script: once,
    });
    expect(trial.sink.of('observation')[0]?.content).toHaveLength(99);
  });

  it('mode "page" shows the next items when the same read is asked again', async () => {
    const trial = await run({
      tools: [read(() => ({ rows: rows.slice(0, 30), total: 30 }))],
      script: [
        ...Array.from({ length: 4 }, () => sayCalls([['find', { q: 'a' }]])),
        sayText('All seen.'),
      ],
      settings: {
        ...results({ maxChars: 1_500, mode: 'page' }),
        guards: { ...referenceLoop.guards, repeat: 0, noProgress: 0 },
      },
    });
    const pages = trial.sink.of('observation').map(
      (event) =>
        JSON.parse(event.content) as {
          rows: { id: number }[];
          page: { from: number; to: number; next?: string };
        },
    );
    expect(pages.flatMap((page) => page.rows.map((row) => row.id)).slice(0, 30)).toEqual(
      Array.from({ length: 30 }, (_, index) => index),
    );
    expect(pages[0]?.page).toEqual({
      from: 0,
      to: 13,
      of: 30,
      next: 'Call the tool again with the same arguments for the next items',
    });
    expect(pages[2]?.page.next).toBeUndefined();
    expect(pages[3]?.page.from).toBe(0);
  });

  it('mode "summary" says what the list holds and shows its first items', async () => {
    const trial = await run({
      tools: [read(() => rows)],
      script: once,
      settings: results({ maxChars: 1_000, mode: 'summary' }),
    });
    expect(JSON.parse(trial.sink.of('observation')[0]?.content ?? '')).toEqual({
      summary: {
        items: {
          items: 300,
          fields: {
            id: { given: 300, min: 0, max: 299 },
            name: { given: 300 },
            note: { given: 300 },
          },
        },
      },
      first: { items: rows.slice(0, 3) },
    });
  });

  it('shares never exceed the budget and use it up', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000)), fc.nat(3_000), (lengths, budget) => {
        const shares = shareBudget(lengths, budget);
        const total = shares.reduce((sum, share) => sum + share, 0);
        const wanted = lengths.reduce((sum, length) => sum + length, 0);
        return (
          shares.every((share, index) => share >= 0 && share <= (lengths[index] ?? 0)) &&
          (wanted <= budget ? total === wanted : total === budget)
        );
      }),
    );
  });
});
