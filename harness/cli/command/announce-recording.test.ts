import { expect, it } from 'vitest';

import type { RunOptions } from '../../run/run-options.ts';
import type { ExpectedSpend, Rehearsal } from '../../run/spend/rehearse-run.ts';
import { loadSuite } from '../../suite/load/load-suite.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { toTestRunOptions } from '../../testing/test-run-options.ts';
import type { CliIo } from '../io/cli-io.ts';
import { createMeter, prepareSending, tellSpent } from './announce-recording.ts';

await using scratch = await createScratchFolder();
const model = { name: 'm', model: 'm-1', baseUrl: 'http://127.0.0.1:9/v1' };
await scratch.write(
  'suite.json',
  JSON.stringify({
    name: 'small',
    tools: [{ name: 'f', description: 'F.', effect: 'read', parameters: { type: 'object' } }],
    models: [
      model,
      { ...model, name: 'priced', price: { inputPerMillion: 1, outputPerMillion: 2 } },
    ],
    variants: [
      { name: 'first', model: 'm', default: true },
      { name: 'second', model: 'priced' },
    ],
    scenarios: [{ id: 'a', user: 'Hello', expected: { calls: [] } }],
  }),
);
const suite = await loadSuite(`${scratch.path}/suite.json`);

interface Situation {
  readonly mode?: 'replay' | 'record' | 'live';
  readonly flags?: Parameters<typeof createMeter>[0];
  readonly variants?: readonly string[];
  /** The `deadlineMs` of an agent of the user's own in each chosen variant. */
  readonly deadlineMs?: number;
  readonly baseUrl?: string;
}

function toOptions({
  mode = 'live',
  flags = {},
  variants,
  deadlineMs,
  baseUrl,
}: Situation): RunOptions {
  const changed = suite.variants.map((variant) =>
    deadlineMs === undefined
      ? variant
      : {
          ...variant,
          agent: async () => await Promise.resolve({ stopReason: 'answered' as const, text: '' }),
          settings: { ...variant.settings, guards: { ...variant.settings.guards, deadlineMs } },
        },
  );
  const run = { mode, ...(variants && { variants }), ...(baseUrl !== undefined && { baseUrl }) };
  return {
    ...toTestRunOptions({ ...suite, variants: changed }, scratch.path, {
      ...run,
      cassettes: 'kept',
    }),
    meter: createMeter(flags),
  };
}

/** What is printed on standard error. */
function listen(): { readonly io: CliIo; readonly err: () => string } {
  const lines: string[] = [];
  // The functions under test use nothing but `err`.
  const io = { err: (text: string) => lines.push(text) } as unknown as CliIo;
  return { io, err: () => lines.join('') };
}

const spend = (requests: number, at = 0): ExpectedSpend => {
  const [first, second] = suite.models;
  const found = at === 0 ? first : second;
  if (found === undefined) throw new Error(`no model ${at}`);
  return {
    model: found,
    requests,
    least: requests,
    most: requests,
    inputTokens: 1,
    outputTokens: 1,
  };
};

const toRehearsal = (...models: readonly ExpectedSpend[]): Rehearsal => ({
  lanes: models.length,
  recorded: 0,
  stale: 0,
  models,
});

function announce(situation: Situation, rehearsal: Rehearsal): readonly string[] {
  const { io, err } = listen();
  const options = prepareSending(toOptions(situation), io);
  options.onExpected?.(rehearsal, options);
  return err().split('\n').slice(0, -1);
}

const goes = 'Requests for model "m" go to http://127.0.0.1:9 with no key';
const asks = (requests: string, trials = '1 trial'): string =>
  `Asking live models in ${trials}: about ${requests} to m (${parseInt(requests, 10)} to ${parseInt(requests, 10)}, as the model goes on), about 2 tokens, price unknown (the suite names none)`;
const more = (limit: number): string =>
  `This is more than --max-requests ${limit}: the run will end there, and --resume goes on`;
const waits = (bound: string): string =>
  `The agent of variant "first" waits in real time between its own attempts: ${bound} (guards.deadlineMs)`;

