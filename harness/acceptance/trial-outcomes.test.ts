import { expect, it } from 'vitest';

import type { AgentContext } from '../core/suite/agent.ts';
import type { Fault, FaultAddress } from '../core/suite/fault.ts';
import type { Suite } from '../core/suite/suite.ts';
import { RigError } from '../core/rig-error.ts';
import { CassetteMissError } from '../core/talk/cassette.ts';
import type { EventBody } from '../core/trial/transcript.ts';
import {
  type Body,
  done,
  makeSuite,
  payer,
  recordOf,
  runOneGroup as run,
  type Session,
} from '../testing/group-bench.ts';

const asked = (turn: number, attempt = 1): EventBody => ({
  type: 'request',
  turn,
  attempt,
  messages: 1,
  offered: [],
});

const at = (turn: number | '*', attempt: number | '*' = 1): FaultAddress => ({
  on: 'model',
  turn,
  attempt,
});

it.each<[string, readonly FaultAddress[], string]>([
  ['a turn that was begun', [at(1)], 'nothing_to_strike'],
  ['a later turn that was begun', [at(2)], 'nothing_to_strike'],
  ['any turn', [at('*')], 'nothing_to_strike'],
  ['any attempt', [at(2, '*')], 'nothing_to_strike'],
  ['a turn that never came', [at(3)], 'unreachable'],
  ['an attempt that never came', [at(1, 2)], 'unreachable'],
  ['an attempt of another turn', [at(2, 3)], 'unreachable'],
  ['a place that was reached and one that was not', [at(1), at(3)], 'unreachable'],
])('a fault of the model that never struck, at %s', async (_name, addresses, code) => {
  const faults = addresses.map((address, index): Fault => ({
    name: `f${index}`,
    address,
    inject: { kind: 'context_length' },
  }));
  const { trials } = await run(makeSuite(payer(1)), {
    plans: { presets: [], named: [{ name: 'p', faults, byHand: false }] },
    session: { emits: [asked(1), asked(2), asked(1, 3)] },
  });
  const why =
    code === 'unreachable'
      ? 'the conversation did not reach its place'
      : 'its place was reached, and what it changes was not there';
  const names = faults.map(({ name }) => `"${name}"`).join(', ');
  expect(trials.map(({ record }) => record.outcome)).toEqual([
    { status: 'finished', stopReason: 'answered' },
    { status: 'skipped', code, cause: `Fault ${names} never struck: ${why}` },
  ]);
});

it.each([
  [1, 1, 'nothing_to_strike'],
  [2, 2, 'nothing_to_strike'],
  [1, 2, 'unreachable'],
])('with %s calls, the place of call %s was: %s', async (times, call, code) => {
  const silent: Body = async (_args, { effect }) => {
    effect('A');
    return await Promise.resolve(null);
  };
  const fault: Fault = {
    name: 'f',
    address: { on: 'tool', tool: 'pay', call },
    inject: { kind: 'planted_instruction', tool: 'pay' },
  };
  const { trials } = await run(makeSuite(payer(times), { handler: silent }), {
    plans: { presets: [], named: [{ name: 'p', faults: [fault], byHand: false }] },
  });
  expect(trials[1]?.record.outcome).toMatchObject({ status: 'skipped', code });
});

it.each<[Session['unused'], string]>([
  [{ of: 'script', replies: 1 }, '1 reply of the script was never asked for'],
  [{ of: 'script', replies: 2 }, '2 replies of the script were never asked for'],
  [{ of: 'recording', replies: 1 }, '1 recorded reply was never asked for'],
  [{ of: 'recording', replies: 2 }, '2 recorded replies were never asked for'],
])('says how much of what was there was not played: %j', async (unused, text) => {
  const session = unused === undefined ? {} : { unused };
  const { events } = recordOf(await run(makeSuite(payer(1)), { session }));
  const guards = events.filter(({ type }) => type === 'guard');
  expect(guards).toMatchObject([{ text: `${text}: the conversation ended before` }]);
});

it.each([true, false])('keeps that answers were streamed: %s', async (streamed) => {
  const record = recordOf(await run(makeSuite(payer(1)), { session: { streamed } }));
  expect(record.streamed ?? false).toBe(streamed);
  expect('streamed' in record).toBe(streamed);
});

const refusedWith = (status: number): EventBody => ({
  type: 'model_error',
  turn: 1,
  attempt: 1,
  from: 'live',
  durationMs: 0,
  error: {
    kind: 'http',
    code: `http_${status}`,
    status,
    retryable: false,
    retryAfterMs: null,
    message: 'No',
    deviations: [],
  },
});

it.each([
  [400, { status: 'finished', stopReason: 'model_error' }],
  [500, { status: 'invalid', code: 'provider_error' }],
])('of what a provider answers, %s to an own agent is %j', async (status, outcome) => {
  const result = await run(makeSuite(payer(1)), { session: { emits: [refusedWith(status)] } });
  expect(recordOf(result).outcome).toMatchObject(outcome);
});

