import type { Score, Scores } from '../../core/score/score.ts';
import { notJudged, toAmount } from '../reason/to-score.ts';
import type { Judging } from '../view/trial-scorer.ts';

/**
 * Sums up tokens, price and time. Tokens (and with them the price) are `null` when a reply did not say its own: a part
 * of the sum would be misleading. Replies that a fault made up cost nothing. Model time and tool time are separate.
 */
export function scoreCost({ trial }: Judging): Scores {
  const replies = trial.replies.filter((reply) => reply.from !== 'fault');
  const usages = replies.flatMap(({ usage }) => usage ?? []);
  const { price } = trial.input;
  const inputTokens = usages.reduce((total, usage) => total + usage.inputTokens, 0);
  const outputTokens = usages.reduce((total, usage) => total + usage.outputTokens, 0);
  const isWhole = replies.length > 0 && usages.length === replies.length;
  const sum = (value: number): Score => (isWhole ? toAmount(value, replies.length) : notJudged);
  const usd =
    price === null
      ? null
      : (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / 1e6;
  return {
    'cost.input_tokens': sum(inputTokens),
    'cost.output_tokens': sum(outputTokens),
    'cost.model_ms': trial.modelMs === null ? notJudged : toAmount(trial.modelMs, 1),
    'cost.tool_ms': trial.toolMs === null ? notJudged : toAmount(trial.toolMs, 1),
    'cost.price': usd === null ? notJudged : sum(usd),
  };
}
