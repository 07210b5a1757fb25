import { expect, it } from 'vitest';
import type { Score } from '../../core/score/score.ts';
import type { JsonObject } from '../../json/json.ts';
import { ToldTrial, toldTool, wantCall } from '../../testing/told-trial.ts';
import { scoreTrial } from '../score-trial.ts';

function schema(properties: JsonObject): JsonObject {
  return { type: 'object', properties, additionalProperties: false };
}

const codes = (score: Score | undefined): readonly string[] =>
  (score?.losses ?? []).map((loss) => loss.code);

it.each([
  ['a field inside', { addr: { zip: 1 } }, { addr: { zip: '1' } }, 'wrong_type'],
  ['an item', { ids: [1] }, { ids: ['1'] }, 'wrong_type'],
  [
    'another argument',
    { ids: ['2'], addr: { zip: 1 } },
    { ids: ['1'], addr: { zip: 1 } },
    'wrong_argument',
  ],
  [
    'one whose name only begins the same',
    { id: 2, ids: [1] },
    { id: 1, ids: [1] },
    'wrong_argument',
  ],
])(
  'what the schema says of %s is the reason of its argument alone',
  (...[, args, wanted, code]) => {
    const strings = { type: 'array', items: { type: 'string' } };
    const addr = { type: 'object', properties: { zip: { type: 'string' } } };
    const parameters = schema({ id: { type: 'integer' }, ids: strings, addr });
    const trial = new ToldTrial([toldTool('f', { parameters })]).turn([{ tool: 'f', args }]);
    const input = trial.input({ calls: [wantCall('f', wanted)] });
    expect(codes(scoreTrial(input)['arguments.correct'])).toEqual([code]);
  },
);

it('of two ways to set calls against expectations, the one with a whole call is taken', () => {
  // Set crosswise, more single fields are right (3/4 + 1/2), but no call is whole.
  const trial = new ToldTrial([toldTool('f')])
    .turn([{ tool: 'f', args: { a: 1, b: 2, c: 3, d: 4 } }])
    .turn([{ tool: 'f', args: { a: 2, b: 2, c: 3, d: 4 } }]);
  const calls = [
    wantCall('f', { a: 1, b: 2, c: 3, d: 4 }, { id: 'whole' }),
    wantCall('f', { a: 1, z: 9 }, { id: 'part', mode: 'partial' }),
  ];
  expect(scoreTrial(trial.input({ calls }))['arguments.correct']?.value).toBe(0.5);
});
