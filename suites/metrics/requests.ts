import type { JsonValue } from 'toolrig';

type Arguments = Readonly<Record<string, JsonValue>>;

/** A request, the call that it needs, and the call that a model with this weakness sends at first. */
export interface MetricRequest {
  readonly id: string;
  readonly text: string;
  readonly right: Arguments;
  readonly wrong: Arguments;
  /** Where the wrong call is wrong. */
  readonly path: string;
  readonly answer: string;
}

const may = { date_start: '2026-05-01', date_end: '2026-05-31' };

const spent = { metric: 'cost', dimension: 'campaign', ...may, filters: { country: 'DE' } };
const earned = { metric: 'income', dimension: 'device', ...may, filters: { country: 'FR' } };
const clicked = { metric: 'clicks', dimension: 'day', ...may, filters: { country: 'IT' } };
const shown = {
  metric: 'impressions',
  dimension: 'campaign',
  ...may,
  filters: { country: 'DE', device: 'phone' },
};

const { date_end: _end, ...endless } = spent;

/** The four kinds of bad arguments. */
export const badArguments: readonly MetricRequest[] = [
  {
    id: 'missing-date',
    text: 'What did each campaign cost in Germany in May 2026?',
    right: spent,
    wrong: endless,
    path: '$.date_end',
    answer: 'In May, spring cost 175 euros in Germany and brand 115.',
  },
  {
    id: 'unknown-metric',
    text: 'How much revenue came from each device in France in May 2026?',
    right: earned,
    wrong: { ...earned, metric: 'revenue' },
    path: '$.metric',
    answer: 'In May, computers brought 390 euros in France and phones 370.',
  },
  {
    id: 'nested-type',
    text: 'How many clicks a day did we get in Italy in May 2026?',
    right: clicked,
    wrong: { ...clicked, filters: { country: ['IT'] } },
    path: '$.filters.country',
    answer: 'In May, there were 130 clicks in Italy, all on the 20th.',
  },
  {
    id: 'extra-field',
    text: 'How often was each campaign shown on phones in Germany in May 2026?',
    right: shown,
    wrong: { ...shown, currency: 'EUR' },
    path: '$.currency',
    answer: 'In May, brand was shown 12000 times on phones in Germany and spring 9000 times.',
  },
];

const many = { ...spent, dimension: 'day', limit: 1000 };

/** A number beyond its bound, which a model may make larger still. */
export const beyondBounds: MetricRequest = {
  id: 'too-many-rows',
  text: 'Give me the cost of every single day in Germany in May 2026, all rows.',
  right: many,
  wrong: { ...many, limit: 5000 },
  path: '$.limit',
  answer: 'There were three days with costs: 4 May 175, 11 May 60, and 18 May 55 euros.',
};

const early = { ...spent, date_start: '2026-03-01', date_end: '2026-04-30' };

/** A span that the schema allows and the business does not: it is asked for in two batches. */
export const wideSpan = {
  id: 'wide-span',
  text: 'What did each campaign cost in Germany from March to May 2026?',
  batches: [early, spent],
  wrong: { ...spent, date_start: early.date_start },
  answer: 'From March to May, spring cost 175 euros in Germany and brand 155.',
} as const;