it('calls that a reply of the model holds are judged, whatever agent asked', async () => {
  const calls = [{ id: 'c', name: 'pay', argumentsText: '{}' }];
  // An agent that looks at none of them.
  const idle = async (): Promise<typeof done> => await Promise.resolve(done);
  const { events } = recordOf(await run(makeSuite(idle), { session: { calls } }));
  expect(events.filter(({ type }) => type === 'judged')).toMatchObject([{ name: 'pay' }]);
});

it('an agent is given what its variant says', async () => {
  const seen: AgentContext[] = [];
  const suite = makeSuite(async (context) => {
    seen.push(context);
    return await Promise.resolve(done);
  });
  const [first] = suite.toolsets;
  if (first === undefined) throw new Error('No toolset');
  const toolsets = [{ ...first, id: 'other', tools: [] }, first];
  await run({ ...suite, toolsets });
  const [context] = seen;
  expect(context).toMatchObject({ modelName: suite.variants[0]?.model, turns: ['Pay A.'] });
  expect(context?.toolset.tools.map(({ name }) => name)).toEqual(['pay']);
});

it('the model of a request is the one that the provider knows', async () => {
  const seen: string[] = [];
  const suite = makeSuite(async ({ modelName }) => {
    seen.push(modelName);
    return await Promise.resolve(done);
  });
  const name = suite.variants[0]?.model ?? '';
  const spec = {
    kind: 'openai',
    name,
    model: 'gpt-next',
    nature: 'real',
    about: null,
    price: null,
  };
  // A trial reads no more than this of a model.
  const models = [{ ...spec, name: 'another', model: 'x' }, spec] as unknown as Suite['models'];
  await run({ ...suite, models });
  expect(seen).toEqual(['gpt-next']);
});

it('a variant whose toolset is gone cannot be measured', async () => {
  const suite = makeSuite(payer(1));
  const { outcome } = recordOf(await run({ ...suite, toolsets: [] }));
  expect(outcome).toMatchObject({ status: 'invalid', code: 'toolset_unknown', detail: [] });
});

const miss = new CassetteMissError('Not recorded', {
  lane: 'shop/one/v/none/r1',
  reason: 'changed',
  differences: [
    { part: 'user', recorded: 'a', now: null },
    { part: 'tools', recorded: null, now: 'b' },
  ],
  remedy: 'record',
});

it.each<[string, unknown, object]>([
  [
    'a miss',
    miss,
    {
      code: 'cassette_changed',
      cause: 'Not recorded',
      detail: ['user: recorded a, now nothing', 'tools: recorded nothing, now b'],
    },
  ],
  ['an error of the rig', new RigError('ODD_THING', 'Odd'), { code: 'odd_thing', cause: 'Odd' }],
  ['any other error', new TypeError('x is not y'), { code: 'harness_error', cause: 'x is not y' }],
  ['no error at all', 'down', { code: 'harness_error', cause: 'down' }],
])('a trial that cannot begin is INVALID, by %s', async (_name, refuses, outcome) => {
  const result = await run(makeSuite(payer(1)), { session: { refuses } });
  expect(recordOf(result).outcome).toMatchObject({ status: 'invalid', detail: [], ...outcome });
  expect(recordOf(result).events).toEqual([]);
  expect(result.ends).toEqual([]);
});

it('a conversation that was cut by its own limit is not sealed, and nothing of it is drained', async () => {
  const suite = makeSuite(async () => await new Promise<never>(() => undefined));
  const variants = suite.variants.map((variant) => ({
    ...variant,
    settings: { ...variant.settings, guards: { ...variant.settings.guards, deadlineMs: 1 } },
  }));
  const unused = { of: 'script', replies: 2 } as const;
  const result = await run({ ...suite, variants }, { session: { unused } });
  const { events, outcome } = recordOf(result);
  expect(outcome).toEqual({ status: 'finished', stopReason: 'deadline' });
  expect(result.ends).toEqual(['abandon']);
  expect(events.flatMap((event) => (event.type === 'guard' ? [event.guard] : []))).toEqual([
    'deadlineMs',
  ]);
});

it('a handler that never settles is named, and so is the state in the end', async () => {
  const never: Body = async () => await new Promise(() => undefined);
  const { events } = recordOf(await run(makeSuite(payer(1), { handler: never })));
  expect(events.flatMap((event) => (event.type === 'guard' ? [event.guard] : []))).toContain(
    'handler_unsettled',
  );
  expect(events.slice(-2)).toMatchObject([
    { type: 'end', stopReason: 'answered', text: 'Paid.' },
    { type: 'state', state: {} },
  ]);
});
