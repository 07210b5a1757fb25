import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { ToldTrial, toldTool, type ToldCall } from '../../testing/told-trial.ts';
import { findCorrections } from '../match/find-corrections.ts';
import { scoreTrial } from '../score-trial.ts';
import { gatherTrial } from '../view/gather-trial.ts';

const parameters: JsonObject = {
  type: 'object',
  properties: {
    metric: { enum: ['cost', 'clicks'] },
    date_start: { type: 'string', format: 'date' },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    tags: { type: 'array', items: { type: 'string', maxLength: 3 }, maxItems: 2, minItems: 1 },
    filters: {
      type: 'object',
      properties: { country: { type: 'string', minLength: 2 }, device: { type: 'string' } },
      required: ['country'],
      additionalProperties: false,
    },
  },
  required: ['metric'],
  additionalProperties: false,
};

/** One batch a turn; calls are answered by an error as long as they do not fit. */
function tell(turns: readonly (readonly (string | JsonObject)[])[]): ToldTrial {
  const trial = new ToldTrial([toldTool('query', { parameters })]);
  for (const batch of turns) {
    trial.turn(
      batch.map((args): ToldCall => ({ tool: 'query', args, refused: 'invalid_arguments' })),
    );
  }
  return trial;
}

function judge(trial: ToldTrial): Readonly<Record<string, unknown>> {
  const scores = scoreTrial(trial.input());
  const show = (name: 'arguments.mended' | 'arguments.worse'): string =>
    `${scores[name]?.count} of ${scores[name]?.of}`;
  return { mended: show('arguments.mended'), worse: show('arguments.worse') };
}

const rows = (trial: ToldTrial): readonly string[] =>
  findCorrections(gatherTrial(trial.input()).trial).map(
    ({ path, code, outcome }) => `${path} ${code} ${outcome}`,
  );

const right = { metric: 'cost' };
const wrongCountry = { ...right, filters: { country: 7 } };

it.each<[string, JsonObject, string]>([
  ['a date of the wrong form', { ...right, date_start: 'May' }, '$.date_start bad_format mended'],
  ['a wrong word', { metric: 'revenue' }, '$.metric not_in_enum mended'],
  ['a missing field', {}, '$.metric missing_required mended'],
  ['a wrong type below the top', wrongCountry, '$.filters.country wrong_type mended'],
  ['a field too many', { ...right, force: true }, '$.force extra_field mended'],
  ['a value beyond its bound', { ...right, limit: 500 }, '$.limit out_of_range mended'],
])('%s, then right: mended, by its field', (_name, wrong, row) => {
  const trial = tell([[wrong], [right]]);
  expect(judge(trial)).toEqual({ mended: '1 of 1', worse: '0 of 1' });
  expect(rows(trial)).toEqual([row]);
});

it.each<[string, readonly (string | JsonObject)[]]>([
  ['the same again', [wrongCountry, wrongCountry]],
  ['never again', [wrongCountry]],
  ['another mistake in the same field', [wrongCountry, { ...right, filters: { country: 'D' } }]],
  ['right only at the third attempt', [wrongCountry, wrongCountry, right]],
])('not mended at once: %s', (_name, said) => {
  const trial = tell(said.map((args) => [args]));
  expect(judge(trial)['mended']).toBe('0 of 1');
  expect(judge(trial)['worse']).toMatch(/^0 of /u);
  expect(rows(trial)).toEqual(['$.filters.country wrong_type not_mended']);
});

it.each<[string, string | JsonObject, string | JsonObject, string]>([
  ['a larger value', { ...right, limit: 500 }, { ...right, limit: 5000 }, '$.limit out_of_range'],
  ['below, and by more', { ...right, limit: 101 }, { ...right, limit: -5 }, '$.limit out_of_range'],
  [
    'more items',
    { ...right, tags: ['a', 'b', 'c'] },
    { ...right, tags: ['a', 'b', 'c', 'd'] },
    '$.tags too_many_items',
  ],
  [
    'a longer text',
    { ...right, tags: ['abcd'] },
    { ...right, tags: ['abcdef'] },
    '$.tags[0] too_long',
  ],
  [
    'a field that was right',
    { ...right, limit: 0 },
    { metric: 'x', limit: 5 },
    '$.metric not_in_enum',
  ],
  ['a field that was there', { ...right, limit: 0 }, { limit: 5 }, '$.metric missing_required'],
  ['an unknown field more', { ...right, a: 1 }, { ...right, a: 1, b: 2 }, '$.b extra_field'],
  ['text that cannot be read', { ...right, limit: 0 }, '{"metric":"cost"', '$ invalid_json'],
])('moved away: %s', (...[, before, after, row]) => {
  const trial = tell([[before], [after]]);
  expect(judge(trial)).toEqual({ mended: '0 of 1', worse: '1 of 1' });
  expect(rows(trial).filter((found) => found.endsWith('worse'))).toEqual([`${row} worse`]);
});

