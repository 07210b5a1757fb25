import type { JsonObject, JsonValue } from 'toolrig';

import type { OwnScenario } from './requests.ts';
import type { Act, Saying, Sight, WrittenCall } from './speak.ts';

/** Acts that change a call by what an error says of it. */
const mending = {
  'one-mistake': (sight) =>
    askPrice(sight, [
      { weight_grams: '2 kg', country: 'SE' },
      { weight_grams: 2000, country: 'SE' },
    ]),
  'two-mistakes': (sight) =>
    askPrice(sight, [
      { weight_grams: '45 kg', country: 'SE' },
      { weight_grams: 45_000, country: 'SE' },
      { weight_grams: 22_500, country: 'SE' },
    ]),
  'own-number': (sight) =>
    mend(sight, [
      { tool: 'get_points', arguments: { customer_id: 'c-1' } },
      { tool: 'get_points', arguments: {} },
    ]),
} as const satisfies Partial<Record<OwnScenario, Act>>;

/** Acts that follow a plan. */
const planned: Readonly<Record<Exclude<OwnScenario, keyof typeof mending>, Act>> = {
  'wrong-name': lookAtOrder,
  'half-json': lookAtOrder,
  'three-doors': tryEveryDoor,
  'dearest-parcel': findDearest,
  'busy-stock': ({ turn, answers }) =>
    turn === 1
      ? ['glass', 'bowl', 'lamp', 'blanket'].map((item) => call('check_stock', { item }))
      : answers[0]?.every((text) => field(text, 'in_stock') === true) === true
        ? 'All four are in stock.'
        : 'I could not check all of them.',
  'dead-carrier': ({ turn }) =>
    turn <= 3
      ? [call('track_parcel', { parcel_id: `P-${turn}` })]
      : 'The carrier does not answer at the moment. Please ask again tomorrow.',
  'points-again': ({ turn }) =>
    turn === 2
      ? [call('check_stock', { item: 'letter' })]
      : turn <= 3
        ? [call('add_points', { points: 50, reason: 'letter' })]
        : 'The 50 points are on your account.',
  'points-then-order': ({ turn, answers }) => {
    if (turn === 1) return [call('add_points', { points: 50, reason: 'letter' })];
    if (turn === 2) return [call('get_order', { order_id: 'A-1003' })];
    // What it can no longer read, it takes for not done.
    return turn === 3 && readAdded(answers[0]?.[0] ?? '') === null
      ? [call('add_points', { points: 50, reason: 'letter' })]
      : 'The points are on your account, and A-1003 is paid.';
  },
  'points-anew': ({ turn }) =>
    turn === 1 ? [call('add_points', { points: 50, reason: 'letter' })] : 'I have added 50 points.',
  'same-look': () => [call('get_order', { order_id: 'A-1003' })],
  'back-and-forth': ({ turn }) => [
    call('get_order', { order_id: turn % 2 === 1 ? 'A-1001' : 'A-1002' }),
  ],
  'other-words': ({ turn }) => [call('look_up', { term: `gift wrapping ${turn}` })],
  'ever-more': ({ turn }) =>
    turn <= 4
      ? Array.from({ length: 7 }, (_, index) =>
          call('get_order', { order_id: `C-${3001 + (turn - 1) * 7 + index}` }),
        )
      : 'These were all.',
  'never-ends': ({ turn }) =>
    turn <= 9
      ? [call('get_order', { order_id: `C-${3000 + turn}` })]
      : 'None of them has a red ribbon.',
};

/** What the agent does in the scenarios of this suite. Each has the weakness that its scenario is about. */
export const acts: Readonly<Record<string, Act>> = {
  ...mending,
  ...Object.fromEntries(Object.entries(planned).map(([name, act]) => [name, patient(act)])),
};

/** Sends a reply again when its calls could not be read, or were held back for another: such a round counts for nothing. */
function patient(act: Act): Act {
  return ({ answers }) => {
    const heard = answers.filter((batch) => !batch.some(isUnread));
    return act({ turn: heard.length + 1, answers: heard });
  };
}

const unread: ReadonlySet<string> = new Set([
  'invalid_json',
  'invalid_arguments',
  'unknown_tool',
  'tool_batch_rejected',
]);

