import { rehearseRun } from '../../run/spend/rehearse-run.ts';
import { toDollars } from '../../run/spend/describe-spend.ts';
import { layoutTable } from '../../report/text/layout-table.ts';
import type { CliIo } from '../io/cli-io.ts';
import { defaultOut } from './default-out.ts';
import { toRunOptions } from './to-run-options.ts';

/** What recording a suite takes, clean and under one fault plan. */
export interface RecordingPrice {
  readonly faults: string;
  readonly lanes: number;
  readonly requests: number;
  readonly tokens: number;
  /** US dollars; `null` when a model has no price. */
  readonly price: number | null;
}

/** Estimates what it takes to record a whole suite: clean, and with each of the plans. Nothing is sent. */
export async function priceRecording(
  suite: string,
  wish: {
    readonly faults?: readonly string[];
    readonly variant?: string;
    readonly repeats?: number;
  },
  io: CliIo,
): Promise<readonly RecordingPrice[]> {
  const { faults = [], variant, repeats } = wish;
  const options = await toRunOptions(
    suite,
    {
      mode: 'replay',
      ...(variant === undefined ? {} : { variant: [variant] }),
      ...(repeats === undefined ? {} : { repeats }),
      faults,
      concurrency: 1,
      seed: 'toolrig',
      out: defaultOut,
      tier: 'exact',
    },
    io,
  );
  const prices: RecordingPrice[] = [];
  for (const word of ['none', ...faults.filter((fault) => fault !== 'none')]) {
    const record = { ...options, mode: 'record', rerecord: true, faults: [word] } as const;
    const { lanes, models, plans = [] } = await rehearseRun(record);
    prices.push({
      faults: word === 'none' ? 'clean' : `clean + ${word}`,
      lanes,
      requests: models.reduce((sum, { requests }) => sum + requests, 0),
      tokens: models.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0),
      price: plans.reduce<number | null>(
        (sum, { price }) => (sum === null || price === null ? null : sum + price),
        0,
      ),
    });
  }
  return prices;
}

/** The estimates as a table; empty where there are none. */
export function toPriceText(prices: readonly RecordingPrice[]): string {
  if (prices.length === 0) return '';
  const rows = prices.map(({ faults, lanes, requests, tokens, price }) => [
    faults,
    String(lanes),
    String(requests),
    String(tokens),
    price === null ? 'no price' : toDollars(price),
  ]);
  const head = ['to record', 'lanes', 'requests', 'tokens', 'price'];
  return `\n${layoutTable([head, ...rows]).join('\n')}\nestimated from recordings, and from what is expected where there are none; nothing was sent\n`;
}
