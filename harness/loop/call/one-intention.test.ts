import { describe, expect, it } from 'vitest';
import { run, textOf } from '../../testing/loop-bench.ts';
import type { ToolStrike } from '../../core/suite/fault.ts';
import {
  referenceLoop,
  type JournalSettings,
  type LoopSettings,
} from '../../core/suite/loop-settings.ts';
import { emptyResult, errorResult } from '../../core/trial/tool-outcome.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { failWith, sayCalls, sayText } from '../../testing/fake-model.ts';
import type { LoopTrial } from '../../testing/loop-trial.ts';
import type { TrialToolBoundary } from '../../boundary/tool/create-tool-boundary.ts';
import { naiveLoop } from '../presets.ts';

const lost = { fault: 'f', kind: 'k' } as const;
const loseRequest: ToolStrike = { ...lost, type: 'lose_request' };

/** A refund that must happen once, and the read that shows it. */
function shop(more: Partial<Tool> = {}): readonly Tool[] {
  const refund: Tool = {
    name: 'refund',
    description: 'Refunds an order',
    parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    effect: 'irreversible',
    keyFields: ['order'],
    handler: ({ order }, { world, effect }) => {
      world[textOf(order)] = 'refunded';
      effect(textOf(order));
      return { refunded: order ?? null };
    },
    ...more,
  };
  const get: Tool = {
    name: 'get_order',
    description: 'Shows an order',
    parameters: { type: 'object' },
    effect: 'read',
    handler: ({ order }, { world }) => ({ state: world[textOf(order)] ?? 'paid' }),
  };
  return [refund, get];
}

const refundTwice = [
  sayCalls([['refund', { order: 'o-1' }, 'c1']]),
  sayCalls([['refund', { order: 'o-1' }, 'c2']]),
  sayText('done'),
];

function journal(own: Partial<JournalSettings>): LoopSettings {
  if (referenceLoop.journal === null) throw new Error('The reference loop keeps a journal');
  return { ...referenceLoop, journal: { ...referenceLoop.journal, ...own } };
}

function statesOf(trial: LoopTrial<TrialToolBoundary>): readonly string[] {
  return trial.sink.of('journal').map((event) => event.state);
}

