import type { JsonObject, Tool, Toolset } from 'toolrig';

const metric = { type: 'string', enum: ['revenue', 'orders'], description: 'What is summed up' };
const period = {
  type: 'string',
  enum: ['last_7_days', 'last_14_days', 'last_30_days', 'last_90_days'],
  description: 'Days up to and with today',
};
const currency = {
  type: 'string',
  enum: ['USD', 'EUR', 'GBP'],
  description: 'Currency of the sum. Default: EUR',
};
const region = { type: 'string', pattern: '^[A-Z]{2}$', description: 'Country. Default: all' };
const day = { type: 'string', format: 'date' };

/** The first version: the period is a choice, and only what has no default is required. */
const few = sales({ metric, period, currency, region }, ['metric', 'period']);

/** The currency is required, so that no default slips in. */
const all = sales({ metric, period, currency, region }, ['metric', 'period', 'currency']);

/** The model has to compute the days. */
const dates = sales(
  {
    metric,
    date_from: { ...day, description: 'First day' },
    date_to: { ...day, description: 'Last day, which is included' },
    currency,
    region,
  },
  ['metric', 'date_from', 'date_to'],
);

/** One tool in three designs. */
export const toolsets: readonly Toolset[] = [
  { id: 'sales-few', tools: [few] },
  { id: 'sales-all', tools: [all], note: 'The currency is required' },
  { id: 'sales-dates', tools: [dates], note: 'A first and a last day in place of a period' },
];

function sales(properties: JsonObject, required: readonly string[]): Tool {
  return {
    name: 'get_sales',
    description:
      'Sums up sales over a span of days (reads only). Use it when the user asks how much was sold. Returns total, currency and region.',
    parameters: { type: 'object', properties, required, additionalProperties: false },
    effect: 'read',
    handler: sum,
  };
}

/** Every day brings a revenue of 100 by 10 orders. */
function sum(args: JsonObject): JsonObject {
  const days = countDays(args);
  return {
    total: days * (args['metric'] === 'revenue' ? 100 : 10),
    currency: args['currency'] ?? 'EUR',
    region: args['region'] ?? 'all',
  };
}

const dayMs = 86_400_000;

function countDays({ period: span, date_from: from, date_to: to }: JsonObject): number {
  if (typeof span === 'string') return Number(span.replaceAll(/[^0-9]/gu, ''));
  if (typeof from !== 'string' || typeof to !== 'string') return 0;
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}
