import { describe, expect, it } from 'vitest';
import { run, textOf } from '../../testing/loop-bench.ts';
import type { ToolStrike } from '../../core/suite/fault.ts';
import {
  referenceLoop,
  type JournalSettings,
  type LoopSettings,
} from '../../core/suite/loop-settings.ts';
import { deniedResult, errorResult } from '../../core/trial/tool-outcome.ts';
import type { Reconcile, Tool } from '../../core/suite/tool.ts';
import { sayCalls, sayText } from '../../testing/fake-model.ts';
import type { LoopTrial } from '../../testing/loop-trial.ts';
import type { TrialToolBoundary } from '../../boundary/tool/create-tool-boundary.ts';
import { naiveLoop } from '../presets.ts';

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
  ])('%s: effects %#', async (...[, strike, more, effects, stopReason]) => {
    const trial = await run({
      tools: shop(more),
      script: refundTwice,
      strikes: { 'refund#1': strike },
    });
    expect(trial.tools.ledger.count('refund')).toBe(effects);
    expect(trial.end.stopReason).toBe(stopReason);
  });

  it('B096: is unknown, not failed, and the model is asked to check before it repeats', async () => {
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

  const breaks = (): never => {
    throw new TypeError('x');
  };
  it.each<readonly [string, Partial<Tool>, number, string]>([
    [
      'throws after its effect',
      { handler: ({ order }, { effect }) => [effect(textOf(order)), breaks()] },
      1,
      'unknown',
    ],
    [
      'rejects after its effect',
      {
        handler: async ({ order }, { effect, sleep }) => {
          effect(textOf(order));
          await sleep(5);
          return breaks();
        },
      },
      1,
      'unknown',
    ],
    ['throws at an unknown point', { handler: breaks }, 0, 'unknown'],
    ['rejects, as a repeatable write', { handler: breaks, effect: 'idempotent' }, 0, 'unknown'],
    [
      'gives an error after its effect',
      {
        handler: ({ order }, { effect }) => {
          effect(textOf(order));
          return errorResult({ kind: 'conflict', message: 'half of it' });
        },
      },
      1,
      'unknown',
    ],
    [
      'gives isError after its effect',
      {
        handler: ({ order }, { effect }) => {
          effect(textOf(order));
          return { isError: true, content: 'half of it' };
        },
      },
      1,
      'unknown',
    ],
    [
      'gives what JSON cannot say after its effect',
      {
        handler: ({ order }, { effect }) => {
          effect(textOf(order));
          return Number.NaN;
        },
      },
      1,
      'unknown',
    ],
    [
      'gives an error',
      { handler: () => errorResult({ kind: 'conflict', message: 'no' }) },
      0,
      'failed',
    ],
    ['gives a denial', { handler: () => deniedResult('no') }, 0, 'failed'],
    [
      'throws an error result',
      {
        handler: () => {
          throw errorResult({ kind: 'conflict', message: 'no' }) as unknown as Error;
        },
      },
      0,
      'failed',
    ],
    [
      'says that nothing changed, and throws',
      { handler: (_, { noEffect }) => [noEffect(), breaks()] },
      0,
      'failed',
    ],
  ])('a write that %s: %#', async (...[, more, effects, state]) => {
    const trial = await run({
      tools: shop(more),
      script: [refundTwice[0] ?? sayText(''), sayText('So it is.')],
    });
    expect(trial.tools.ledger.count('refund')).toBe(effects);
    expect(statesOf(trial)).toEqual(['intent', state]);
    const told = trial.sink.of('observation')[0]?.content ?? '';
    expect(told.split('It is not known whether').length - 1).toBe(state === 'unknown' ? 1 : 0);
    const isFinal = state === 'unknown' && more.effect === undefined;
    expect(trial.end.stopReason).toBe(isFinal ? 'needs_human' : 'answered');
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

  it('B097: a late commit is waited for and counted, and its late failure is reported', async () => {
    const transfer: Tool = {
      ...(shop()[0] ?? ({} as Tool)),
      timeoutMs: 50,
      handler: async ({ order }, context) => {
        await context.sleep(200);
        context.effect(textOf(order));
        throw new Error('the answer was not wanted any more');
      },
    };
    const trial = await run({
      tools: [transfer],
      script: [refundTwice[0] ?? sayText(''), sayText('It failed')],
    });
    expect(trial.tools.ledger.entries).toMatchObject([{ key: 'o-1', atMs: 200 }]);
    expect(trial.sink.events.map((event) => event.type).slice(-2)).toEqual(['effect', 'guard']);
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