describe('one intention, one effect', () => {
  it('B094: a failed model request is repeated, not the run before it', async () => {
    const trial = await run({
      tools: shop(),
      script: [
        refundTwice[0] ?? sayText(''),
        failWith('http_500', { status: 500 }),
        refundTwice[0] ?? sayText(''),
        sayText('charged'),
      ],
    });
    expect(trial.model.asked.map(({ turn, attempt }) => [turn, attempt])).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
      [3, 1],
    ]);
    expect(trial.tools.ledger.count('refund')).toBe(1);
    expect(trial.sink.of('result').map((event) => event.cached)).toEqual([false, true]);
  });

  it('B094: without a journal the repeated call commits again, and the ledger says so', async () => {
    const trial = await run({
      tools: shop(),
      script: refundTwice,
      settings: { ...referenceLoop, journal: null },
    });
    expect(trial.tools.ledger.count('refund', 'o-1')).toBe(2);
  });

  it('B099: only the attempt that came whole is run', async () => {
    const broken = failWith('stream_cut', { kind: 'truncated_stream' });
    const trial = await run({
      tools: shop(),
      script: [
        broken,
        sayCalls([['refund', { order: 'o-1' }, 'c2']], { text: 'Paying.' }),
        sayText('Paid.'),
      ],
    });
    expect(trial.model.asked[2]?.messages.filter(({ role }) => role === 'assistant')).toHaveLength(
      1,
    );
    expect(trial.tools.ledger.count('refund')).toBe(1);
  });

  it('B101: nine identical calls in one reply are nine attempts, nine answers and one effect', async () => {
    const calls = Array.from(
      { length: 9 },
      (_, index) => ['refund', { order: 'o-1' }, `c${index}`] as const,
    );
    const trial = await run({ tools: shop(), script: [sayCalls(calls), sayText('Done.')] });
    expect(trial.end.stopReason).toBe('answered');
    expect(trial.sink.of('judged')).toHaveLength(9);
    expect(trial.sink.of('observation')).toHaveLength(9);
    expect(trial.tools.ledger.count('refund')).toBe(1);
    expect(trial.model.asked[1]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(9);
    const naive = await run({
      tools: shop(),
      script: [sayCalls(calls), sayText('Done.')],
      settings: naiveLoop,
    });
    expect(naive.tools.ledger.count('refund')).toBe(9);
  });

  it.each([
    ['set twice', [true, true], 1],
    ['set, unset, set', [true, false, true], 3],
  ])('B102: an idempotent write: %s', async (_, values, effects) => {
    const flags: boolean[] = [];
    const setFlag: Tool = {
      name: 'set_flag',
      description: 'Sets a flag',
      parameters: { type: 'object' },
      effect: 'idempotent',
      keyFields: ['k'],
      serviceDedupe: true,
      handler: ({ v }) => flags.push(v === true),
    };
    const calls = values.map((v) => ['set_flag', { k: 'k', v }] as const);
    const trial = await run({ tools: [setFlag], script: [sayCalls(calls), sayText('Set.')] });
    expect(flags).toEqual(values.slice(0, effects));
    expect(trial.tools.ledger.count('set_flag')).toBe(effects);
  });

  it.each([
    ['in another conversation', {}, ['Refund o-1', '/new', 'Refund o-1'], 2],
    [
      'in another conversation, scope "trial"',
      { scope: 'trial' },
      ['Refund o-1', '/new', 'Refund o-1'],
      1,
    ],
    ['later in the same conversation', {}, ['Refund o-1', 'yes', 'yes'], 1],
  ] as const)('the same order %s: %#', async (...[, own, turns, effects]) => {
    const trial = await run({
      tools: shop({ serviceDedupe: true }),
      turns,
      script: [
        ({ messages }) =>
          messages.at(-1)?.role === 'user' ? (refundTwice[0] ?? sayText('')) : sayText('Done.'),
      ],
      forever: true,
      settings: journal(own),
    });
    expect(trial.end.stopReason).toBe('answered');
    expect(trial.tools.ledger.count('refund', 'o-1')).toBe(effects);
  });

  it('after the TTL the same call is a new intention under a new key', async () => {
    const wait: Tool = {
      name: 'wait',
      description: 'Waits',
      parameters: { type: 'object' },
      effect: 'read',
      handler: async (_, context) => context.sleep(1_000),
    };
    const trial = await run({
      tools: [...shop({ serviceDedupe: true }), wait],
      script: [refundTwice[0] ?? sayText(''), sayCalls([['wait', {}]]), ...refundTwice.slice(1)],
      settings: journal({ ttlMs: 999 }),
    });
    expect(trial.tools.ledger.count('refund', 'o-1')).toBe(2);
  });

  it.each([
    [
      'replay',
      '{"cached":true,"note":"This was done before; nothing was done now. This is the first result","result":{"refunded":"o-1"}}',
    ],
    [
      'error',
      '{"error":{"kind":"conflict","message":"\\"refund\\" was done before with these arguments; nothing was done now","retryable":false,"recoverable":true,"next":"Read the present state before anything else"}}',
    ],
  ] as const)(
    'onDuplicate "%s" decides how a second hit is answered',
    async (onDuplicate, told) => {
      const trial = await run({
        tools: shop(),
        script: refundTwice,
        settings: journal({ onDuplicate }),
      });
      expect(trial.sink.of('observation')[1]?.content).toBe(told);
      expect(trial.tools.ledger.count('refund')).toBe(1);
    },
  );

  it('dedupe off at the loop leaves it to a service that knows keys', async () => {
    const settings = journal({ dedupe: false });
    const keyed = await run({
      tools: shop({ serviceDedupe: true }),
      script: refundTwice,
      settings,
    });
    const plain = await run({ tools: shop(), script: refundTwice, settings });
    expect(keyed.tools.ledger.count('refund')).toBe(1);
    expect(plain.tools.ledger.count('refund')).toBe(2);
  });

  it('case and space of declared fields make no second intention', async () => {
    const trial = await run({
      tools: shop({ coerce: { order: 'lower' } }),
      script: [
        sayCalls([['refund', { order: 'O-1 ' }]]),
        sayCalls([['refund', { order: 'o-1' }]]),
        sayText('done'),
      ],
    });
    expect(trial.tools.ledger.entries.map((entry) => entry.key)).toEqual(['O-1 ']);
  });

  it('a write that failed before its effect may be sent again', async () => {
    let isLocked = true;
    const refund = shop()[0] ?? ({} as Tool);
    const trial = await run({
      tools: [
        {
          ...refund,
          handler: (args, context) => {
            if (!isLocked) return refund.handler(args, context);
            isLocked = false;
            return errorResult({ kind: 'conflict', message: 'locked', recoverable: true });
          },
        },
      ],
      script: refundTwice,
    });
    expect(statesOf(trial)).toEqual(['intent', 'failed', 'intent', 'committed']);
    expect(trial.tools.ledger.count('refund')).toBe(1);
  });

  it.each([
    ['a read', 'read', 1],
    ['an idempotent write', 'idempotent', 1],
    ['an irreversible write', 'irreversible', 0],
  ] as const)('a timeout of %s is retried %#', async (_, effect, retries) => {
    const tool: Tool = {
      ...(shop()[0] ?? ({} as Tool)),
      effect,
      handler: () => emptyResult('nothing'),
    };
    const trial = await run({
      tools: [tool],
      script: [refundTwice[0] ?? sayText(''), sayText('done')],
      strikes: { 'refund#1': loseRequest },
    });
    expect(trial.sink.of('delivery')).toHaveLength(1 + retries);
  });

  it.each([
    [0, 'unavailable', 1],
    [2, 'unavailable', 3],
    [2, 'conflict', 1],
  ] as const)('retry.max %i and retry.on decide over a "%s"', async (max, kind, deliveries) => {
    const tool: Tool = {
      ...(shop()[1] ?? ({} as Tool)),
      handler: () => errorResult({ kind, message: 'no' }),
    };
    const settings = {
      ...referenceLoop,
      retry: { ...referenceLoop.retry, max, on: ['unavailable' as const] },
    };
    const trial = await run({
      tools: [tool],
      script: [sayCalls([['get_order', {}]]), sayText('No.')],
      settings,
    });
    expect(trial.sink.of('delivery')).toHaveLength(deliveries);
    expect(trial.clock.nowMs()).toBe(deliveries === 3 ? 1_500 : 0);
  });

  it('a repeated write is answered from the journal, though a check finds the world past it', async () => {
    const [refund] = shop();
    if (refund === undefined) throw new Error('The shop refunds');
    const checked: Tool = {
      ...refund,
      check: ({ order }, { world }) =>
        world[textOf(order)] === 'refunded'
          ? errorResult({ kind: 'conflict', message: 'refunded already' })
          : null,
    };
    const trial = await run({ tools: [checked], script: refundTwice });
    expect(trial.sink.of('judged').map((event) => event.caughtBy)).toEqual([null, 'check']);
    expect(trial.sink.of('refused')).toEqual([]);
    expect(trial.sink.of('result').map((event) => event.cached)).toEqual([false, true]);
  });

  it('what was not done after all is not run against a check', async () => {
    const [refund, get] = shop();
    if (refund === undefined || get === undefined) throw new Error('The shop refunds and shows');
    let checks = 0;
    const trial = await run({
      tools: [
        {
          ...refund,
          reconcile: {
            tool: 'get_order',
            toArguments: ({ order }) => ({ order }),
            happened: () => (checks > 1 ? false : null),
          },
          check: () => {
            checks += 1;
            return checks > 1 ? errorResult({ kind: 'conflict', message: 'closed' }) : null;
          },
        },
        get,
      ],
      script: refundTwice,
      strikes: { 'refund#1': loseRequest },
    });
    expect(trial.sink.of('refused').map((event) => event.error.kind)).toEqual(['conflict']);
    expect(statesOf(trial)).toEqual(['intent', 'unknown', 'failed']);
    expect(trial.tools.ledger.entries).toEqual([]);
  });
});
