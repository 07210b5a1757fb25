import { expect, it } from 'vitest';
import type { JsonValue } from '../json/json.ts';
import { readLosslessJson, type LosslessValue } from '../json/lossless-json.ts';
import { matchValue } from './match-value.ts';
import { findMismatch } from './find-mismatch.ts';
import { checkPattern } from './check-pattern.ts';
import { matchPattern } from './match-pattern.ts';
import { type MatcherUse, readMatcher } from './read-matcher.ts';

function readExact(json: string): LosslessValue {
  const read = readLosslessJson(json);
  if (!read.ok) throw new Error(`no JSON: ${json}`);
  return read.value.value;
}

/** Whether an argument is as it is expected, both as they are written; `null` = the argument is not there. */
function fits(expectation: string, said: string | null): boolean {
  const read = readMatcher(readExact(expectation), { path: '$', use: 'argument' });
  expect(read.problems).toEqual([]);
  if (said === null) return matchValue(read.matcher, undefined);
  return matchValue(read.matcher, JSON.parse(said) as JsonValue, readExact(said));
}

it.each<[string, string | null, boolean]>([
  // Any-of, at every depth.
  ['{"$anyOf":["Paris","paris"]}', '"paris"', true],
  ['{"$anyOf":["Paris","paris"]}', '"PARIS"', false],
  ['{"$anyOf":[{"$text":"new york"},{"$range":{"min":1}}]}', '"NewYork"', true],
  ['{"$anyOf":[{"$text":"new york"},{"$range":{"min":1}}]}', '0', false],
  ['[{"sku":{"$anyOf":["a","b"]},"n":1}]', '[{"n":1,"sku":"b"}]', true],
  ['[{"sku":{"$anyOf":["a","b"]},"n":1}]', '[{"n":1,"sku":"c"}]', false],
  ['[[{"$anyOf":[1,[2]]}]]', '[[[2]]]', true],
  ['[{"$anyOf":[1,2]},3]', '[2,3]', true],
  ['[{"$anyOf":[1,2]},3]', '[2,3,3]', false],
  ['[{"$anyOf":[1,2]},3]', '"2,3"', false],
  // Absent, optional, null.
  ['{"$absent":true}', null, true],
  ['{"$absent":true}', 'null', false],
  ['{"$optional":1}', null, true],
  ['{"$optional":1}', '1', true],
  ['{"$optional":1}', '2', false],
  ['{"$optional":1}', 'null', false],
  ['{"$anyOf":[1,{"$absent":true}]}', null, true],
  ['{"$anyOf":[1,{"$absent":true}]}', '2', false],
  ['{"$anyOf":[1,null]}', 'null', true],
  ['{"$anyOf":[1,null]}', null, false],
  ['null', null, false],
  ['{"a":{"$optional":1},"b":2}', '{"b":2}', true],
  ['{"a":{"$optional":1},"b":2}', '{"a":3,"b":2}', false],
  ['{"a":{"$absent":true}}', '{}', true],
  ['{"a":{"$absent":true}}', '{"a":null}', false],
  // Objects have no other fields, unless they say so.
  ['{"a":{"$any":true}}', '{"a":0,"b":1}', false],
  ['{"$partial":{"a":{"$any":true}}}', '{"a":0,"b":1}', true],
  ['{"$partial":{"a":{"b":1}}}', '{"a":{"b":1,"c":2}}', false],
  ['{"$partial":{"a":1}}', '{"b":1}', false],
  ['{"$partial":{"a":1}}', '[1]', false],
  // Lists in any order.
  ['{"$set":[1,2,2]}', '[2,1,2]', true],
  ['{"$set":[1,2,2]}', '[2,1,1]', false],
  ['{"$set":[{"$anyOf":[1,2]},1]}', '[1,2]', true],
  ['{"$set":[{"$anyOf":[1,2]},{"$anyOf":[1,2]},1]}', '[1,1,2]', true],
  ['{"$set":[{"$anyOf":[1,2]},1]}', '[2,2]', false],
  ['{"$set":[{"id":{"$pattern":"^a"}},{"id":"b"}]}', '[{"id":"b"},{"id":"ax"}]', true],
  // Numbers by value, by kind, by digits.
  ['5', '5.0', true],
  ['5.0', '5', true],
  ['[5]', '[5.0]', true],
  ['{"$number":{"value":5,"kind":"integer"}}', '5', true],
  ['{"$number":{"value":5,"kind":"integer"}}', '5.0', false],
  ['{"$number":{"value":5,"kind":"float"}}', '5.0', true],
  ['{"$number":{"value":5,"kind":"float"}}', '5e0', true],
  ['{"$number":{"value":5,"kind":"float"}}', '5', false],
  ['{"$number":{"value":"9007199254740993","kind":"integer"}}', '9007199254740993', true],
  ['{"$number":{"value":"9007199254740993","kind":"integer"}}', '9007199254740992', false],
  ['{"$number":{"kind":"integer"}}', '-7', true],
  ['{"$number":{"kind":"integer"}}', '"7"', false],
  ['{"$number":{"kind":"integer"}}', '7.0', false],
  ['{"$number":{"value":"5e0","kind":"integer"}}', '5', true],
  ['{"$number":{"value":50}}', '5e1', true],
  ['{"$number":{"value":"9007199254740993"}}', '9007199254740992', false],
  ['{"$number":5}', '5.0', true],
  ['{"$number":5}', '6', false],
  ['{"$number":"-0.5"}', '-0.50', true],
  ['{"$number":"-0.5"}', '0.5', false],
  ['{"$number":"9007199254740993"}', '9007199254740993', true],
  ['{"$number":"9007199254740993"}', '9007199254740992', false],
  ['{"a":[{"$number":{"kind":"float"}}]}', '{"a":[1.0]}', true],
  ['{"a":[{"$number":{"kind":"float"}}]}', '{"a":[1]}', false],
  // Ranges of numbers and of dates.
  ['{"$range":{"min":3,"max":3}}', '3', true],
  ['{"$range":{"max":-1}}', '-2', true],
  ['{"$range":{"max":-1}}', '0', false],
  ['{"$range":{"min":1}}', '0', false],
  ['{"$date":{"min":"2026-01-01","max":"2026-01-01"}}', '"2026-01-01"', true],
  ['{"$near":{"value":5,"tolerance":0}}', '5', true],
  ['{"$near":{"value":5,"tolerance":0.5}}', '5.5', true],
  ['{"$near":{"value":5,"tolerance":0.5}}', '5.6', false],
  ['{"$range":{"min":1,"max":3}}', '3', true],
  ['{"$range":{"min":1,"max":3}}', '3.1', false],
  ['{"$range":{"min":"2026-01-01","max":"2026-01-31"}}', '"2026/1/31"', true],
  ['{"$date":{"min":"2026-01-01"}}', '"2025-12-31"', false],
  ['{"$date":{"max":"2026-01-31"}}', '"2026-01-31T23:59:00Z"', true],
  ['{"$date":{"max":"2026-01-31T12:00:00Z"}}', '"2026-01-31T23:59:00Z"', false],
  ['{"$date":{"min":"2026-01-01"}}', '"soon"', false],
  ['{"$date":"2026-01-31"}', '"20260131"', true],
  // Texts.
  ['{"$text":"New York"}', '"new  YORK"', true],
  ['{"$text":{"value":"it\'s","ignore":["quotes"]}}', '"it’s"', true],
  ['{"$text":{"value":"it\'s","ignore":[]}}', '"it’s"', false],
  ['{"$text":{"value":"a-b","ignore":[],"characters":"-_"}}', '"a_b"', true],
  ['{"$text":{"value":"a-b","ignore":[],"characters":"-_"}}', '"A_b"', false],
  ['{"$text":{"value":"A","ignore":"case"}}', '"a"', true],
  ['{"$text":{"value":"A b"}}', '"ab"', true],
  ['{"$text":{"value":"a-b","ignore":["punctuation"]}}', '"a+b"', true],
  ['{"$text":{"value":"a-b","ignore":["punctuation"]}}', '"A+B"', false],
  ['{"$text":{"value":"a b","ignore":["space"]}}', '"ab"', true],
  ['{"$pattern":{"pattern":"^a.b$","flags":"ussi"}}', '"A\\nB"', true],
  ['{"$pattern":"^a"}', '"Ab"', false],
  ['{"$pattern":{"pattern":"^a","flags":"i"}}', '"Ab"', true],
  ['{"$pattern":{"pattern":"^b$","flags":"m"}}', '"a\\nb"', true],
  ['{"$pattern":{"pattern":"a.b","flags":"s"}}', '"a\\nb"', true],
  ['{"$pattern":"^(active)?$"}', '"foo"', false],
  ['{"$pattern":"^(active)?$"}', '""', true],
  // As it is written.
  ['{"$equal":{"$anyOf":[1]}}', '{"$anyOf":[1]}', true],
  ['{"$equal":{"$anyOf":[1]}}', '1', false],
  ['{"filter":{"$equal":{"$gt":5}}}', '{"filter":{"$gt":5}}', true],
  ['{"filter":{"$equal":{"$gt":5}}}', '{"filter":{"$gt":6}}', false],
  ['[{"$equal":{"a":{"$any":true}}}]', '[{"a":{"$any":true}}]', true],
  ['{"a$":1}', '{"a$":1}', true],
])('%s expects %s: %s', (expectation, said, wanted) => {
  expect(fits(expectation, said)).toBe(wanted);
});

