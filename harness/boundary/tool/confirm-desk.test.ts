import { describe, expect, it } from 'vitest';
import { base, bench, tool, works } from '../../testing/delivery-bench.ts';
import { emptyResult } from '../../core/trial/tool-outcome.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { toParts } from '../../testing/loop-trial.ts';
import { createToolBoundary } from './create-tool-boundary.ts';

describe('previews', () => {
  it.each<readonly [string, string, Partial<Tool>, unknown]>([
    [
      'of its own',
      '{"a":1}',
      { preview: () => ({ will: 'do' }) },
      { will: 'do', confirm_token: expect.any(String) },
    ],
    [
      'that is text',
      '{"a":1}',
      { preview: () => 'will do' },
      { preview: 'will do', confirm_token: expect.any(String) },
    ],
    [
      'of a tool that has none',
      '{"a":1}',
      {},
      { preview: true, would_call: 'do', arguments: { a: 1 }, confirm_token: expect.any(String) },
    ],
    [
      'though a token is there',
      '{"dry_run":true,"confirm_token":"x"}',
      { preview: () => ({}) },
      { confirm_token: expect.any(String) },
    ],
    ['that finds nothing to do', '{}', { preview: () => emptyResult('nothing to do') }, []],
  ])('%s', async (...[, args, more, value]) => {
    const { deliver, parts, tools } = bench({
      tools: [tool(works, { confirm: 'token', ...more })],
    });
    await deliver(args);
    expect(parts.sink.of('result')[0]?.value).toEqual(value);
    expect(parts.sink.of('delivery')[0]).toMatchObject({ preview: true, confirm: 'preview' });
    expect(tools.ledger.entries).toEqual([]);
  });

  it('tokens differ between trials and arguments, and are the same for the same trial', async () => {
    const tokens = await Promise.all(
      [
        ['a', '{"a":1}'],
        ['a', '{"a":1}'],
        ['b', '{"a":1}'],
        ['a', '{"a":2}'],
      ].map(async ([trialId = '', args]) => {
        const parts = toParts({ tools: [tool(works, { confirm: 'token', preview: () => ({}) })] });
        const tools = createToolBoundary({ ...parts, trialId });
        const [call] = tools.judge(1, [{ id: 'x', name: 'do', argumentsText: args ?? null }]);
        if (call === undefined) throw new Error('One call gives one judgement');
        const options = {
          idempotencyKey: null,
          timeoutMs: 9,
          signal: new AbortController().signal,
        };
        return JSON.stringify((await tools.deliver(call, options)).outcome);
      }),
    );
    expect(tokens[0]).toBe(tokens[1]);
    expect(new Set(tokens).size).toBe(3);
  });

  it('a token is used up where the call arrives, not where it is lost', async () => {
    const { deliver, parts, tools } = bench({
      tools: [tool(works, { confirm: 'token', preview: () => ({}) })],
      strikes: { 'do#2': { ...base, type: 'lose_request' } },
    });
    await deliver('{"a":1}');
    const preview = JSON.stringify(parts.sink.of('result')[0]?.value);
    const args = `{"a":1,${preview.slice(1)}`;
    const told = [await deliver(args), await deliver(args), await deliver(args)];
    expect(told).toEqual(['timeout', 'success', 'success']);
    expect(parts.sink.of('judged').map((event) => event.confirm)).toEqual([
      'preview',
      'confirmed',
      'confirmed',
      'invalid',
    ]);
    expect(tools.ledger.entries.map((entry) => entry.confirmed)).toEqual([true, false]);
  });
});
