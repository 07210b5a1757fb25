import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCanonicalJson } from './canonical-json.ts';
import {
  exactFieldJson,
  exactJson,
  exactOf,
  exactText,
  fromExact,
  keepDigits,
  toShowable,
} from './exact-arguments.ts';
import type { JsonObject } from './json.ts';

function read(text: string): JsonObject {
  const value = JSON.parse(text) as JsonObject;
  keepDigits(value, text);
  return value;
}

it.each([
  ['{"id":1234567890123456789}', '{"id":1234567890123456789}'],
  ['{"id":1.234567890123456789e18}', '{"id":1234567890123456789}'],
  ['{"b":1,"a":[5.0,9007199254740993]}', '{"a":[5,9007199254740993],"b":1}'],
  ['{"a":0.12345678901234567891,"b":5.0}', '{"a":0.12345678901234567891,"b":5}'],
  ['{"a":-1e-400}', '{"a":-1e-400}'],
  ['{"a":1e-07}', '{"a":1e-7}'],
])('the exact form of %s is %s', (text, wanted) => {
  expect(exactJson(read(text))).toBe(wanted);
});

it('digits are kept for the objects inside as well, and shown as text', () => {
  const args = read('{"deep":[{"id":1234567890123456789,"n":5}],"s":"x"}');
  const inner = (args['deep'] as readonly JsonObject[])[0] ?? {};
  expect(exactText(inner, 'id')).toBe('1234567890123456789');
  expect([exactText(inner, 'n'), exactText(args, 's'), exactFieldJson(args, 's')]).toEqual([
    '5',
    'x',
    '"x"',
  ]);
  expect(exactText(args, 'absent')).toBe('null');
  expect(toShowable(args)).toEqual({ deep: [{ id: '1234567890123456789', n: 5 }], s: 'x' });
});

it('an object made of a lossless one has ordinary numbers and keeps the digits', () => {
  const exact = exactOf(read('{"id":1234567890123456789,"n":5}'));
  const made = fromExact(exact ?? { type: 'object', fields: new Map() });
  expect(made).toEqual({ id: 1234567890123456800, n: 5 });
  expect(exactJson(made)).toBe('{"id":1234567890123456789,"n":5}');
});

it('where JavaScript loses nothing, nothing is kept and the exact form is the canonical one', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const args = read(JSON.stringify(value));
      expect(exactOf(args)).toBe(null);
      expect(exactJson(args)).toBe(toCanonicalJson(args));
      expect(toShowable(args)).toBe(args);
    }),
  );
});

it('two different integers never have the same exact form', () => {
  const digits = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });
  fc.assert(
    fc.property(digits, fc.integer({ min: -3, max: 3 }), (left, step) => {
      const right = left + BigInt(step);
      const same = exactJson(read(`{"a":${left}}`)) === exactJson(read(`{"a":${right}}`));
      expect(same).toBe(left === right);
    }),
  );
});