function codes(expectation: string, use: MatcherUse = 'argument'): readonly string[] {
  const { problems } = readMatcher(readExact(expectation), { path: '$.a', use });
  return problems.map(({ code, path }) => `${code} ${path}`);
}

it.each([
  ['{"$anyof":[1]}', 'unknown_matcher $.a'],
  ['{"$gt":5}', 'unknown_matcher $.a'],
  ['{"x":[{"$in":[1]}]}', 'unknown_matcher $.a.x[0]'],
  ['{"x":1,"$ref":"y"}', 'unknown_matcher $.a'],
  ['{"$anyOf":[1],"x":1}', 'bad_matcher $.a'],
  ['{"$optional":1,"$anyOf":[1]}', 'bad_matcher $.a'],
  ['{"$anyOf":[]}', 'bad_matcher $.a.$anyOf'],
  ['{"$anyOf":1}', 'bad_matcher $.a.$anyOf'],
  ['{"$anyOf":[{"$range":{}}]}', 'bad_matcher $.a.$anyOf[0].$range'],
  ['{"$absent":false}', 'bad_matcher $.a.$absent'],
  ['[{"$absent":true}]', 'bad_matcher $.a[0]'],
  ['[{"$optional":1}]', 'bad_matcher $.a[0]'],
  ['{"$set":[{"$optional":1}]}', 'bad_matcher $.a.$set[0]'],
  ['[{"$anyOf":[1,{"$absent":true}]}]', 'bad_matcher $.a[0].$anyOf[1]'],
  ['{"$any":false}', 'bad_matcher $.a.$any'],
  ['{"$range":{"min":3,"max":1}}', 'cannot_hold $.a.$range'],
  ['{"$range":{"min":"a"}}', 'bad_matcher $.a.$range'],
  ['{"$range":{"min":1,"max":"2026-01-01"}}', 'bad_matcher $.a.$range'],
  ['{"$range":{"min":1,"step":1}}', 'bad_matcher $.a.$range'],
  ['{"$date":{"min":"2026-02-01","max":"2026-01-01"}}', 'cannot_hold $.a.$date'],
  ['{"$date":"2026-02-30"}', 'bad_matcher $.a.$date'],
  ['{"$near":{"value":1}}', 'bad_matcher $.a.$near'],
  ['{"$near":{"value":1,"tolerance":-1}}', 'bad_matcher $.a.$near'],
  ['{"$number":"five"}', 'bad_matcher $.a.$number'],
  ['{"$number":{"value":5,"kind":"int"}}', 'bad_matcher $.a.$number'],
  ['{"$number":{"value":5.5,"kind":"integer"}}', 'cannot_hold $.a.$number'],
  ['{"$text":5}', 'bad_matcher $.a.$text'],
  ['{"$text":{"value":"a","ignore":["accents"]}}', 'bad_matcher $.a.$text'],
  ['{"$pattern":"("}', 'bad_pattern $.a.$pattern'],
  ['{"$pattern":"(a+)+$"}', 'explosive_pattern $.a.$pattern'],
  ['{"$pattern":".*"}', 'cannot_fail $.a.$pattern'],
  ['{"$pattern":{"pattern":"a","flags":"g"}}', 'bad_matcher $.a.$pattern'],
  ['{"$set":1}', 'bad_matcher $.a.$set'],
  ['{"$partial":[1]}', 'bad_matcher $.a.$partial'],
  ['{"$partial":{"$any":true}}', 'bad_matcher $.a.$partial'],
  ['{"$partial":{"x":1,"$any":true}}', 'bad_matcher $.a.$partial'],
  ['{"$partial":{"x":{"$gt":1}}}', 'unknown_matcher $.a.$partial.x'],
  ['{"$optional":{"$gt":1}}', 'unknown_matcher $.a.$optional'],
  ['{"$set":[{"$gt":1}]}', 'unknown_matcher $.a.$set[0]'],
  ['{"$near":1}', 'bad_matcher $.a.$near'],
  ['{"$near":{"tolerance":1}}', 'bad_matcher $.a.$near'],
  ['{"$near":{"value":"1","tolerance":1}}', 'bad_matcher $.a.$near'],
  ['{"$near":{"value":1,"tolerance":1,"step":1}}', 'bad_matcher $.a.$near'],
  ['{"$number":"05"}', 'bad_matcher $.a.$number'],
  ['{"$number":"5x"}', 'bad_matcher $.a.$number'],
  ['{"$number":"x5"}', 'bad_matcher $.a.$number'],
  ['{"$number":true}', 'bad_matcher $.a.$number'],
  ['{"$number":{}}', 'bad_matcher $.a.$number'],
  ['{"$number":{"value":"five","kind":"integer"}}', 'bad_matcher $.a.$number'],
  ['{"$number":{"kind":5}}', 'bad_matcher $.a.$number'],
  ['{"$number":{"value":5,"digits":1}}', 'bad_matcher $.a.$number'],
  ['{"$range":5}', 'bad_matcher $.a.$range'],
  ['{"$range":{"min":"2026-01-01","max":"soon"}}', 'bad_matcher $.a.$range'],
  ['{"$range":{"min":"2026-01-02","max":"2026-01-01"}}', 'cannot_hold $.a.$range'],
  ['{"$date":{"min":5}}', 'bad_matcher $.a.$date'],
  ['{"$date":{"max":"soon"}}', 'bad_matcher $.a.$date'],
  ['{"$date":20260131}', 'bad_matcher $.a.$date'],
  ['{"$date":{"min":"2026-01-01","step":1}}', 'bad_matcher $.a.$date'],
  ['{"$text":{"value":5}}', 'bad_matcher $.a.$text'],
  ['{"$text":{"ignore":["case"]}}', 'bad_matcher $.a.$text'],
  ['{"$text":{"value":"a","ignore":["case","accents"]}}', 'bad_matcher $.a.$text'],
  ['{"$text":{"value":"a","characters":5}}', 'bad_matcher $.a.$text'],
  ['{"$text":{"value":"a","case":false}}', 'bad_matcher $.a.$text'],
  ['{"$pattern":5}', 'bad_matcher $.a.$pattern'],
  ['{"$pattern":{"flags":"i"}}', 'bad_matcher $.a.$pattern'],
  ['{"$pattern":{"pattern":"a","flags":1}}', 'bad_matcher $.a.$pattern'],
  ['{"$pattern":{"pattern":"a","flags":"iy"}}', 'bad_matcher $.a.$pattern'],
])('refuses %s: %s', (expectation, wanted) => {
  expect(codes(expectation)).toEqual([wanted]);
});

