import { describe, expect, it } from 'vitest';
import { base, bench, tool, works } from '../../testing/delivery-bench.ts';
import type { ToolStrike } from '../../core/suite/fault.ts';
import { RigError } from '../../core/rig-error.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import { emptyResult, errorResult } from '../../core/trial/tool-outcome.ts';
import type { Tool, ToolHandler } from '../../core/suite/tool.ts';

const unavailable: ToolError = {
  kind: 'unavailable',
  message: '503',
  retryable: true,
  recoverable: false,
};

describe('faults at the tool', () => {
  it.each<readonly [string, ToolStrike, string, readonly number[], number]>([
    ['lose_request', { ...base, type: 'lose_request' }, 'timeout', [], 1_000],
    ['lose_response', { ...base, type: 'lose_response' }, 'timeout', [10], 1_000],
    ['late_response', { ...base, type: 'late_response', delayMs: 500 }, 'timeout', [1_510], 1_000],
    ['slow', { ...base, type: 'slow', delayMs: 500 }, 'success', [510], 510],
    ['too slow', { ...base, type: 'slow', delayMs: 5_000 }, 'timeout', [5_010], 1_000],
    ['deliver_twice', { ...base, type: 'deliver_twice' }, 'success', [10, 20], 20],
    ['fail_before', { ...base, type: 'fail_before', error: unavailable }, 'unavailable', [], 0],
    ['fail_after', { ...base, type: 'fail_after', error: unavailable }, 'unavailable', [10], 10],
    [
      'replace_result',
      {
        ...base,
        type: 'replace_result',
        apply: () => ({ status: 'empty', value: [], meaning: 'm' }),
      },
      'empty',
      [10],
      10,
    ],
  ])('%s', async (...[, strike, told, effectsAtMs, tookMs]) => {
    const { deliver, parts, tools } = bench({ tools: [tool(works)], strikes: { 'do#1': strike } });
    expect(await deliver()).toBe(told);
    expect(tools.ledger.entries.map((entry) => entry.atMs)).toEqual(effectsAtMs);
    expect(parts.sink.of('result').map((event) => event.durationMs)).toEqual([tookMs]);
    expect(parts.sink.of('fault')).toEqual([
      { type: 'fault', ...base, on: 'tool', call: 't1c0', tool: 'do', delivery: 1 },
    ]);
  });

  it.each([
    ['serviceDedupe and a key', true, 'k1', 1],
    ['serviceDedupe without a key', true, undefined, 2],
    ['a key, and a service that knows none', false, 'k1', 2],
  ])('a double delivery with %s', async (...[, serviceDedupe, key, effects]) => {
    const { deliver, parts, tools } = bench({
      tools: [tool(works, { serviceDedupe })],
      strikes: { 'do#1': { ...base, type: 'deliver_twice' } },
    });
    await deliver('{}', key === undefined ? {} : { key });
    expect(tools.ledger.entries).toHaveLength(effects);
    expect(parts.sink.of('delivery').map((event) => event.delivery)).toEqual([1, 2]);
    expect(parts.sink.of('result')).toHaveLength(1);
    expect(tools.ledger.entries.map((entry) => entry.delivery)).toEqual(
      effects === 1 ? [1] : [1, 2],
    );
  });

  it('a keyed service remembers what was done, not what failed', async () => {
    let isUp = false;
    const { deliver, tools } = bench({
      tools: [tool(() => (isUp ? 'done' : errorResult(unavailable)), { serviceDedupe: true })],
    });
    expect(await deliver('{}', { key: 'k' })).toBe('unavailable');
    isUp = true;
    expect(await deliver('{}', { key: 'k' })).toBe('success');
    isUp = false;
    expect(await deliver('{}', { key: 'k' })).toBe('success');
    expect(tools.ledger.entries).toHaveLength(1);
  });

  it('a result that never came is not replaced', async () => {
    const replace: ToolStrike = {
      ...base,
      fault: 'g',
      type: 'replace_result',
      apply: () => ({ status: 'success', value: 1 }),
    };
    const { deliver, parts } = bench({
      tools: [tool(works)],
      strikes: { 'do#1': { ...base, type: 'lose_response' }, 'do#*': replace },
    });
    expect(await deliver()).toBe('timeout');
    expect(parts.sink.of('fault').map((event) => event.fault)).toEqual(['f']);
  });
});

