import { expect, it } from 'vitest';
import { ToldTrial, toldTool, type ToldReply } from '../../testing/told-trial.ts';
import { scoreTrial } from '../score-trial.ts';

const usage = { inputTokens: 1_000, outputTokens: 10 };
const price = { inputPerMillion: 2, outputPerMillion: 100 };

function cost(replies: readonly ToldReply[], withPrice = true): Readonly<Record<string, unknown>> {
  const trial = new ToldTrial([toldTool('f')]);
  for (const reply of replies) trial.turn([{ tool: 'f', status: 'success' }], reply);
  const scores = scoreTrial(trial.input({}, { price: withPrice ? price : null }));
  return Object.fromEntries(
    Object.entries(scores)
      .filter(([name]) => name.startsWith('cost.'))
      .map(([name, score]) => [name.slice('cost.'.length), score.value]),
  );
}

it('sums tokens, price, and model and tool time apart', () => {
  expect(cost([{ usage }, { usage }])).toEqual({
    input_tokens: 2_000,
    output_tokens: 20,
    price: 0.006,
    model_ms: 20,
    tool_ms: 10,
  });
});

it('an unknown price is not a price of 0', () => {
  expect(cost([{ usage }], false)['price']).toBeNull();
});

it('a part of the tokens is not a sum', () => {
  expect(cost([{ usage }, {}])).toMatchObject({
    input_tokens: null,
    output_tokens: null,
    price: null,
    model_ms: 20,
  });
});

it('a reply that a fault made up costs nothing', () => {
  expect(cost([{ usage }, { from: 'fault' }])).toMatchObject({ input_tokens: 1_000, price: 0.003 });
});

it('where nothing happened nothing was measured', () => {
  expect(cost([])).toEqual({
    input_tokens: null,
    output_tokens: null,
    price: null,
    model_ms: null,
    tool_ms: null,
  });
});

it('tokens and price are amounts over replies, times are one amount', () => {
  const trial = new ToldTrial([toldTool('f')]);
  for (const reply of [{ usage }, { usage }]) trial.turn([{ tool: 'f', status: 'success' }], reply);
  const scores = scoreTrial(trial.input({}, { price }));
  const names = ['input_tokens', 'output_tokens', 'price', 'model_ms', 'tool_ms'] as const;
  expect(names.map((name) => scores[`cost.${name}`]?.of)).toEqual([2, 2, 2, 1, 1]);
});
