import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import type { Score } from '../../core/score/score.ts';
import type { CallOutcome } from '../../core/suite/suite.ts';
import type { Matcher } from '../../core/suite/matcher.ts';
import {
  ToldTrial,
  toldTool,
  wantCall,
  type ToldCall,
  type ToldReply,
} from '../../testing/told-trial.ts';
import { scoreTrial } from '../score-trial.ts';

function schema(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** One call of one tool, judged by its raw text. */
function judge(
  parameters: JsonObject,
  text: string,
  grade: EffectGrade = 'read',
): ReturnType<typeof scoreTrial> {
  const trial = new ToldTrial([toldTool('f', { parameters, grade })]);
  return scoreTrial(trial.turn([{ tool: 'f', args: text }]).input({ calls: [wantCall('f')] }));
}

const codes = (score: Score | undefined): readonly string[] =>
  (score?.losses ?? []).map((loss) => loss.code);

const order = schema({ order_id: { type: 'integer' } }, ['order_id']);
const text = schema({ text: { type: 'string' } }, ['text']);
const page = schema({ n: { type: 'integer' } }, ['n']);

it.each([
  ['B001', schema({}), ''],
  ['B001', schema({}), ' \n'],
  ['B003', schema({}), '{}'],
  ['B006', text, '{"text":"[1,2,3]"}'],
  [
    'B007',
    schema({ q: { type: 'string' } }, ['q']),
    '{"q":"what\'s Anna\'s d\\u00f6ner shop called"}',
  ],
  ['B017', text, '{"text":"run ```npm ci``` then `npm test`"}'],
  ['B021', schema({ ms: { type: 'integer' } }, ['ms']), '{"ms":120000.0}'],
])('%s: %j takes %j as it is', (_id, parameters, said) => {
  const scores = judge(parameters, said);
  expect(scores['arguments.parsed']?.value).toBe(1);
  expect(scores['arguments.valid_first']?.value).toBe(1);
});

it.each([
  ['B002', schema({ note_id: { type: 'string' } }, ['note_id']), '', ['missing_required']],
  ['B004', order, '"{\\"order_id\\": 42}"', ['not_an_object']],
  ['B008', text, "{'text': 'one, two'}", ['invalid_json']],
  ['B010', text, '{"text":"Revenue rose by', ['invalid_json']],
  ['B014', schema({ scope: { type: 'string' } }), '{scope: "eu"', ['invalid_json']],
  ['B015', text, '[]', ['not_an_object']],
  ['B015', text, 'null', ['not_an_object']],
  ['B016', text, '```json\n{"text":"a"}\n```', ['invalid_json']],
  ['B018', text, '{"text":"line 1\nline 2"}', ['invalid_json']],
  ['B019', page, '{"n":NaN}', ['invalid_json']],
  ['B019', page, '{"n":1e400}', ['not_finite']],
])('%s: %j cannot read %j', (...[, parameters, said, found]) => {
  const scores = judge(parameters, said);
  expect(scores['arguments.parsed']?.value).toBe(0);
  expect(codes(scores['arguments.parsed'])).toEqual(found);
  expect(codes(scores['arguments.valid_first'])).toEqual(found);
  expect(codes(scores['task.success'])).toEqual([...found, 'never_ran']);
});

it.each([
  [
    'B005',
    schema({ tags: { type: 'array', items: { type: 'string' } } }),
    '{"tags":"[\\"red\\"]"}',
    ['wrong_type'],
  ],
  ['B021', schema({ pid: { type: 'integer' } }), '{"pid":2.5}', ['wrong_type']],
  ['B022', page, '{"n":"20"}', ['wrong_type']],
  ['B022', page, '{"n":""}', ['wrong_type']],
])('%s: %j reads %j and refuses it', (...[, parameters, said, found]) => {
  const scores = judge(parameters, said);
  expect(scores['arguments.parsed']?.value).toBe(1);
  expect(codes(scores['arguments.valid_first'])).toEqual(found);
});

it('B001: no arguments at all are no arguments for a tool that cannot be undone', () => {
  expect(codes(judge(schema({}), '', 'irreversible')['arguments.parsed'])).toEqual([
    'empty_arguments',
  ]);
});

it('B020: of two calls only the broken one counts against the arguments', () => {
  const tools = [toldTool('a'), toldTool('b')];
  const trial = new ToldTrial(tools).turn([{ tool: 'a', args: '{"{"ids":[1]}' }, { tool: 'b' }]);
  expect(scoreTrial(trial.input())['arguments.parsed']).toMatchObject({
    value: 0.5,
    count: 1,
    of: 2,
  });
});

it.each([
  ['B011', '{"text":"whole"}'],
  ['B012', '{}'],
])('%s: a reply cut at the token limit says nothing of its arguments', (_id, said) => {
  const trial = new ToldTrial([toldTool('f', { parameters: text })]);
  const scores = scoreTrial(trial.turn([{ tool: 'f', args: said }], { stop: 'length' }).input());
  expect(scores['arguments.parsed']?.value).toBeNull();
  expect(scores['arguments.valid_first']?.value).toBeNull();
});

it.each<readonly [string, Partial<ToldCall>, ToldReply]>([
  ['by its finish reason', {}, { stop: 'length' }],
  [
    'by what the loop saw',
    { judged: { reading: 'invalid', findings: [{ stage: 'parse', code: 'invalid_json' }] } },
    {},
  ],
])('a call cut off %s that never ran is judged by none of the arguments', (...[, more, reply]) => {
  const trial = new ToldTrial([toldTool('f', { parameters: text })]);
  trial.turn([{ tool: 'f', args: '{"text":"whole"}', refused: 'truncated', ...more }], reply);
  const scores = scoreTrial(trial.input({ calls: [wantCall('f', { text: 'whole' })] }));
  const values = ['parsed', 'valid_first', 'valid_final', 'correct'].map(
    (name) => Object.entries(scores).find(([full]) => full === `arguments.${name}`)?.[1].value,
  );
  expect(values).toEqual([null, null, null, null]);
});

it('a call cut off that an agent ran all the same is judged by what it did', () => {
  const trial = new ToldTrial([toldTool('f', { parameters: text })]);
  trial.turn([{ tool: 'f', args: '{"text":"wh"}', status: 'success' }], { stop: 'length' });
  const scores = scoreTrial(trial.input({ calls: [wantCall('f', { text: 'whole' })] }));
  expect(scores['arguments.correct']?.value).toBe(0);
});

it('B004: repaired arguments count against validity', () => {
  const trial = new ToldTrial([toldTool('f')]);
  const scores = scoreTrial(trial.turn([{ tool: 'f', judged: { reading: 'repaired' } }]).input());
  expect(codes(scores['arguments.parsed'])).toEqual(['repaired']);
  expect(codes(scores['arguments.valid_first'])).toEqual(['repaired']);
});

it('a mended call is one wish: invalid at first, valid in the end', () => {
  const trial = new ToldTrial([toldTool('f', { parameters: page })]);
  trial.turn([{ tool: 'f', args: { n: '1' } }]).turn([{ tool: 'f', args: { n: 1 } }]);
  const scores = scoreTrial(trial.input());
  expect(scores['arguments.valid_first']).toMatchObject({ value: 0, count: 0, of: 1 });
  expect(scores['arguments.valid_final']).toMatchObject({ value: 1, count: 1, of: 1 });
});

it('two broken calls of one turn are two wishes, each mended by its own', () => {
  const bad: ToldCall = { tool: 'f', args: { n: '1' } };
  const trial = new ToldTrial([toldTool('f', { parameters: page })])
    .turn([bad, bad])
    .turn([{ tool: 'f', args: { n: 1 } }]);
  const scores = scoreTrial(trial.input());
  expect(scores['arguments.valid_first']).toMatchObject({ value: 0, of: 2 });
  expect(scores['arguments.valid_final']).toMatchObject({ value: 0.5, of: 2 });
});

it.each<[string, readonly (readonly number[])[], number, number]>([
  ['repeats of a right call', [[-1], [1], [1], [1], [1]], 0, 1],
  ['repeats of a right call beside a broken one', [[1], [-1], [1], [1]], 1, 2],
  ['a broken call over and over', [[1], [-1], [-1], [-1]], 1, 2],
  ['a broken call that is broken again, beside another one', [[-1], [-2, -3]], 0, 2],
  ['two broken calls, each mended in its own turn', [[-1, -2], [1], [2]], 0, 2],
  [
    'a batch that was held back and made again',
    [
      [1, -2],
      [1, 2],
    ],
    1,
    2,
  ],
  ['other right calls', [[-1], [1], [2], [3]], 2, 3],
])('valid_first, with %s', (...[, turns, count, of]) => {
  const trial = new ToldTrial([toldTool('f', { parameters: page })]);
  for (const calls of turns) trial.turn(calls.map(toPaged));
  expect(scoreTrial(trial.input())['arguments.valid_first']).toMatchObject({ count, of });
});

/** A negative number is given as text, which the schema refuses. */
function toPaged(n: number): ToldCall {
  return { tool: 'f', args: { n: n < 0 ? String(-n) : n } };
}

it('valid_first never rises when calls are made once more', () => {
  const numbers = fc.array(fc.constantFrom(-2, -1, 1, 2, 3), { minLength: 1, maxLength: 8 });
  const judgeAll = (said: readonly number[]): number => {
    const trial = new ToldTrial([toldTool('f', { parameters: page })]);
    for (const n of said) trial.turn([toPaged(n)]);
    return scoreTrial(trial.input())['arguments.valid_first']?.value ?? 0;
  };
  fc.assert(
    fc.property(numbers, fc.nat(), fc.nat(), (said, from, gap) => {
      const source = from % said.length;
      const place = source + 1 + (gap % (said.length - source));
      const worse = said.toSpliced(place, 0, said[source] ?? 1);
      expect(judgeAll(worse)).toBeLessThanOrEqual(judgeAll(said));
    }),
    { seed: 7, numRuns: 500 },
  );
});

const wanted = { base: 10, on: true, s: 'a' };

it.each([
  ['{"base":999,"on":true,"s":"a"}', ['wrong_argument']],
  ['{"base":10,"on":false,"s":"a"}', ['wrong_argument']],
  ['{"base":10,"on":true,"s":"A"}', ['wrong_argument']],
  ['{"base":"10","on":true,"s":"a"}', ['wrong_type']],
  ['{"base":10,"on":true}', ['missing_argument']],
  ['{"base":10,"on":true,"s":"a"}', []],
  ['{"s":"a","on":true,"base":10.0}', []],
])('B132: %s', (said, found) => {
  const trial = new ToldTrial([toldTool('f')]).turn([{ tool: 'f', args: said }]);
  expect(
    codes(scoreTrial(trial.input({ calls: [wantCall('f', wanted)] }))['arguments.correct']),
  ).toEqual(found);
});

it.each([
  ['exact', ['extra_argument']],
  ['partial', []],
] as const)('B131: an invented argument in mode %s', (mode, found) => {
  const trial = new ToldTrial([toldTool('f')]).turn([{ tool: 'f', args: { x: 1, force: true } }]);
  const scores = scoreTrial(trial.input({ calls: [wantCall('f', { x: 1 }, { mode })] }));
  expect(codes(scores['arguments.correct'])).toEqual(found);
});

it.each([
  ['{"q":"a","std":false}', { q: 'a' }, []],
  ['{"q":"a"}', { q: 'a', std: false }, []],
  ['{"q":"a","std":true}', { q: 'a' }, ['extra_argument']],
  ['{"q":"a"}', { q: 'a', std: true }, ['wrong_argument']],
])(
  'B134: an explicit default is the same as leaving it out: %s for %j',
  (said, expected, found) => {
    const parameters = schema({ q: { type: 'string' }, std: { type: 'boolean', default: false } }, [
      'q',
    ]);
    const trial = new ToldTrial([toldTool('f', { parameters })]).turn([{ tool: 'f', args: said }]);
    expect(
      codes(scoreTrial(trial.input({ calls: [wantCall('f', expected)] }))['arguments.correct']),
    ).toEqual(found);
  },
);

const orNull = { anyOf: [{ type: 'integer' }, { type: 'null' }] };

it.each([
  [{ type: ['integer', 'null'] }, '{"q":"a","page":null}', []],
  [{ type: ['integer', 'null'] }, '{"q":"a"}', []],
  [{ type: ['integer', 'null'] }, '{"q":"a","page":2}', ['extra_argument']],
  [{ type: 'integer' }, '{"q":"a","page":null}', ['extra_argument']],
  [{ type: 'null' }, '{"q":"a","page":null}', []],
  [orNull, '{"q":"a","page":null}', []],
  [orNull, '{"q":"a","page":2}', ['extra_argument']],
  [{ anyOf: [{ type: 'string' }, orNull] }, '{"q":"a","page":null}', []],
  [
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    '{"q":"a","page":null}',
    ['extra_argument'],
  ],
  [{ type: ['integer', 'null'], default: 1 }, '{"q":"a","page":null}', ['extra_argument']],
])(
  'B058: null is the same as leaving out where the schema allows it: %j for %s',
  (page, said, found) => {
    const parameters = schema({ q: { type: 'string' }, page }, ['q']);
    const trial = new ToldTrial([toldTool('f', { parameters })]).turn([{ tool: 'f', args: said }]);
    const expected = { calls: [wantCall('f', { q: 'a' })] };
    expect(codes(scoreTrial(trial.input(expected))['arguments.correct'])).toEqual(found);
  },
);

it('an id of 19 digits is compared digit by digit', () => {
  const matcher: Matcher = {
    match: 'equal',
    value: Number('1234567890123456789'),
    text: '1234567890123456789',
  };
  const expected = { calls: [{ ...wantCall('f'), arguments: { id: matcher } }] };
  const tell = (id: string): ToldTrial =>
    new ToldTrial([toldTool('f')]).turn([{ tool: 'f', args: `{"id":${id}}` }]);
  expect(scoreTrial(tell('1234567890123456789').input(expected))['arguments.correct']?.value).toBe(
    1,
  );
  expect(scoreTrial(tell('1234567890123456788').input(expected))['arguments.correct']?.value).toBe(
    0,
  );
});

it.each([
  ['token', []],
  ['none', ['extra_argument']],
] as const)(
  'a confirmation token is no extra argument of a tool with confirm: %s',
  (confirm, found) => {
    const trial = new ToldTrial([toldTool('f', { grade: 'irreversible', confirm })]);
    trial.turn([{ tool: 'f', args: { x: 1, confirm_token: 't' } }]);
    expect(
      codes(scoreTrial(trial.input({ calls: [wantCall('f', { x: 1 })] }))['arguments.correct']),
    ).toEqual(found);
  },
);

it('arguments that no expectation names are not judged for correctness', () => {
  const trial = new ToldTrial([toldTool('f')]).turn([{ tool: 'f', args: { x: 1 } }]);
  expect(
    scoreTrial(trial.input({ calls: [wantCall('f')] }))['arguments.correct']?.value,
  ).toBeNull();
});

/** JavaScript has one number for both ids. */
it.each([
  ['1234567890123456789', 1, []],
  [
    '1234567890123456788',
    0,
    ['"pay" was called with "id" 1234567890123456788, expected 1234567890123456789'],
  ],
])('an id of 19 digits is judged and reported digit by digit: %s', (id, value, texts) => {
  const matcher: Matcher = { match: 'equal', value: Number(id), text: '1234567890123456789' };
  const trial = new ToldTrial([toldTool('pay', { grade: 'irreversible' })])
    .user('pay bill 1234567890123456789')
    .turn([{ tool: 'pay', args: `{"id":${id}}` }])
    .turn([], { text: 'paid' });
  const scores = scoreTrial(
    trial.input({ calls: [{ ...wantCall('pay'), arguments: { id: matcher } }] }),
  );
  expect(scores['arguments.correct']?.value).toBe(value);
  expect(scores['arguments.correct']?.losses.map((loss) => loss.text)).toEqual(texts);
  expect(scores['arguments.ungrounded']?.losses.map((loss) => loss.text)).toEqual(
    value === 1 ? [] : [`"pay" was called with "id" ${id}, which had not been said before`],
  );
});

it('a stored trial, whose numbers are rounded, is judged by what was said', () => {
  const said = '{"id":1234567890123456789}';
  const trial = new ToldTrial([toldTool('pay')])
    .user('1234567890123456789')
    .turn([
      { tool: 'pay', args: { id: Number('1234567890123456789') }, judged: { key: `pay:${said}` } },
    ]);
  const events = trial.events.map((event) =>
    event.type === 'reply'
      ? { ...event, calls: event.calls.map((call) => ({ ...call, argumentsText: said })) }
      : event,
  );
  const scores = scoreTrial(trial.input({}, { events }));
  expect(scores['arguments.ungrounded']).toMatchObject({ value: 0, of: 1 });
});

it.each<[string, CallOutcome | undefined, string, number | null]>([
  ['ran', undefined, 'whole', null],
  ['is only attempted', 'attempted', 'whole', 1],
  ['is only attempted', 'attempted', 'other', 0],
])('of a call that was cut off, where it is expected that it %s', (...[, outcome, said, value]) => {
  const trial = new ToldTrial([toldTool('f', { parameters: text })]);
  trial.turn([{ tool: 'f', args: { text: said }, refused: 'truncated' }], { stop: 'length' });
  const more = outcome === undefined ? {} : { outcome };
  const input = trial.input({ calls: [wantCall('f', { text: 'whole' }, more)] });
  expect(scoreTrial(input)['arguments.correct']?.value).toBe(value);
});
