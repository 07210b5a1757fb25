import type { Estimate } from '../../compare/comparison.ts';
import type { PictureSide } from './list-pictures.ts';
import type { PictureWords } from './to-frame.ts';
import type { Scatter } from './to-scatter-chart.ts';

/** Cost against success, and what is not known of it. */
export interface CostScatter {
  readonly plot: {
    readonly name: string;
    readonly scatter: Scatter;
    readonly words: PictureWords;
  } | null;
  readonly left: string | null;
}

/**
 * Price against success by variant; a variant without a known price is named and not drawn. Where no price is known,
 * tokens take its place.
 */
export function toCostScatter(sides: readonly PictureSide[]): CostScatter {
  const judged = sides.filter((side) => estimateOf(side, 'task.success').value !== null);
  if (judged.length === 0) return { plot: null, left: 'cost against success (no success judged)' };
  const priced = judged.filter((side) => estimateOf(side, 'cost.price').value !== null);
  if (priced.length > 0) {
    const unpriced = judged.filter((side) => !priced.includes(side)).map(({ name }) => name);
    const unknown =
      unpriced.length === 0 ? null : `the price is unknown for ${unpriced.join(', ')}`;
    return {
      plot: {
        name: 'cost-success',
        scatter: toScatter(priced, 'cost.price', 'US dollars per trial'),
        words: toWords(
          'Cost against success',
          'price',
          unknown === null ? '' : ` Not drawn: ${unknown}.`,
        ),
      },
      left: unknown === null ? null : `price of some variants (${unknown})`,
    };
  }
  const counted = judged.filter((side) => tokensOf(side).value !== null);
  if (counted.length === 0) {
    return { plot: null, left: 'cost against success (neither prices nor tokens are known)' };
  }
  return {
    plot: {
      name: 'tokens-success',
      scatter: toScatter(counted, null, 'tokens per trial (input and output)'),
      words: toWords('Tokens against success', 'number of tokens', ' No price is known.'),
    },
    left: 'price against success (no price is known: tokens are drawn instead)',
  };
}

function toWords(title: string, what: string, unknown: string): PictureWords {
  return {
    title,
    caption: `Mean ${what} of a trial against the share of trials that succeed; up and to the left is better.${unknown}`,
    key: 'Bars: 95 % intervals of the means over scenarios, where there is one.',
  };
}

function toScatter(
  sides: readonly PictureSide[],
  metric: 'cost.price' | null,
  xTitle: string,
): Scatter {
  return {
    xTitle,
    yTitle: 'task.success, per cent',
    yMax: 100,
    points: sides.map((side) => ({
      name: side.name,
      x: metric === null ? tokensOf(side) : estimateOf(side, metric),
      y: toPercent(estimateOf(side, 'task.success')),
    })),
  };
}

function estimateOf({ figures }: PictureSide, name: string): Estimate {
  const found = figures.find(({ metric }) => metric === name);
  return found?.estimate ?? { value: null, low: null, high: null };
}

/** Both kinds of tokens together; their sum has no interval of its own. */
function tokensOf(side: PictureSide): Estimate {
  const parts = (['cost.input_tokens', 'cost.output_tokens'] as const).map(
    (metric) => estimateOf(side, metric).value,
  );
  const known = parts.filter((value) => value !== null);
  const value = known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0);
  return { value, low: null, high: null };
}

function toPercent({ value, low, high }: Estimate): Estimate {
  const times = (share: number | null): number | null => (share === null ? null : 100 * share);
  return { value: times(value), low: times(low), high: times(high) };
}
