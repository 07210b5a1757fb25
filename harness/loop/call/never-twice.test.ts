import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ToolStrike } from '../../core/suite/fault.ts';
import { isJsonObject } from '../../json/json.ts';
import { referenceLoop } from '../../core/suite/loop-settings.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { sayCalls, sayText, type ScriptedAnswer } from '../../testing/fake-model.ts';
import { runLoopTrial } from '../../testing/loop-trial.ts';
import { createToolBoundary } from '../../boundary/tool/create-tool-boundary.ts';
import { runReferenceLoop } from '../run-reference-loop.ts';

function createTools(more: Partial<Tool>): readonly Tool[] {
  const pay: Tool = {
    name: 'pay',
    description: 'Pays once',
    parameters: { type: 'object', properties: { to: { enum: ['a', 'b'] } }, required: ['to'] },
    effect: 'irreversible',
    handler: ({ to }, { world, effect }) => {
      world[to === 'a' ? 'a' : 'b'] = true;
      effect(to === 'a' ? 'a' : 'b');
      return { paid: true };
    },
    ...more,
  };
  const get: Tool = {
    name: 'get',
    description: 'Shows whether it was paid',
    parameters: { type: 'object' },
    effect: 'read',
    handler: ({ to }, { world }) => ({ paid: world[to === 'a' ? 'a' : 'b'] === true }),
  };
  return [pay, get];
}

const reconcile: Tool['reconcile'] = {
  tool: 'get',
  toArguments: ({ to }) => ({ to }),
  happened: (result) => isJsonObject(result) && result['paid'] === true,
};

const base = { fault: 'f', kind: 'k' } as const;
const error = { kind: 'unavailable', message: '503', retryable: true, recoverable: false } as const;
const strike = fc.oneof(
  fc.constant<ToolStrike>({ ...base, type: 'lose_request' }),
  fc.constant<ToolStrike>({ ...base, type: 'lose_response' }),
  fc.nat(25_000).map((delayMs): ToolStrike => ({ ...base, type: 'late_response', delayMs })),
  fc.nat(50_000).map((delayMs): ToolStrike => ({ ...base, type: 'slow', delayMs })),
  fc.constant<ToolStrike>({ ...base, type: 'fail_before', error }),
  fc.constant<ToolStrike>({ ...base, type: 'fail_after', error }),
);
const strikes = fc.dictionary(fc.constantFrom('pay#1', 'pay#2', 'pay#3', 'get#1', 'get#2'), strike);
const said = fc.constantFrom<readonly [string, unknown]>(
  ['pay', { to: 'a' }],
  ['pay', { to: 'a' }],
  ['pay', { to: 'b' }],
  ['get', { to: 'a' }],
  ['pay', '{"to":'],
  ['nowhere', {}],
);
const batches = fc.array(fc.array(said, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 5,
});

it.each<readonly [string, Partial<Tool>]>([
  ['that cannot be read back', {}],
  ['that is read back', { reconcile }],
  ['whose service knows keys', { serviceDedupe: true }],
  ['of both kinds', { reconcile, serviceDedupe: true }],
])(
  'whatever is said and lost, an irreversible write %s happens at most once and every call is answered',
  async (_, more) => {
    await fc.assert(
      fc.asyncProperty(batches, strikes, async (turns, struck) => {
        const script: ScriptedAnswer[] = [
          ...turns.map((calls) => sayCalls(calls)),
          sayText('So it is.'),
        ];
        const trial = await runLoopTrial(
          { agent: runReferenceLoop, createTools: createToolBoundary },
          {
            tools: createTools(more),
            script,
            strikes: struck,
            settings: { ...referenceLoop, corrections: 9 },
          },
        );
        const { ledger } = trial.tools;
        expect(Math.max(ledger.count('pay', 'a'), ledger.count('pay', 'b'))).toBeLessThanOrEqual(1);
        // Only a reply at which a guard stopped the trial stays without an answer.
        const handled = new Set(trial.sink.of('observation').map((event) => event.call));
        const last = trial.model.asked.length;
        const open = trial.sink
          .of('judged')
          .filter((event) => !handled.has(event.call) && !event.call.startsWith(`t${last}c`));
        expect(open).toEqual([]);
      }),
      { numRuns: 100 },
    );
  },
);
