import {
  defineTool,
  emptyResult,
  errorResult,
  type HandlerOutcome,
  type ToolContext,
} from 'toolrig';
import { z } from 'zod';

import { dimensions, metrics, toAds, type AdRow } from './world.ts';

const maxSpanDays = 90;
const dayMs = 86_400_000;

/** Sums up advertising by one dimension. Every query is billed, so a query that should not have run is an effect. */
export const queryAdMetrics = defineTool({
  name: 'query_ad_metrics',
  description:
    'Sums up one figure of advertising, by one dimension, over a span of days in one country. Every query is billed. Use it when the user asks how much was earned, shown, clicked or spent; for today so far use get_live_status. Spans of at most 90 days, then ask in batches; 100 rows by default, at most 1000. Returns rows of name and value, largest first, the total, and is_complete.',
  parameters: z.strictObject({
    metric: z
      .enum(metrics)
      .describe('income is what customers paid; cost is what advertising cost.'),
    dimension: z.enum(dimensions).describe('What the rows are.'),
    date_start: z.iso.date().describe('First day.'),
    date_end: z.iso.date().describe('Last day, at most 90 days after the first.'),
    filters: z.strictObject({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/u)
        .describe('Two capital letters, such as DE.'),
      device: z.enum(['phone', 'computer']).optional().describe('Left out: all devices.'),
    }),
    limit: z.int().min(1).max(1000).optional().describe('How many rows. Default 100.'),
  }),
  returns: z.strictObject({
    rows: z.array(z.strictObject({ name: z.string(), value: z.number() })),
    total: z.number(),
    is_complete: z.boolean(),
  }),
  effect: 'idempotent',
  category: 'reports',
  example: {
    metric: 'cost',
    dimension: 'campaign',
    date_start: '2026-05-01',
    date_end: '2026-05-31',
    filters: { country: 'DE' },
  },
  check: (args) => checkSpan(args.date_start, args.date_end),
  handler: (args, context) => {
    const wrong = checkSpan(args.date_start, args.date_end);
    if (wrong !== null) return wrong;
    bill(toQueryKey(args), context);
    const { metric, dimension, date_start: from, date_end: to } = args;
    // A loop that does not check arguments may bring anything here.
    const filters: { readonly country?: unknown; readonly device?: unknown } = args.filters ?? {};
    const rows = toAds(context.world).rows.filter(
      (row) =>
        row.country === filters.country &&
        (filters.device === undefined || row.device === filters.device) &&
        row.day >= from &&
        row.day <= to,
    );
    if (rows.length === 0) return emptyResult('No advertising ran there on these days');
    const sums = sumUp(rows, metric, dimension);
    const limit = args.limit ?? 100;
    const total = sums.reduce((sum, { value }) => sum + value, 0);
    return { rows: sums.slice(0, limit), total, is_complete: sums.length <= limit };
  },
});

/** What today has brought so far; it takes no arguments. */
export const getLiveStatus = defineTool({
  name: 'get_live_status',
  description:
    'Says whether advertising runs at this moment (reads only). Use it for today so far; for days that are over use query_ad_metrics. Returns running and since.',
  parameters: z.strictObject({}),
  effect: 'read',
  category: 'reports',
  handler: () => ({ running: true, since: '2026-06-10T06:00:00Z' }),
});

/** The same query again is not billed again. */
function bill(key: string, context: ToolContext): void {
  const { billed } = toAds(context.world);
  if (billed.includes(key)) context.noEffect();
  else {
    billed.push(key);
    context.effect(key);
  }
}

/** What a query is billed as. */
export function toQueryKey(args: Readonly<Record<string, unknown>>): string {
  const { metric, dimension, date_start: from, date_end: to, filters } = args;
  return JSON.stringify([metric, dimension, from, to, filters]);
}

function checkSpan(from: string, to: string): HandlerOutcome | null {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (!(last < first) && !(last - first > maxSpanDays * dayMs)) return null;
  const message = `${from} to ${to}: date_end must be date_start or at most ${maxSpanDays} days later`;
  return errorResult({
    kind: 'invalid_arguments',
    message,
    recoverable: true,
    problems: [{ code: 'span_out_of_bounds', path: '$.date_end', message }],
    next: `Ask in batches of at most ${maxSpanDays} days`,
  });
}

function sumUp(
  rows: readonly AdRow[],
  metric: (typeof metrics)[number],
  dimension: (typeof dimensions)[number],
): readonly { readonly name: string; readonly value: number }[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = row[dimension];
    sums.set(name, (sums.get(name) ?? 0) + row[metric]);
  }
  return [...sums]
    .map(([name, value]) => ({ name, value }))
    .toSorted((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
}
