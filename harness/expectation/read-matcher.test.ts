import { expect, it } from 'vitest';
import type { JsonValue } from '../json/json.ts';
import { readLosslessJson, type LosslessValue } from '../json/lossless-json.ts';
import { matchValue } from './match-value.ts';
import { findMismatch } from './find-mismatch.ts';
import { checkPattern } from './check-pattern.ts';
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
  ['{"$number":"9007199254740993"}', '9007199254740993', true],
  ['{"$number":"9007199254740993"}', '9007199254740992', false],
  ['{"a":[{"$number":{"kind":"float"}}]}', '{"a":[1.0]}', true],
  ['{"a":[{"$number":{"kind":"float"}}]}', '{"a":[1]}', false],
  // Ranges of numbers and of dates.
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
])('refuses %s: %s', (expectation, wanted) => {
  expect(codes(expectation)).toEqual([wanted]);
});

it.each<[MatcherUse, string, readonly string[]]>([
  ['value', '{"$number":{"kind":"integer"}}', ['bad_matcher $.a.$number']],
  ['value', '{"$number":"12345678901234567890"}', []],
  ['template', '{"$date":"{day}"}', []],
  ['value', '{"$date":"{day}"}', ['bad_matcher $.a.$date']],
])('in a place for a %s, %s gives %j', (use, expectation, wanted) => {
  expect(codes(expectation, use)).toEqual(wanted);
});

it('says which word may be meant, and how the words are written as they are', () => {
  const { problems } = readMatcher(readExact('{"$anyof":[1]}'), { path: '$', use: 'argument' });
  expect(problems[0]).toMatchObject({
    message:
      '"$anyof" is no word of expectations, and an object with it is not compared as a value',
    found: '$anyof',
    remedy:
      'Did you mean "$anyOf"? Otherwise write { $equal: ... } around the object if it is meant as it is written',
  });
});

it.each([
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