describe('effects', () => {
  it.each<readonly [string, Partial<Tool>, ToolHandler, readonly string[]]>([
    ['a write that does not speak of them has one', {}, () => 'done', ['do:{"a":1}']],
    ['named by its key fields', { keyFields: ['b'] }, () => 'done', ['do:{}']],
    ['a write that says nothing back', {}, () => undefined, ['do:{"a":1}']],
    [
      'a write that names its own',
      {},
      (_, context) => {
        context.effect('x');
        context.effect('y');
      },
      ['x', 'y'],
    ],
    ['a write that changed nothing', {}, (_, context) => context.noEffect(), []],
    ['a write that found nothing to do', {}, () => emptyResult('nothing'), []],
    ['a write that failed', {}, () => errorResult(unavailable), []],
    [
      'a write that failed half-way',
      {},
      (_, context) => {
        context.effect('half');
        throw new Error('x');
      },
      ['half'],
    ],
    ['a write whose result cannot be written as JSON', {}, () => Number.NaN, ['do:{"a":1}']],
    [
      'a write whose result breaks its schema',
      { returns: { type: 'object' } },
      () => 'text',
      ['do:{"a":1}'],
    ],
    ['a read', { effect: 'read' }, () => 'seen', []],
  ])('%s', async (...[, more, handler, keys]) => {
    const { deliver, parts, tools } = bench({ tools: [tool(handler, more)] });
    await deliver();
    expect(tools.ledger.entries.map((entry) => entry.key)).toEqual(keys);
    expect(parts.sink.of('effect').map((event) => event.key)).toEqual(keys);
    expect(tools.ledger.count('do')).toBe(keys.length);
  });

  it('are in the ledger with their place, and late ones too', async () => {
    const late: ToolHandler = async (_, context) => {
      await context.sleep(3_000);
      context.effect('late', { n: 1 });
    };
    const { deliver, parts, tools } = bench({ tools: [tool(late)] });
    expect(await deliver()).toBe('timeout');
    const place = {
      call: 't1c0',
      delivery: 1,
      tool: 'do',
      grade: 'irreversible',
      key: 'late',
      confirmed: true,
      detail: { n: 1 },
    };
    expect(tools.ledger.entries).toEqual([{ ...place, atMs: 3_000 }]);
    expect(parts.sink.events.at(-1)).toEqual({ type: 'effect', ...place });
  });
});

