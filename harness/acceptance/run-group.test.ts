import { expect, it } from 'vitest';

import type { AgentContext } from '../core/suite/agent.ts';
import type { Fault } from '../core/suite/fault.ts';
import type { Lane } from '../core/suite/lane.ts';
import { RigError } from '../core/rig-error.ts';
import { CassetteMissError } from '../core/talk/cassette.ts';
import type { EventBody } from '../core/trial/transcript.ts';
import type { LateEffect } from '../run/trial/transcript.ts';
import {
  type Body,
  makeSuite,
  payer,
  recordOf,
  runOneGroup as run,
  typesOf,
} from '../testing/group-bench.ts';

it('counts effects that come when the conversation is over, before the end is written', async () => {
  const late: Body = async (_args, { effect, sleep }) => {
    await sleep(60_000);
    effect('A');
    return 'paid';
  };
  const heard: LateEffect[] = [];
  const onLateEffect = (_lane: Lane, effect: LateEffect): void => void heard.push(effect);
  const record = recordOf(await run(makeSuite(payer(1), { handler: late }), { onLateEffect }));
  const types = typesOf(record);
  expect(types.filter((type) => type === 'effect').length).toBe(1);
  expect(types.indexOf('effect')).toBeLessThan(types.indexOf('end'));
  expect(heard).toEqual([]);
});

it('gives up what never rests, and says so', async () => {
  const restless: Body = async (_args, { sleep }) => {
    for (;;) await sleep(10);
  };
  const record = recordOf(await run(makeSuite(payer(1), { handler: restless })));
  expect(record.events.flatMap((event) => (event.type === 'guard' ? [event.guard] : []))).toContain(
    'drain',
  );
});

const toFault = (call: number, name = `f${call}`): Fault => ({
  name,
  address: { on: 'tool', tool: 'pay', call },
  inject: { kind: 'lost_after_commit' },
});
const byHand = (call: number): object => ({
  on: `tool(pay).call(${call})`,
  inject: { kind: 'lost_after_commit' },
});

it.each([
  { name: 'it struck', calls: [1], status: 'finished' },
  { name: 'it never struck', calls: [2], status: 'invalid' },
  { name: 'one of two never struck', calls: [1, 2], status: 'invalid' },
])("a scenario's own fault that never struck is INVALID: $name", async ({ calls, status }) => {
  const { trials } = await run(makeSuite(payer(1), { faults: calls.map(byHand) }));
  expect(trials.map(({ plan }) => [plan.name, plan.byHand])).toEqual([['scenario', true]]);
  const { outcome } = recordOf({ trials });
  expect(outcome.status).toBe(status);
  if (outcome.status === 'invalid') expect(outcome.code).toBe('fault_not_reached');
});

it.each([
  { name: 'it struck', calls: [1], status: 'finished', code: undefined },
  { name: 'no call came to it', calls: [2], status: 'skipped', code: 'unreachable' },
  { name: 'one of two struck', calls: [1, 2], status: 'finished', code: undefined },
  { name: 'none of two', calls: [2, 3], status: 'skipped', code: 'unreachable' },
])('a fault of a plan for many that never struck skips the trial: $name', async (row) => {
  const named = [{ name: 'p', faults: row.calls.map((call) => toFault(call)), byHand: false }];
  const { trials } = await run(makeSuite(payer(1)), { plans: { presets: [], named } });
  expect(trials.map(({ plan }) => plan.name)).toEqual(['none', 'p']);
  const outcome = trials[1]?.record.outcome;
  expect([outcome?.status, outcome?.status === 'skipped' ? outcome.code : undefined]).toEqual([
    row.status,
    row.code,
  ]);
});

it.each([
  {
    name: 'an empty result leaves nothing to change',
    tool: 'pay',
    call: 1,
    code: 'nothing_to_strike',
  },
  { name: 'of any tool', tool: '*', call: 1, code: 'nothing_to_strike' },
  { name: 'at every call', tool: 'pay', call: '*', code: 'nothing_to_strike' },
  { name: 'at another call', tool: 'pay', call: 2, code: 'unreachable' },
  { name: 'of another tool', tool: 'other', call: 1, code: 'unreachable' },
] as const)('tells a place that was reached from one that was not: $name', async (row) => {
  const address = { on: 'tool', tool: row.tool, call: row.call } as const;
  const fault: Fault = { name: 'f', address, inject: { kind: 'planted_instruction', tool: 'pay' } };
  const silent: Body = async (_args, { effect }) => {
    effect('A');
    return await Promise.resolve(null);
  };
  const { trials } = await run(makeSuite(payer(1), { handler: silent }), {
    plans: { presets: [], named: [{ name: 'p', faults: [fault], byHand: false }] },
  });
  const outcome = trials[1]?.record.outcome;
  expect(outcome?.status === 'skipped' ? outcome.code : outcome?.status).toBe(row.code);
});

const presetOf = (name: string) => ({
  plans: { presets: ['standard'], named: [{ name: 'own', faults: [toFault(1)], byHand: false }] },
  presetPlans: () => [{ name, faults: [toFault(1)], byHand: false }],
});

it('runs the clean trial first, then own plans, then those of presets', async () => {
  const { trials } = await run(makeSuite(payer(1)), presetOf('standard.x'));
  expect(trials.map(({ plan }) => plan.name)).toEqual(['none', 'own', 'standard.x']);
});

it('takes no places of presets from a clean trial that could not be measured', async () => {
  const failure = new RigError('SOMETHING', 'Broken');
  const { trials } = await run(makeSuite(payer(1)), {
    ...presetOf('standard.x'),
    session: { failure },
  });
  expect(trials.map(({ plan }) => plan.name)).toEqual(['none', 'own']);
});

