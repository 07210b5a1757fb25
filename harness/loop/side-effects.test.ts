import { describe, expect, it } from 'vitest';
import type { ToolStrike } from '../core/fault.ts';
import { referenceLoop, type JournalSettings, type LoopSettings } from '../core/loop-settings.ts';
import { emptyResult, errorResult } from '../core/tool-outcome.ts';
import type { Reconcile, Tool } from '../core/tool.ts';
import { failWith, sayCalls, sayText } from '../testing/fake-model.ts';
import { runLoopTrial, type LoopTrial, type LoopTrialSetup } from '../testing/loop-trial.ts';
import { createToolBoundary, type TrialToolBoundary } from '../tool/create-tool-boundary.ts';
import { naiveLoop } from './presets.ts';
import { conversationBreak, runReferenceLoop } from './run-reference-loop.ts';

const by = { agent: runReferenceLoop, createTools: createToolBoundary };

function run(setup: LoopTrialSetup): Promise<LoopTrial<TrialToolBoundary>> {
  return runLoopTrial(by, setup);
}

const lost = { fault: 'f', kind: 'k' } as const;
const loseRequest: ToolStrike = { ...lost, type: 'lose_request' };
const loseResponse: ToolStrike = { ...lost, type: 'lose_response' };
const late: ToolStrike = { ...lost, type: 'late_response', delayMs: 5_000 };
const brokenAfter: ToolStrike = {
  ...lost,
  type: 'fail_after',
  error: {
    kind: 'unavailable',
    message: 'The service answered 503',
    retryable: true,
    recoverable: false,
  },
};

/** A refund that must happen once, and the read that shows it. */
function shop(more: Partial<Tool> = {}): readonly Tool[] {
  const refund: Tool = {
    name: 'refund',
    description: 'Refunds an order',
    parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    effect: 'irreversible',
    keyFields: ['order'],
    handler: ({ order }, { world, effect }) => {
      world[String(order)] = 'refunded';
      effect(String(order));
      return { refunded: order ?? null };
    },
    ...more,
  };
  const get: Tool = {
    name: 'get_order',
    description: 'Shows an order',
    parameters: { type: 'object' },
    effect: 'read',
    handler: ({ order }, { world }) => ({ state: world[String(order)] ?? 'paid' }),
  };
  return [refund, get];
}

const readBack: Reconcile = {
  tool: 'get_order',
  toArguments: ({ order }) => ({ order }),
  happened: (result) => JSON.stringify(result) === '{"state":"refunded"}',
};

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

