import { expect, it } from 'vitest';

import type { ModelSpec } from '../../core/suite/suite.ts';
import { describeRehearsal, describeSpent, toDollars } from './describe-spend.ts';
import type { ExpectedSpend } from './rehearse-run.ts';
import type { Spent } from './spend-meter.ts';

const model: ModelSpec = {
  name: 'big',
  nature: 'real',
  about: null,
  price: { inputPerMillion: 10, outputPerMillion: 40 },
  kind: 'openai',
  model: 'big-1',
  baseUrl: null,
  apiKeyEnv: 'KEY',
};
const spend: ExpectedSpend = {
  model,
  requests: 4,
  least: 2,
  most: 20,
  inputTokens: 10_000,
  outputTokens: 500,
};
const record = { mode: 'record', cassettes: 'tapes' } as const;
const none = { lanes: 0, recorded: 0, stale: 0, models: [] };

// 10 000 x 10 and 500 x 40 dollars for a million are 0.12 dollars: 0.03 a request.
it.each([
  [
    spend,
    '(2 to 20, as the model goes on), about 10500 tokens, about $0.1200 ($0.0600 to $0.6000)',
  ],
  [
    { ...spend, most: null },
    '(at least 2; how many more, the agent decides), about 10500 tokens, about $0.1200 ($0.0600 with no upper bound)',
  ],
  [
    { ...spend, model: { ...model, price: null } },
    '(2 to 20, as the model goes on), about 10500 tokens, price unknown (the suite names none)',
  ],
])('says what is likely sent, how far that may be off, and its price', (expected, wanted) => {
  const rehearsal = { ...none, lanes: 3, models: [expected] };
  expect(describeRehearsal(rehearsal, record)).toEqual([
    `Recording 3 lanes into "tapes": about 4 requests to big ${wanted}`,
  ]);
  expect(describeRehearsal({ ...rehearsal, lanes: 1 }, { ...record, mode: 'live' })).toEqual([
    `Asking live models in 1 trial: about 4 requests to big ${wanted}`,
  ]);
});

it('says how many turns of faulted trials are not asked for', () => {
  const plans = [
    { name: 'clean', lanes: 1, requests: 2, price: 0.5 },
    { name: 'standard', lanes: 3, requests: 5, price: null },
    { name: 'own', lanes: 1, requests: 2, price: null },
  ];
  const line = (turns: string, live: number): string =>
    `Faulted trials: ${turns} from the recordings of their clean trials, ${live} live (\`--no-fork\` asks for all of them)`;
  const rehearsal = { ...none, lanes: 5, models: [spend], plans, shared: 9 };
  expect(describeRehearsal(rehearsal, record)[2]).toBe(line('9 turns', 7));
  expect(describeRehearsal({ ...none, shared: 1 }, record)).toEqual([
    'Nothing is sent: 0 requests',
    line('1 turn', 0),
  ]);
  expect(describeRehearsal({ ...rehearsal, shared: 0 }, record)).toHaveLength(2);
});

it('says what each fault plan takes where there are several', () => {
  const plans = [
    { name: 'clean', lanes: 1, requests: 2, price: 0.5 },
    { name: 'standard', lanes: 3, requests: 1, price: null },
  ];
  const rehearsal = { ...none, lanes: 4, models: [spend], plans };
  expect(describeRehearsal(rehearsal, record)[1]).toBe(
    'Of these, clean: 1 lane, 2 requests, $0.5000; standard: 3 lanes, 1 request',
  );
  expect(describeRehearsal({ ...rehearsal, plans: plans.slice(0, 1) }, record)).toHaveLength(1);
});

it('a model that is asked nothing has a price of nothing', () => {
  const idle = { ...spend, requests: 0, least: 0, most: 2, inputTokens: 0, outputTokens: 0 };
  expect(describeRehearsal({ ...none, lanes: 1, models: [idle] }, record)[0]).toMatch(
    /about \$0\.0000 \(\$0\.0000 to \$0\.0000\)$/u,
  );
});

it.each([
  [none, []],
  [{ ...none, recorded: 1 }, ['1 lane recorded already: nothing is sent for it']],
  [{ ...none, recorded: 2 }, ['2 lanes recorded already: nothing is sent for them']],
  [
    { ...none, recorded: 2, stale: 1 },
    [
      '2 lanes recorded already: nothing is sent for them',
      '1 recorded lane no longer answers the present requests; `--stale` records it again, without it nothing is sent for it',
    ],
  ],
  [
    { ...none, stale: 2 },
    [
      '2 recorded lanes no longer answer the present requests; `--stale` records them again, without it nothing is sent for them',
    ],
  ],
])('says of %j what recordings answer', (rehearsal, wanted) => {
  expect(describeRehearsal(rehearsal, record)).toEqual(['Nothing is sent: 0 requests', ...wanted]);
  const lines = describeRehearsal({ ...rehearsal, lanes: 1, models: [spend] }, record);
  expect(lines.slice(1)).toEqual(wanted);
});

const sent: Spent = {
  model: 'big',
  requests: 1,
  inputTokens: 12,
  outputTokens: 3,
  price: 0.25,
  isEstimate: false,
};

it.each<readonly [readonly Spent[], readonly string[]]>([
  [[], []],
  [[sent], ['Sent 1 request to big: 12 input and 3 output tokens, $0.2500']],
  [
    [{ ...sent, requests: 2, isEstimate: true, price: null }],
    [
      'Sent 2 requests to big: 12 input and 3 output tokens (counted by characters where the provider did not say), price unknown',
    ],
  ],
  [
    [sent, { ...sent, model: 'small', requests: 2, price: 0.5 }],
    [
      'Sent 1 request to big: 12 input and 3 output tokens, $0.2500',
      'Sent 2 requests to small: 12 input and 3 output tokens, $0.5000',
      'Sent 3 requests in all: $0.7500',
    ],
  ],
  [
    [sent, { ...sent, model: 'small', price: null }],
    [
      'Sent 1 request to big: 12 input and 3 output tokens, $0.2500',
      'Sent 1 request to small: 12 input and 3 output tokens, price unknown',
      'Sent 2 requests in all: $0.2500 and what models without a price cost',
    ],
  ],
])('says of %j what was sent', (spent, wanted) => {
  expect(describeSpent(spent)).toEqual(wanted);
});

it.each([
  [0, '$0.0000'],
  [0.000_25, '$0.000250'],
  [0.001, '$0.0010'],
  [12.5, '$12.5000'],
])('%d dollars are %s', (price, text) => {
  expect(toDollars(price)).toBe(text);
});
