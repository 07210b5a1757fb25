import { expect, it } from 'vitest';

import { lostAfterCommit } from '../boundary/fault/build-fault.ts';
import { defineFault } from '../boundary/fault/own/define-fault.ts';
import { defineScorer } from '../core/own/define-scorer.ts';
import type { OwnFault } from '../core/own/own-fault.ts';
import type { OwnScorer } from '../core/own/own-scorer.ts';
import type { RunSummary } from '../core/run.ts';
import { UsageError } from '../core/usage-error.ts';
import { runSuite } from '../api/run-suite.ts';
import { checkInjection } from '../boundary/fault/check-injection.ts';
import { loadGivenSuite } from '../suite/load/load-suite.ts';
import type { PlanInput } from '../suite/input/fault-input.ts';
import type { SuiteInput } from '../suite/input/suite-input.ts';

const staleRead = defineFault({
  kind: 'house_stale_read',
  on: 'tool',
  about: 'A read gives what was true some minutes ago.',
  correct: 'Says how old the figure is, or reads again.',
  phase: 'after',
  trace: 'result',
  costs: 'nothing',
  decides: ['house.says_age'],
  check: ({ minutes }) =>
    typeof minutes === 'number' && minutes > 0 ? null : '"minutes", a number above 0',
  strike: ({ inject }) => ({
    type: 'replace_result',
    apply: (outcome) =>
      outcome.status === 'success'
        ? { status: 'success', value: { stock: 9, ageMinutes: inject['minutes'] ?? 0 } }
        : outcome,
  }),
});

const saysAge: OwnScorer = defineScorer({
  name: 'house.says_age',
  label: 'Says how old',
  better: 'higher',
  unit: 'share',
  meaning: 'Answers after a stale read that say how old it is',
  score: ({ faults, finalText, endEvent }) => {
    if (!faults.some(({ kind, fired }) => kind === 'house_stale_read' && fired > 0)) return null;
    if (finalText?.includes('minutes') === true) return { value: 1 };
    return { value: 0, reasons: [{ code: 'age_not_said', event: endEvent, text: 'No age' }] };
  },
});

function toSuite(
  fault: OwnFault,
  plans: readonly PlanInput[],
  answer = 'There are 3.',
): SuiteInput {
  return {
    name: 'own-faults',
    tools: [
      {
        name: 'stock',
        description: 'Says how many there are.',
        effect: 'read',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        handler: () => ({ stock: 3 }),
      },
    ],
    model: { script: [{ calls: [{ name: 'stock', arguments: {} }] }, answer] },
    scenarios: [{ id: 'ask', user: 'How many?', expected: { calls: [{ tool: 'stock' }] } }],
    scorers: [saysAge],
    faultKinds: [fault],
    plans,
  };
}

async function run(suite: SuiteInput, ...faults: readonly string[]): Promise<RunSummary> {
  const loaded = await loadGivenSuite(suite, 'own-faults.ts', { checkInjection });
  return (await runSuite({ suite: loaded, faults })).summary;
}

const stale: PlanInput = {
  name: 'stale',
  faults: [{ on: 'tool(stock).call(1)', inject: { kind: 'house_stale_read', minutes: 20 } }],
};

it('strikes at its place, is noticed, and its own metric decides whether it was handled', async () => {
  const forgetful = await run(toSuite(staleRead, [stale]), 'stale');
  const counts = { planned: 1, fired: 1, noticed: 1, handled: 0, unreachable: 0 };
  expect(forgetful.faultKinds['house_stale_read']).toEqual(counts);
  const [variant] = Object.values(forgetful.variants);
  expect(variant?.scores['recovery.handled']).toMatchObject({ value: 0 });
  const careful = await run(
    toSuite(staleRead, [stale], 'There are 9, as of 20 minutes ago.'),
    'stale',
  );
  expect(careful.faultKinds['house_stale_read']).toEqual({ ...counts, handled: 1 });
  expect(careful.verdict).toBe('PASS');
});

it('strikes at the model too', async () => {
  const outage = defineFault({
    ...staleRead,
    kind: 'house_outage',
    on: 'model',
    phase: 'before',
    trace: 'error',
    costs: 'attempt',
    decides: ['task.success'],
    check: () => null,
    strike: () => ({
      type: 'replace',
      toExchange: () => ({
        status: 503,
        headers: { 'content-type': 'application/json', 'retry-after-ms': '1' },
        headersAtMs: 1,
        frames: [{ atMs: 1, text: '{"error":{"message":"maintenance"}}' }],
        end: 'complete',
        endAtMs: 2,
      }),
    }),
  });
  const plan = {
    name: 'outage',
    faults: [{ on: 'model.turn(1).attempt(1)', inject: { kind: 'house_outage' } }],
  };
  const summary = await run(toSuite(outage, [plan]), 'outage');
  expect(summary.faultKinds['house_outage']).toMatchObject({ fired: 1, noticed: 1 });
});

it.each<[string, PlanInput['faults'][number], string]>([
  [
    'without its parameter',
    { on: 'tool(stock).call(1)', inject: 'house_stale_read' },
    '"minutes", a number',
  ],
  [
    'at the model',
    { on: 'model.turn(1)', inject: { kind: 'house_stale_read', minutes: 1 } },
    'a fault at the model',
  ],
  ['misspelt', { on: 'tool(stock).call(1)', inject: 'house_stale_raed' }, 'house_stale_raed'],
])('is refused %s when the suite is loaded', async (_name, fault, says) => {
  const suite = toSuite(staleRead, [{ name: 'stale', faults: [fault] }]);
  await expect(run(suite)).rejects.toThrow(says);
});

it.each([
  [{ kind: 'http' }, 'toolrig has a kind "http"'],
  [{ kind: 'X' }, 'expected a name in lower case'],
  [{ decides: [] }, 'expected the names of one or more metrics'],
  [{ decides: ['nothing'] }, '"nothing" is not a metric'],
  [{ costs: undefined }, 'it is missing: expected "nothing" or "attempt" or "task"'],
  [{ on: 'net' }, 'expected "tool" or "model"'],
  [{ strike: async () => await Promise.resolve() }, 'found an async function'],
])(
  'a definition with %o is refused, when it is defined and when a suite has it',
  async (wrong, says) => {
    // What JavaScript lets through.
    const fault = { ...staleRead, ...wrong } as OwnFault;
    expect(() => defineFault(fault)).toThrow(UsageError);
    await expect(run(toSuite(fault, []))).rejects.toThrow(says);
  },
);

it.each<[string, () => unknown, string]>([
  [
    'throws',
    () => {
      throw new Error('my bug');
    },
    'Fault kind "house_stale_read": it threw: my bug',
  ],
  ['gives no strike', () => ({ type: 'explode' }), 'it gave {"type":"explode"}: expected a strike'],
  ['gives nothing', () => undefined, 'it gave nothing: expected a strike of type'],
])(
  'one that %s makes its trial INVALID, and the agent is not blamed',
  async (_name, strike, says) => {
    // What JavaScript lets through.
    const summary = await run(toSuite({ ...staleRead, strike } as OwnFault, [stale]), 'stale');
    expect([summary.verdict, summary.failed]).toEqual(['INVALID', 0]);
    expect(summary.invalidReasons.map(({ text }) => text).join('\n')).toContain(says);
  },
);

it('kinds of the catalogue work beside it', async () => {
  const lost = { name: 'lost', faults: [{ on: 'tool(stock).call(1)', inject: lostAfterCommit() }] };
  const summary = await run(toSuite(staleRead, [stale, lost]), 'lost');
  expect(Object.keys(summary.faultKinds)).toEqual(['timeout_after']);
});
