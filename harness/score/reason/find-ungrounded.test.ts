import { expect, it } from 'vitest';
import type { Score } from '../../core/score/score.ts';
import type { JsonObject } from '../../json/json.ts';
import { ToldTrial, toldTool } from '../../testing/told-trial.ts';
import { scoreTrial } from '../score-trial.ts';

function schema(properties: JsonObject): JsonObject {
  return { type: 'object', properties, additionalProperties: false };
}

const codes = (score: Score | undefined): readonly string[] =>
  (score?.losses ?? []).map((loss) => loss.code);

it.each([
  ['said by the user', { order_id: 'A1' }, 0],
  ['in other case', { order_id: 'a1' }, 0],
  ['between Chinese characters', { order_id: 'B7' }, 0],
  ['in a result', { customerId: 77 }, 0],
  ['in the prompt', { id: 'T-9' }, 0],
  ['a part of something else', { order_id: 'A12' }, 1],
  ['never said', { order_id: 'Z9' }, 1],
  ['one of a list', { ids: ['A1', 'Z9'] }, 1],
  ['no id', { city: 'Ulm' }, 0],
])('grounding: a value %s', (_name, args, count) => {
  const trial = new ToldTrial([toldTool('find'), toldTool('f')])
    .user('refund order A1 and A123，订单B7的')
    .turn([{ tool: 'find', status: 'success', value: { customer: 77 } }])
    .turn([{ tool: 'f', args }]);
  const score = scoreTrial(trial.input({}, { knownText: 'tenant T-9' }))['arguments.ungrounded'];
  expect(score?.count).toBe(count);
  expect(codes(score)).toEqual(count === 0 ? [] : ['ungrounded_value']);
});

it.each([
  [{ status_id: 'Z9' }, { status_id: { enum: ['Z9'] } }, null],
  [{ status_id: 'Z9' }, { status_id: { const: 'Z9' } }, null],
  [{ status_id: 'Z9' }, { status_id: { type: 'string' } }, 1],
  [{ orderId: '' }, {}, null],
  [{ orderId: null }, {}, null],
  [{ orderIds: [['Z9'], 'A1'] }, {}, 1],
  [{ idle: 'Z9', rapid: 'Z9' }, {}, null],
])('grounding: %j under the properties %j counts %j', (args, properties, count) => {
  const trial = new ToldTrial([toldTool('f', { parameters: schema(properties) })])
    .user('order A1')
    .turn([{ tool: 'f', args }]);
  const score = scoreTrial(trial.input())['arguments.ungrounded'];
  expect(score?.value === null ? null : score?.count).toBe(count);
});

it('a result that comes later grounds nothing', () => {
  const trial = new ToldTrial([toldTool('f')])
    .user('go')
    .turn([{ tool: 'f', args: { id: 'X1' }, status: 'success', value: 'X1' }]);
  expect(scoreTrial(trial.input())['arguments.ungrounded']).toMatchObject({
    value: 1,
    count: 1,
    of: 1,
  });
});

it('values that the schema lists are no inventions', () => {
  const parameters = schema({ status_id: { enum: ['open', 'shut'] } });
  const trial = new ToldTrial([toldTool('f', { parameters })])
    .user('go')
    .turn([{ tool: 'f', args: { status_id: 'open' } }]);
  expect(scoreTrial(trial.input())['arguments.ungrounded']?.value).toBeNull();
});

it.each(['a', 'z', '0', '9', '_', 'Z'])('a word that goes on with %s is another word', (sign) => {
  const judge = (text: string): number | undefined => {
    const trial = new ToldTrial([toldTool('f')])
      .user(text)
      .turn([{ tool: 'f', args: { order_id: `${sign}7${sign}` } }]);
    return scoreTrial(trial.input())['arguments.ungrounded']?.count;
  };
  expect(judge(`order ${sign}7${sign}`)).toBe(0);
  expect(judge(`order ${sign}7${sign}${sign}`)).toBe(1);
  expect(judge(`order ${sign}${sign}7${sign}`)).toBe(1);
  expect(judge(`order -${sign}7${sign}{`)).toBe(0);
});
