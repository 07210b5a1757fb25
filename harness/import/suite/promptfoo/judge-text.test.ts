import { expect, it } from 'vitest';

import { matchPattern } from '../../../expectation/match-pattern.ts';
import type { JsonValue } from '../../../json/json.ts';
import { textAssertions } from './judge-text.ts';
import type { Reading } from './judged.ts';

function read(type: string, value: JsonValue): Reading | undefined {
  const isInverse = type.startsWith('not-');
  return textAssertions[type.replace('not-', '')]?.({ value, isInverse, assert: {} });
}

/** As the score of `says` and `saysNot` has it. */
function passes(reading: Reading | undefined, answer: string): boolean {
  if (reading === undefined || typeof reading === 'string') throw new Error(String(reading));
  const { says = [], saysNot = [] } = reading;
  return (
    says.every((pattern) => matchPattern(pattern, answer, 'i')) &&
    !saysNot.some((pattern) => matchPattern(pattern, answer, 'i'))
  );
}

interface Answers {
  readonly pass: readonly string[];
  readonly fail: readonly string[];
}

const literal: Answers = {
  pass: ['Pay $5.00 (now)?'],
  fail: ['Pay $5x00 (now)?', 'pay $5.00 (now)?'],
};

const table: readonly (readonly [type: string, value: JsonValue, answers: Answers])[] = [
  [
    'equals',
    'Pay $5.00 (now)?',
    { pass: literal.pass, fail: [...literal.fail, 'Pay $5.00 (now)?!'] },
  ],
  ['equals', 12, { pass: ['12'], fail: ['12.0', '112'] }],
  ['contains', 'Paris', { pass: ['In Paris.'], fail: ['in paris', 'Par is', ''] }],
  ['contains', '$5.00 (now)?', { pass: ['Pay $5.00 (now)?'], fail: ['Pay $5x00 (now)?'] }],
  [
    'contains',
    'C:\\temp/[a-z]{2}|^x',
    { pass: ['at C:\\temp/[a-z]{2}|^x'], fail: ['C:\\temp/ab'] },
  ],
  ['contains', '12', { pass: ['112'], fail: ['1 2'] }],
  ['icontains', 'Paris', { pass: ['PARIS', 'paris!'], fail: ['Pari'] }],
  ['icontains', 'über', { pass: ['ÜBER'], fail: ['uber'] }],
  ['starts-with', 'Yes', { pass: ['Yes, it is'], fail: ['yes', 'Oh, Yes', 'No\nYes'] }],
  ['contains-any', ['A.1', 'B'], { pass: ['A.1', 'xB'], fail: ['Ax1', 'b'] }],
  ['contains-any', 'red, "light, blue"', { pass: ['light, blue', 'red'], fail: ['light', 'Red'] }],
  ['icontains-any', ['red', 'blue'], { pass: ['RED'], fail: ['green'] }],
  ['contains-all', ['red', 'blue'], { pass: ['blue and red'], fail: ['red', 'Blue and red'] }],
  ['icontains-all', ['red', 'blue'], { pass: ['BLUE\nand red'], fail: ['red'] }],
  ['regex', '^[A-Z]{2}[0-9]+$', { pass: ['AB12'], fail: ['ab12', 'AB'] }],
  ['regex', 'a|b', { pass: ['b'], fail: ['A'] }],
];

it.each(table)('%s %j', (type, value, { pass, fail }) => {
  const reading = read(type, value);
  expect(pass.filter((answer) => !passes(reading, answer))).toEqual([]);
  expect(fail.filter((answer) => passes(reading, answer))).toEqual([]);
});

it.each(table)('not-%s %j is the opposite', (type, value, { pass, fail }) => {
  const reading = read(`not-${type}`, value);
  expect(pass.filter((answer) => passes(reading, answer))).toEqual([]);
  expect(fail.filter((answer) => !passes(reading, answer))).toEqual([]);
});

it.each<[string, JsonValue]>([
  ['equals', { a: 1 }],
  ['contains', ''],
  ['contains', null],
  ['contains-any', []],
  ['contains-all', [1, {}]],
  ['regex', '('],
  ['regex', '(a+)+$'],
  ['regex', '.*'],
  ['regex', 5],
])('%s %j has no expectation, and why is said', (type, value) => {
  expect(read(type, value)).toEqual(expect.any(String));
});