it('starts no further trial of a group after an interruption', async () => {
  const stop = new AbortController();
  const suite = makeSuite(payer(1));
  const trials = await run(suite, {
    ...presetOf('standard.x'),
    presetPlans: () => {
      stop.abort();
      return [];
    },
    signal: stop.signal,
  });
  expect(trials.trials.map(({ plan }) => plan.name)).toEqual(['none']);
});

it('runs a trial once more where its recording did not answer', async () => {
  const once = await run(makeSuite(payer(1)));
  expect(once.ends).toEqual(['finish finished']);
  const twice = await run(makeSuite(payer(1)), { session: { again: true } });
  expect(twice.ends).toEqual(['finish finished', 'finish finished']);
});

it.each([
  {
    name: 'a miss',
    failure: new CassetteMissError('Not recorded', {
      lane: 'shop/one/v/none/r1',
      reason: 'changed',
      differences: [{ part: 'user', recorded: 'a', now: null }],
      remedy: 'record',
    }),
    code: /^cassette_/u,
  },
  {
    name: 'an error of the rig',
    failure: new RigError('SOMETHING', 'Broken'),
    code: /^something$/u,
  },
])(
  '$name makes the trial INVALID whatever its agent made of it, and nothing is sealed',
  async (row) => {
    const result = await run(makeSuite(payer(1)), { session: { failure: row.failure } });
    const { outcome } = recordOf(result);
    expect(outcome.status === 'invalid' ? outcome.code : outcome.status).toMatch(row.code);
    expect(result.ends).toEqual(['abandon']);
  },
);

it.each(['CASSETTE_UNWRITABLE', 'CASSETTE_DISK_FULL', 'SPEND_LIMIT'])(
  '%s ends the run, not the trial alone',
  async (code) => {
    const failure = new RigError(code, 'No more');
    await expect(run(makeSuite(payer(1)), { session: { failure } })).rejects.toThrow('No more');
  },
);

it('a conversation that was broken off is thrown on, and nothing of it is sealed', async () => {
  const stop = new AbortController();
  const agent = async (context: AgentContext): Promise<unknown> => {
    stop.abort();
    return await payer(1)(context);
  };
  await expect(run(makeSuite(agent), { signal: stop.signal })).rejects.toThrow();
});

it.each([
  { of: 'script', replies: 0, plan: 'none', guards: [] },
  { of: 'script', replies: 2, plan: 'none', guards: ['script_unused'] },
  { of: 'recording', replies: 1, plan: 'none', guards: ['recording_unused'] },
  { of: 'script', replies: 2, plan: 'p', guards: [] },
  { of: 'recording', replies: 2, plan: 'p', guards: ['recording_unused'] },
] as const)(
  'notes replies that were never asked for: $replies of a $of under $plan',
  async (row) => {
    const named = [{ name: 'p', faults: [toFault(1)], byHand: false }];
    const { of, replies } = row;
    const { trials } = await run(makeSuite(payer(1)), {
      plans: { presets: [], named },
      session: { unused: { of, replies } },
    });
    const trial = trials.find(({ plan }) => plan.name === row.plan);
    expect(
      trial?.record.events.flatMap((event) =>
        event.type === 'guard' && event.guard.endsWith('_unused') ? [event.guard] : [],
      ),
    ).toEqual(row.guards);
  },
);

it('keeps the worst tier of all replayed replies', async () => {
  const replied = (tier: 'exact' | 'allowed' | 'loose' | 'position', turn: number): EventBody => ({
    type: 'reply',
    turn,
    attempt: 1,
    from: 'recorded',
    tier,
    text: 'Paid.',
    refusal: null,
    calls: [],
    stop: 'stop',
    finishReason: 'stop',
    usage: null,
    model: null,
    deviations: [],
    durationMs: 0,
  });
  const tiersOf = async (
    ...tiers: readonly ('exact' | 'allowed' | 'loose' | 'position')[]
  ): Promise<unknown> =>
    recordOf(
      await run(makeSuite(payer(1)), {
        session: { emits: tiers.map((tier, place) => replied(tier, place + 1)) },
      }),
    ).tier;
  expect(await tiersOf()).toBeNull();
  expect(await tiersOf('exact', 'exact')).toBe('exact');
  expect(await tiersOf('exact', 'allowed', 'exact')).toBe('allowed');
  expect(await tiersOf('loose', 'allowed')).toBe('loose');
  expect(await tiersOf('allowed', 'position', 'loose')).toBe('position');
});

it.each([
  { code: 'SCRIPT_EXHAUSTED', plan: 'none', byHand: false, outcome: 'invalid script_exhausted' },
  { code: 'SCRIPT_EXHAUSTED', plan: 'p', byHand: true, outcome: 'invalid script_exhausted' },
  { code: 'SCRIPT_EXHAUSTED', plan: 'p', byHand: false, outcome: 'skipped script_ended' },
  { code: 'SOMETHING', plan: 'p', byHand: false, outcome: 'invalid something' },
])('a script at its end under $plan (by hand: $byHand), $code: $outcome', async (row) => {
  const named = [{ name: 'p', faults: [toFault(1)], byHand: row.byHand }];
  const { trials } = await run(makeSuite(payer(1)), {
    plans: { presets: [], named },
    session: { failure: new RigError(row.code, 'No reply is left') },
  });
  const outcome = trials.find(({ plan }) => plan.name === row.plan)?.record.outcome;
  expect(outcome?.status === 'finished' ? null : `${outcome?.status} ${outcome?.code}`).toBe(
    row.outcome,
  );
});