it.each<[string, string | JsonObject, string | JsonObject]>([
  ['a smaller value', { ...right, limit: 5000 }, { ...right, limit: 500 }],
  ['as far below as above', { ...right, limit: 105 }, { ...right, limit: -4 }],
  [
    'what the wrong type had hidden',
    { ...right, filters: 'DE' },
    { ...right, filters: { country: 7 } },
  ],
  ['what the missing field had hidden', {}, { metric: 'revenue' }],
  ['what could not be read', '{"metric"', { metric: 'revenue', limit: 0 }],
  ['one unknown field for another', { ...right, a: 1 }, { ...right, b: 1 }],
  ['unreadable as before', '{"metric"', '{"metric":'],
  [
    'a right value in place of a wrong one, another left',
    { metric: 'x', limit: 0 },
    { ...right, limit: 0 },
  ],
])('not worse: %s', (_name, before, after) => {
  expect(judge(tell([[before], [after]]))).toEqual({ mended: '0 of 1', worse: '0 of 1' });
});

it('a call held back beside the bad one and sent again is not its correction', () => {
  const other = { metric: 'clicks' };
  const mended = tell([
    [right, wrongCountry],
    [right, other],
  ]);
  expect(judge(mended)['mended']).toBe('1 of 1');
  const left = tell([
    [right, wrongCountry],
    [right, wrongCountry],
  ]);
  expect(judge(left)['mended']).toBe('0 of 1');
  expect(judge(tell([[right, wrongCountry], [right]]))['mended']).toBe('0 of 1');
});

it('the same right call as in an earlier turn is a correction', () => {
  expect(judge(tell([[right], [wrongCountry], [right]]))['mended']).toBe('1 of 1');
});

it('each of two bad calls of a turn has its own correction', () => {
  const trial = tell([
    [wrongCountry, { metric: 'x' }],
    [right, { metric: 'y' }],
  ]);
  expect(judge(trial)).toEqual({ mended: '1 of 2', worse: '0 of 2' });
});

it('what was never wrong, or never answered, is not judged', () => {
  const none = scoreTrial(tell([[right]]).input());
  expect(none['arguments.mended']?.value).toBeNull();
  expect(none['arguments.worse']?.value).toBeNull();
  const unanswered = new ToldTrial([toldTool('query', { parameters })]);
  unanswered.turn([{ tool: 'query', args: {} }]);
  expect(scoreTrial(unanswered.input())['arguments.mended']?.value).toBeNull();
});

it('losses name the field, and what became of it', () => {
  const again = scoreTrial(tell([[wrongCountry], [wrongCountry]]).input());
  expect(again['arguments.mended']?.losses).toMatchObject([
    {
      code: 'not_mended',
      text: '"query": $.filters.country must be string, and is number 7; so in the next attempt',
    },
  ]);
  const never = scoreTrial(tell([[{}]]).input());
  expect(never['arguments.mended']?.losses).toMatchObject([
    {
      code: 'not_mended',
      text: '"query": $.metric is required and missing; it was not tried again',
    },
  ]);
  const worse = scoreTrial(tell([[{ ...right, limit: 500 }], [{ ...right, limit: 900 }]]).input());
  expect(worse['arguments.worse']?.losses).toMatchObject([
    {
      code: 'worse_argument',
      text: '"query": $.limit must be at most 100, and is 900; it was nearer to it before',
    },
  ]);
});

it("a planted bad call is not the model's to mend", () => {
  const trial = new ToldTrial([toldTool('query', { parameters })])
    .turn([{ tool: 'query', args: {}, injected: 'f1', refused: 'invalid_arguments' }])
    .turn([{ tool: 'query', args: right }]);
  expect(scoreTrial(trial.input())['arguments.mended']?.value).toBeNull();
});

it('attempts of any values: nothing mended beyond what was wrong, nothing worse beyond the corrections', () => {
  const args = fc.record(
    {
      metric: fc.constantFrom('cost', 'revenue', 3),
      limit: fc.constantFrom(5, 500, 900, 'x'),
      filters: fc.constantFrom('DE', { country: 'DE' }, { country: 7 }, {}),
      force: fc.constant(true),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(args, { minLength: 1, maxLength: 6 }), (said) => {
      const scores = scoreTrial(tell(said.map((one) => [one as JsonObject])).input());
      const { mended, worse } = {
        mended: scores['arguments.mended'],
        worse: scores['arguments.worse'],
      };
      const first = scores['arguments.valid_first'];
      expect(mended?.of).toBe((first?.of ?? 0) - (first?.count ?? 0));
      expect(mended?.count).toBeLessThanOrEqual(mended?.of ?? 0);
      expect(worse?.count).toBeLessThanOrEqual(worse?.of ?? 0);
    }),
    { seed: 11, numRuns: 200 },
  );
});
