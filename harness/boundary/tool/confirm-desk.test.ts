import { describe, expect, it } from 'vitest';
import { emptyResult } from '../../core/trial/tool-outcome.ts';
import type { Tool, ToolHandler } from '../../core/suite/tool.ts';
import { toParts, type BoundaryParts, type LoopTrialSetup } from '../../testing/loop-trial.ts';
import { createToolBoundary, type TrialToolBoundary } from './create-tool-boundary.ts';

const base = { fault: 'f', kind: 'k' } as const;

function tool(handler: ToolHandler, more: Partial<Tool> = {}): Tool {
  return {
    name: 'do',
    description: 'Does',
    parameters: { type: 'object' },
    effect: 'irreversible',
    handler,
    ...more,
  };
}

interface Bench {
  readonly parts: BoundaryParts;
  readonly tools: TrialToolBoundary;
  /** Says and delivers one call in a turn of its own, then drains the clock. */
  deliver(
    args?: string,
    more?: { readonly key?: string; readonly signal?: AbortSignal },
  ): Promise<string>;
}

function bench(setup: Omit<LoopTrialSetup, 'script'>): Bench {
  const parts = toParts(setup);
  const tools = createToolBoundary(parts);
  let turn = 0;
  return {
    parts,
    tools,
    deliver: async (args = '{"a":1}', more = {}) => {
      turn += 1;
      const [call] = tools.judge(turn, [{ id: 'x', name: 'do', argumentsText: args }]);
      if (call === undefined) throw new Error('One call gives one judgement');
      const { outcome } = await tools.deliver(call, {
        idempotencyKey: more.key ?? null,
        timeoutMs: 1_000,
        signal: more.signal ?? new AbortController().signal,
      });
      await parts.clock.drain();
      return 'error' in outcome ? outcome.error.kind : outcome.status;
    },
  };
}

/** Works for 10 ms. */
const works: ToolHandler = async (_, { sleep, effect }) => {
  await sleep(10);
  effect('it');
  return 'done';
};

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