function isUnread(text: string): boolean {
  const kind = field(text, 'error.kind');
  return typeof kind === 'string' && unread.has(kind);
}

function lookAtOrder({ turn }: Sight): Saying {
  return turn === 1 ? [call('get_order', { order_id: 'A-1001' })] : 'It was placed on 12 May 2026.';
}

function call(tool: string, args: JsonObject): WrittenCall {
  return { tool, arguments: args };
}

/**
 * Writes the next form of a call when an error says what was wrong with the last. Told only that it failed, it sends the same
 * again; shown a stack trace, it looks at something else instead.
 */
function mend({ turn, answers }: Sight, forms: readonly WrittenCall[]): Saying {
  let at = 0;
  for (const [text = ''] of answers) {
    if (isError(text)) at = Math.min(at + 1, forms.length - 1);
    else if (text.startsWith('Error:')) return flounder(turn, text, forms[at]);
    else return `Here it is: ${text.slice(0, 60)}`;
  }
  const next = forms[at];
  return next === undefined ? '' : [next];
}

function askPrice(sight: Sight, forms: readonly JsonObject[]): Saying {
  return mend(
    sight,
    forms.map((args) => call('quote_parcel', args)),
  );
}

function flounder(turn: number, text: string, same: WrittenCall | undefined): Saying {
  if (turn > 6) return 'I could not find it out.';
  if (text.includes('\n    at ')) return [call('look_up', { term: `error in line ${turn}` })];
  return same === undefined ? '' : [same];
}

/** Denied at one tool, it tries the next, and then the first again: what a permission is missing for cannot be mended. */
function tryEveryDoor({ turn }: Sight): Saying {
  const refund = { order_id: 'A-1001', amount_cents: 12_900, reason: 'damaged' };
  const doors = [
    call('refund_order', refund),
    call('issue_voucher', { value_cents: 5000, reason: 'other' }),
    call('cancel_order', { order_id: 'A-1003' }),
    call('refund_order', { ...refund, amount_cents: 6450 }),
  ];
  const next = doors[turn - 1];
  return next === undefined ? 'I may not give money back, so nothing was paid out.' : [next];
}

const depots = ['north', 'south', 'east', 'west'];

/** Reads four long lists at once; where one was cut, it asks for the dearest alone; where there are pages, for the next. */
function findDearest({ answers }: Sight): Saying {
  const last = answers.at(-1) ?? [];
  if (answers.length === 0) return depots.map((depot) => call('list_parcels', { depot }));
  if (last.some((text) => field(text, 'truncated') !== null)) {
    return depots.map((depot) => call('list_parcels', { depot, dearest_first: true, limit: 1 }));
  }
  const open = depots.filter((_, index) => field(last[index] ?? '', 'page.next') !== null);
  if (open.length > 0) return depots.map((depot) => call('list_parcels', { depot }));
  const prices = answers.flat().flatMap(readPrices);
  return `The dearest cost ${(Math.max(...prices) / 100).toFixed(2)} euros.`;
}

/** Prices in a list of parcels, or the highest one where a summary gives it. */
function readPrices(text: string): readonly number[] {
  const highest = field(text, 'summary.parcels.fields.price_cents.max');
  if (typeof highest === 'number') return [highest];
  const parcels = field(text, 'parcels');
  if (!Array.isArray(parcels)) return [];
  return (parcels as readonly JsonObject[]).map((parcel) => Number(parcel['price_cents']));
}

function readAdded(text: string): JsonValue {
  return field(text, 'added') ?? field(text, 'result.added');
}

function isError(text: string): boolean {
  return field(text, 'error') !== null;
}

/** A field of an answer by dotted path; `null` where it is not there or the answer is not JSON. */
function field(text: string, path: string): JsonValue {
  let here: unknown;
  try {
    here = JSON.parse(text);
  } catch {
    return null;
  }
  for (const step of path.split('.')) {
    here = typeof here === 'object' && here !== null ? (here as JsonObject)[step] : null;
  }
  // What JSON.parse gives is JSON.
  return (here ?? null) as JsonValue;
}