it.each<[MatcherUse, string, readonly string[]]>([
  ['value', '{"$number":{"kind":"integer"}}', ['bad_matcher $.a.$number']],
  ['value', '{"$number":"12345678901234567890"}', []],
  ['template', '{"$date":"{day}"}', []],
  ['value', '{"$date":"{day}"}', ['bad_matcher $.a.$date']],
  ['template', '{"$date":"day"}', ['bad_matcher $.a.$date']],
  ['template', '{"$date":{"min":"{first-day}","max":"{last_day}"}}', []],
  ['argument', '{"$date":{"min":"{first}"}}', ['bad_matcher $.a.$date']],
  ['template', '{"$number":{"value":5,"kind":"integer"}}', ['bad_matcher $.a.$number']],
  ['value', '{"$number":{"value":5}}', []],
])('in a place for a %s, %s gives %j', (use, expectation, wanted) => {
  expect(codes(expectation, use)).toEqual(wanted);
});

it('says which word may be meant, and how the words are written as they are', () => {
  const { problems } = readMatcher(readExact('{"$anyof":[1]}'), { path: '$', use: 'argument' });
  expect(problems[0]).toMatchObject({
    message:
      '"$anyof" is not a word of expectations, and an object with it is not compared as a value',
    found: '$anyof',
    remedy:
      'Did you mean "$anyOf"? Otherwise write { $equal: ... } around the object if it is meant as it is written',
  });
});