describe('a write whose answer is lost', () => {
  it.each([
    ['B096: lost after commit, no way to read it back', loseResponse, {}, 1, 'needs_human'],
    ['B096: lost before commit, no way to read it back', loseRequest, {}, 0, 'needs_human'],
    ['lost after commit, read back', loseResponse, { reconcile: readBack }, 1, 'answered'],
    ['lost before commit, read back', loseRequest, { reconcile: readBack }, 1, 'answered'],
    ['late, read back', late, { reconcile: readBack }, 1, 'answered'],
    ['broken after commit, read back', brokenAfter, { reconcile: readBack }, 1, 'answered'],
    ['lost after commit, keyed service', loseResponse, { serviceDedupe: true }, 1, 'answered'],
    ['late, keyed service', late, { serviceDedupe: true }, 1, 'answered'],
    ['lost before commit, keyed service', loseRequest, { serviceDedupe: true }, 1, 'answered'],
  ])('%s: effects %#', async (_, strike, more, effects, stopReason) => {
    const trial = await run({
      tools: shop(more),
      script: refundTwice,
      strikes: { 'refund#1': strike },
    });
    expect(trial.tools.ledger.count('refund')).toBe(effects);
    expect(trial.end.stopReason).toBe(stopReason);
  });

  it('B096: is unknown, not failed, and the model is told to look before it repeats', async () => {
    const trial = await run({
      tools: shop(),
      script: refundTwice,
      strikes: { 'refund#1': loseResponse },
    });
    expect(statesOf(trial)).toEqual(['intent', 'unknown']);
    const told: unknown = JSON.parse(trial.sink.of('observation')[0]?.content ?? '');
    expect(told).toEqual({
      error: {
        kind: 'timeout',
        message: 'No answer from "refund" within 30000 ms. It is not known whether it was done',
        retryable: false,
        recoverable: false,
        hint: 'Check before repeating it: it may have been done',
      },
    });
  });

  it('a service that breaks says nothing of the write: unknown, whatever its error claims', async () => {
    const trial = await run({
      tools: shop(),
      script: [refundTwice[0] ?? sayText(''), sayText('I do not know.')],
      strikes: { 'refund#1': brokenAfter },
    });
    expect(trial.end).toEqual({ stopReason: 'needs_human', text: 'I do not know.' });
    expect(trial.sink.of('observation')[0]?.content).toContain('"retryable":false');
  });

  it.each([
    ['B096: one double effect', loseResponse, 2],
    ['B096: none when the request was lost', loseRequest, 1],
  ])('a naive loop repeats it blindly: %s', async (_, strike, effects) => {
    const trial = await run({
      tools: shop({ reconcile: readBack }),
      script: [refundTwice[0] ?? sayText(''), sayText('done')],
      settings: naiveLoop,
      strikes: { 'refund#1': strike },
    });
    expect(trial.tools.ledger.count('refund', 'o-1')).toBe(effects);
    expect(trial.sink.of('delivery')).toHaveLength(2);
  });

  it('the setting "retry" repeats an unknown write under the same key', async () => {
    const trial = await run({
      tools: shop(),
      script: [refundTwice[0] ?? sayText(''), sayText('done')],
      settings: journal({ unknown: 'retry' }),
      strikes: { 'refund#1': loseResponse },
    });
    expect(trial.tools.ledger.count('refund')).toBe(2);
    const keys = trial.sink.of('delivery').map((event) => event.idempotencyKey);
    expect(keys).toEqual(['c1/refund:{"order":"o-1"}', 'c1/refund:{"order":"o-1"}']);
  });

  it("B097: a late commit is waited for and counted, and its late failure is nobody's", async () => {
    const transfer: Tool = {
      ...(shop()[0] ?? ({} as Tool)),
      timeoutMs: 50,
      handler: async ({ order }, context) => {
        await context.sleep(200);
        context.effect(String(order));
        throw new Error('the answer was not wanted any more');
      },
    };
    const trial = await run({
      tools: [transfer],
      script: [refundTwice[0] ?? sayText(''), sayText('It failed')],
    });
    expect(trial.tools.ledger.entries).toMatchObject([{ key: 'o-1', atMs: 200 }]);
    expect(trial.sink.events.map((event) => event.type).slice(-1)).toEqual(['effect']);
  });

  it.each(['virtual', 'real'] as const)(
    'B098: a %s tool that never returns ends as a timeout',
    async (time) => {
      const stuck: Tool = {
        name: 'get_a',
        description: 'Never returns',
        parameters: { type: 'object' },
        effect: 'read',
        time,
        timeoutMs: 5,
        handler: () => new Promise(() => undefined),
      };
      const trial = await run({
        tools: [stuck],
        script: [sayCalls([['get_a', {}]]), sayText('No answer.')],
      });
      expect(trial.end.stopReason).toBe('answered');
      expect(trial.sink.of('result').map((event) => event.status)).toEqual(['timeout', 'timeout']);
    },
  );
});

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
    ['in another conversation', {}, ['Refund o-1', conversationBreak, 'Refund o-1'], 2],
    [
      'in another conversation, scope "trial"',
      { scope: 'trial' },
      ['Refund o-1', conversationBreak, 'Refund o-1'],
      1,
    ],
    ['later in the same conversation', {}, ['Refund o-1', 'yes', 'yes'], 1],
  ] as const)('the same order %s: %#', async (_, own, turns, effects) => {
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
  ] as const)('onDuplicate "%s" decides what a second hit is told', async (onDuplicate, told) => {
    const trial = await run({
      tools: shop(),
      script: refundTwice,
      settings: journal({ onDuplicate }),
    });
    expect(trial.sink.of('observation')[1]?.content).toBe(told);
    expect(trial.tools.ledger.count('refund')).toBe(1);
  });

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
});