describe('results', () => {
  it.each<readonly [string, Partial<Tool>, ToolHandler, string]>([
    ['a value', {}, () => ({ a: 1 }), 'success'],
    ['nothing from a read', { effect: 'read' }, () => null, 'empty'],
    ['an empty list from a read', { effect: 'read' }, () => [], 'empty'],
    ['nothing from a write', {}, () => null, 'success'],
    ['a value that fits its schema', { returns: { type: 'string' } }, () => 'a', 'success'],
    ['a value that does not', { returns: { type: 'string' } }, () => 1, 'bad_tool_result'],
    [
      'an empty result under a schema',
      { effect: 'read', returns: { type: 'string' } },
      () => emptyResult('none'),
      'empty',
    ],
    ['NaN', {}, () => ({ x: Number.NaN }), 'result_not_serialisable'],
    [
      'a NaN inside a made result',
      {},
      () => emptyResult('none', [Number.NaN]),
      'result_not_serialisable',
    ],
    [
      'an exception',
      {},
      () => {
        throw new Error('x');
      },
      'failed',
    ],
    [
      'a thrown result',
      {},
      () => {
        throw errorResult(unavailable) as unknown as Error;
      },
      'unavailable',
    ],
    [
      'a thrown text',
      {},
      () => {
        throw 'x' as unknown as Error;
      },
      'failed',
    ],
    ['a rejection', {}, () => Promise.reject(new Error('x')), 'failed'],
  ])('%s', async (...[, more, handler, told]) => {
    const { deliver, parts } = bench({ tools: [tool(handler, more)] });
    expect(await deliver()).toBe(told);
    expect(JSON.parse(JSON.stringify(parts.sink.events))).toEqual(parts.sink.events);
  });

  it('keep what was recorded, whatever the handler does with its objects afterwards', async () => {
    const rows = [{ state: 'open' }];
    const handler: ToolHandler = (args) => {
      (args as Record<string, unknown>)['limit'] ??= 20;
      return rows;
    };
    const { deliver, parts } = bench({ tools: [tool(handler)] });
    await deliver();
    rows.push({ state: 'late' });
    const [result] = parts.sink.of('result');
    expect(result).toMatchObject({ value: [{ state: 'open' }], executed: { a: 1, limit: 20 } });
    expect(parts.sink.of('delivery')[0]?.arguments).toEqual({ a: 1 });
  });

  it('trouble of the harness itself is thrown on', async () => {
    const gone: ToolHandler = () => {
      throw new RigError('GONE', 'The back end is gone');
    };
    await expect(bench({ tools: [tool(gone)] }).deliver()).rejects.toThrow('The back end is gone');
  });

  it('what never reaches a tool comes back as its error, under delivery 0', async () => {
    const { deliver, parts } = bench({ tools: [tool(() => 1)] });
    expect(await deliver('{')).toBe('invalid_json');
    expect(parts.sink.of('result')).toMatchObject([
      { delivery: 0, status: 'error', executed: null },
    ]);
    expect(parts.sink.of('delivery')).toEqual([]);
  });

  it('a call is no longer waited for when the trial is stopped, and its handler hears of it', async () => {
    const stop = new AbortController();
    let heard: AbortSignal | null = null;
    const stuck: ToolHandler = (_, context) => {
      heard = context.signal;
      queueMicrotask(() => stop.abort());
      return new Promise(() => undefined);
    };
    const { deliver, parts } = bench({ tools: [tool(stuck)] });
    expect(await deliver('{}', { signal: stop.signal })).toBe('timeout');
    expect(parts.sink.of('result')[0]?.error?.message).toBe(
      '"do" was no longer waited for. It is not known whether it was done',
    );
    expect(heard).toMatchObject({ aborted: true });
    expect(parts.clock.nowMs()).toBe(0);
  });

  it('real work holds the clock of the trial', async () => {
    const real: ToolHandler = () =>
      new Promise((resolve) => setImmediate(() => setImmediate(() => resolve('done'))));
    const { deliver, parts } = bench({ tools: [tool(real, { time: 'real' })] });
    expect(await deliver()).toBe('success');
    expect(parts.clock.nowMs()).toBe(0);
  });
});

describe('what a handler is given', () => {
  it("the same ids and random numbers for the same seed, and the trial's own time", async () => {
    const seen: unknown[] = [];
    const handler: ToolHandler = async (_, context) => {
      const { random, newId, sleep } = context;
      await sleep(5);
      seen.push([newId('r'), newId('x'), random() < 1, context.nowMs, context.idempotencyKey]);
      return 1;
    };
    const { deliver } = bench({ tools: [tool(handler)] });
    await deliver('{}', { key: 'k' });
    await deliver();
    expect(seen).toEqual([
      ['r-1', 'x-1', true, 5, 'k'],
      ['r-2', 'x-2', true, 10, null],
    ]);
  });
});

describe('reading back', () => {
  const get = tool(({ a }) => ({ seen: a ?? null }), { name: 'get', effect: 'read' });
  const options = { idempotencyKey: null, timeoutMs: 1_000, signal: new AbortController().signal };

  it.each([
    ['get', 'success'],
    ['do', 'denied'],
    ['nowhere', 'error'],
  ])('with "%s": %s', async (name, status) => {
    const { parts, tools } = bench({ tools: [tool(works), get] });
    const [call] = tools.judge(1, [{ id: null, name: 'do', argumentsText: '{}' }]);
    if (call === undefined) throw new Error('One call gives one judgement');
    const { outcome } = await tools.read(call, name, { a: 2 }, options);
    expect(outcome.status).toBe(status);
    expect(parts.sink.of('delivery').map((event) => [event.call, event.tool])).toEqual(
      status === 'success' ? [['t1c0', 'get']] : [],
    );
    expect(tools.ledger.entries).toEqual([]);
  });
});