function firstProblem(expectation: string, use: MatcherUse = 'argument'): unknown {
  return readMatcher(readExact(expectation), { path: '$', use }).problems[0];
}

it.each<[string, object]>([
  [
    '{"$gt":5}',
    {
      expected: expect.stringMatching(/^one of \$equal, .*, \$partial$/u) as unknown,
      found: '$gt',
      remedy: expect.stringMatching(/^Write \{ \$equal: \.\.\. \}/u) as unknown,
    },
  ],
  [
    '{"x":1,"$any":true}',
    {
      message: 'an object with "$any" has that key alone',
      expected: '{ $any: ... } without other keys',
      found: 'x, $any',
      remedy: expect.stringMatching(
        /^Put the other keys elsewhere, or write \{ \$equal/u,
      ) as unknown,
    },
  ],
  [
    '{"$absent":{"a":null}}',
    {
      message: '"$absent" does not take what is written here',
      found: { a: null },
      remedy: expect.stringContaining('{ $optional: ... }') as unknown,
    },
  ],
  [
    '{"$range":{"min":1,"max":"2026-01-01"}}',
    { expected: expect.stringContaining('as numbers or as dates') as unknown },
  ],
  [
    '{"$range":{"min":"soon"}}',
    { expected: expect.stringMatching(/^dates that exist/u) as unknown },
  ],
  [
    '{"$date":{"min":"soon"}}',
    { expected: expect.stringMatching(/^dates that exist/u) as unknown },
  ],
  ['{"$date":"soon"}', { expected: expect.stringMatching(/^a date that exists/u) as unknown }],
  ['{"$number":{"value":"five"}}', { expected: expect.stringContaining('as "value"') as unknown }],
  [
    '{"$number":{"value":5,"kind":"int"}}',
    { expected: expect.stringContaining('as "kind"') as unknown },
  ],
  [
    '[{"$absent":true}]',
    { message: expect.stringContaining('"$absent" is for fields') as unknown, found: '$absent' },
  ],
])('%s: the message says what is wrong, expected and found', (expectation, problem) => {
  expect(firstProblem(expectation)).toMatchObject(problem);
});

it('a remedy is named only where there is one', () => {
  expect(firstProblem('{"$set":1}')).not.toHaveProperty('remedy');
  expect(firstProblem('{"$number":{"kind":"integer"}}', 'value')).toMatchObject({
    remedy: 'Write the number itself',
  });
});

it('plain values are wanted as they are, and keep digits that JavaScript would round', () => {
  const read = (json: string): unknown =>
    readMatcher(readExact(json), { path: '$', use: 'argument' }).matcher;
  expect(read('[1,null,{"a":[true,"x"]}]')).toEqual({
    match: 'equal',
    value: [1, null, { a: [true, 'x'] }],
  });
  expect(read('[9007199254740993]')).toMatchObject({ text: '[9007199254740993]' });
  expect(read('null')).toEqual({ match: 'equal', value: null });
});

it.each([
  ['{"$partial":{"a":1}}', '{"b":2,"a":2}', '$.a', 2],
  ['{"a":{"$any":true}}', '{"a":1,"b":2,"c":3}', '$.b', 2],
  ['[1,{"$range":{"min":2}},{"$range":{"min":3}}]', '[1,1,1]', '$[1]', 1],
  ['{"a":{"$set":[1]}}', '{"a":[2]}', '$.a', [2]],
  ['{"a":{"$set":[{"$any":true}]}}', '{"a":[]}', '$.a', []],
  ['{"a":{"$optional":{"$range":{"min":2}}}}', '{"a":1}', '$.a', 1],
  ['{"a":[{"b":{"$range":{"max":1}}}]}', '{"a":[{"b":2}]}', '$.a[0].b', 2],
  ['{"a":{"$optional":1}}', '{"a":1,"c d":3}', '$["c d"]', 3],
  ['{"$anyOf":[{"a":1}]}', '{"a":2}', '$', { a: 2 }],
])('%s on %s departs at %s', (...row) => {
  const [expectation, said, path, value] = row;
  const { matcher } = readMatcher(readExact(expectation), { path: '$', use: 'argument' });
  const at = { value: JSON.parse(said) as JsonValue, lossless: undefined, path: '$' };
  expect(findMismatch(matcher, at)).toMatchObject({ path, value });
});

it.each([
  ['^(active)?$', false],
  ['^[a-z]*$', false],
  ['^(?!.*sorry)', false],
  ['^.{0,200}$', false],
  ['^[^{}]*$', false],
  ['^$', false],
  ['', true],
  ['.*', true],
  ['^', true],
  ['(active)?', true],
  ['a*|b', true],
  ['[^]*', true],
  ['^[\\s\\S]*$', true],
  ['(?=)', true],
])('the pattern %j finds something in every text: %s', (pattern, wanted) => {
  const found = checkPattern(pattern, '$').map(({ code }) => code);
  expect(found).toEqual(wanted ? ['cannot_fail'] : []);
});

it('flags inside an expression are refused with what to write', () => {
  expect(checkPattern('(?i)active', '$')).toMatchObject([
    { code: 'bad_pattern', remedy: expect.stringContaining('flags: "i"') as unknown },
  ]);
});

it('an expression that is no regular expression for another reason gets no such remedy', () => {
  expect(checkPattern('(', '$')[0]).not.toHaveProperty('remedy');
});

it('an expression that takes long with a short text already is refused', () => {
  const pattern = `^(?!z)|${'z*'.repeat(12)}c`;
  expect(checkPattern(pattern, '$.x')).toMatchObject([
    { code: 'slow_pattern', path: '$.x', found: pattern },
  ]);
});

it('flags decide whether something is found in every text', () => {
  // With "s" a dot is also a line break.
  expect(checkPattern('^.*$', '$', '')).toEqual([]);
  expect(checkPattern('^.*$', '$', 's')).toMatchObject([{ code: 'cannot_fail' }]);
});

it.each(['[w-y]', '[P-R]', '[6-8]', '[,-.]', '[^-`]', '[è-ê]'])(
  'a pattern that all but one sign of %s fit can fail',
  (signs) => {
    expect(checkPattern(`^(?!${signs}$)`, '$')).toEqual([]);
  },
);

it.each([
  ['(?i:paris)', 'PARIS', 'i', true],
  ['(?i:paris)', 'PARIS', '', true],
  ['(?-i:paris)', 'PARIS', 'i', false],
  ['(?s-i:a.b)', 'a\nb', 'i', true],
  ['(?s-i:a.b)', 'A\nb', 'is', false],
])('%s finds something in %j with the flags "%s": %j', (...[pattern, text, flags, isFound]) => {
  expect(matchPattern(pattern, text, flags)).toBe(isFound);
});