it.each([
  { what: 'one request', rehearsal: toRehearsal(spend(1)), says: [goes, asks('1 request')] },
  { what: 'nothing', rehearsal: toRehearsal(), says: ['Nothing is sent: 0 requests'] },
  {
    what: 'nothing, by an agent that would wait',
    rehearsal: toRehearsal(),
    deadlineMs: 5,
    says: ['Nothing is sent: 0 requests'],
  },
  {
    what: 'as many requests as may be sent',
    rehearsal: toRehearsal(spend(5)),
    flags: { maxRequests: 5 },
    says: [goes, asks('5 requests')],
  },
  {
    what: 'more than may be sent',
    rehearsal: toRehearsal(spend(5)),
    flags: { maxRequests: 4 },
    says: [goes, asks('5 requests'), more(4)],
  },
  {
    what: 'more than may be sent, over two models',
    rehearsal: toRehearsal(spend(3), { ...spend(2, 1), model: spend(2).model }),
    flags: { maxRequests: 4 },
    says: [goes, asks('3 requests', '2 trials'), asks('2 requests', '2 trials'), more(4)],
  },
  {
    what: 'the waits of an agent with a deadline',
    rehearsal: toRehearsal(spend(1)),
    deadlineMs: 1,
    says: [goes, asks('1 request'), waits('at most 1 ms a trial')],
  },
  {
    what: 'the waits of an agent without a deadline',
    rehearsal: toRehearsal(spend(1)),
    deadlineMs: 0,
    says: [goes, asks('1 request'), waits('without a limit')],
  },
])('announces $what', ({ what: _what, rehearsal, says, ...situation }) => {
  expect(announce(situation, rehearsal)).toEqual(says);
});

it('announces where recordings go', () => {
  expect(announce({ mode: 'record' }, toRehearsal(spend(1)))).toEqual([
    goes,
    asks('1 request').replace('Asking live models in 1 trial', 'Recording 1 lane into "kept"'),
  ]);
});

it.each([
  {
    what: 'a model without its key',
    situation: { baseUrl: 'https://api.openai.com/v1' },
    says: /OPENAI_API_KEY is not set/u,
  },
  {
    what: 'a limit on cost without a price',
    situation: { flags: { maxCost: 1 } },
    says: /Cannot hold --max-cost: the suite names no price for model "m"/u,
  },
])('refuses before anything is sent: $what', ({ situation, says }) => {
  expect(() => prepareSending(toOptions(situation), listen().io)).toThrow(says);
  const replayed = toOptions({ ...situation, mode: 'replay' });
  expect(prepareSending(replayed, listen().io)).toBe(replayed);
});

it('takes a limit on cost for a model that has a price', () => {
  const options = toOptions({ flags: { maxCost: 1 }, variants: ['second'] });
  expect(prepareSending(options, listen().io)).toMatchObject({ mode: 'live' });
});

it('limits what its options limit, and nothing else', () => {
  const none = { maxRequests: null, maxCost: null, maxTokens: null, maxTimeMs: null };
  expect(createMeter({}).limits).toEqual(none);
  expect(createMeter({ maxRequests: 1 }).limits).toEqual({ ...none, maxRequests: 1 });
  expect(createMeter({ maxCost: 2 }).limits).toEqual({ ...none, maxCost: 2 });
  expect(createMeter({ maxTokens: 3 }).limits).toEqual({ ...none, maxTokens: 3 });
  expect(createMeter({ maxTime: 4 }).limits).toEqual({ ...none, maxTimeMs: 4 });
});

it('reports what was sent, and nothing where nothing was', () => {
  const meter = createMeter({});
  const quiet = listen();
  tellSpent(meter, quiet.io);
  expect(quiet.err()).toBe('');
  const sent = { inputTokens: 7, outputTokens: 2, price: null, isEstimate: false };
  const loud = listen();
  tellSpent({ ...meter, spent: () => [{ model: 'm', requests: 3, ...sent }] }, loud.io);
  expect(loud.err()).toBe('Sent 3 requests to m: 7 input and 2 output tokens, price unknown\n');
});
