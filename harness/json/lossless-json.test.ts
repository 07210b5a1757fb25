import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  hasRiskyNumbers,
  losslessEqual,
  type LosslessValue,
  readLosslessJson,
  toLossless,
  writeLosslessJson,
} from './lossless-json.ts';

function read(text: string): LosslessValue {
  const reading = readLosslessJson(text);
  if (!reading.ok) throw new Error(`${reading.error.code} at ${reading.error.position}`);
  return reading.value.value;
}

it.each([
  ['5', '5', true],
  ['5', '5.0', true],
  ['5', '50e-1', true],
  ['5', '0.05e2', true],
  ['-0', '0', true],
  ['0.0', '0e9', true],
  ['1e400', '10e399', true],
  ['1e400', '1e401', false],
  ['5', '-5', false],
  ['5', '"5"', false],
  ['1234567890123456789', '1234567890123456788', false],
  ['9007199254740993', '9007199254740992', false],
  ['0.1', '0.10000000000000001', false],
  ['100', '1e2', true],
  ['1e99999999999999999999', '1e99999999999999999998', false],
  ['{"a":1,"b":[2]}', '{"b":[2.0],"a":1}', true],
  ['{"a":1}', '{"a":1,"b":2}', false],
  ['{"a":null}', '{}', false],
  ['[1]', '{"0":1}', false],
  ['null', '{}', false],
])('%s and %s are equal by value: %s', (left, right, equal) => {
  expect(losslessEqual(read(left), read(right))).toBe(equal);
  expect(losslessEqual(read(right), read(left))).toBe(equal);
});

it('a strict comparison tells 5 from 5.0', () => {
  expect(losslessEqual(read('{"a":5}'), read('{"a":5.0}'), 'text')).toBe(false);
  expect(losslessEqual(read('{"a":5}'), toLossless({ a: 5 }), 'text')).toBe(true);
});

it('different integers are never equal, however long', () => {
  const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
  fc.assert(
    fc.property(digits, digits, (left, right) => {
      expect(losslessEqual(read(String(left)), read(String(right)))).toBe(left === right);
    }),
  );
});

it('reads what JSON.parse reads, and writes it back', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = read(text);
      expect(JSON.parse(writeLosslessJson(value))).toEqual(JSON.parse(text));
      expect(losslessEqual(value, read(writeLosslessJson(value)), 'text')).toBe(true);
    }),
  );
});

it('takes and refuses the same texts as JSON.parse', () => {
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 }))
    .map(([text, at, piece]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(place + 1);
    });
  fc.assert(
    fc.property(fc.oneof(damaged, fc.string()), (text) => {
      let parsed = true;
      try {
        JSON.parse(text);
      } catch {
        parsed = false;
      }
      expect(readLosslessJson(text).ok).toBe(parsed);
    }),
    { numRuns: 500 },
  );
});

it('a beginning of an object is distinguished from damaged JSON', () => {
  const text = '{"a": [1, -2.5e+3, true, "x\\u00e9\\n"], "b": {"c": null}}';
  for (let length = 0; length < text.length; length += 1) {
    expect([length, readLosslessJson(text.slice(0, length))]).toEqual([
      length,
      { ok: false, error: { code: 'unexpected_end', position: expect.any(Number) } },
    ]);
  }
});

it.each([
  ['{"a":1}}', 'text_after_value', 7],
  ["{'a':1}", 'unexpected_character', 1],
  ['{"a":01}', 'bad_number', 5],
  ['[1.]', 'bad_number', 1],
  ['["\\x"]', 'bad_escape', 2],
  ['["\\u12g4"]', 'bad_escape', 2],
  ['["a\nb"]', 'control_character', 3],
  ['{"a":None}', 'unexpected_character', 5],
  ['[tru]', 'unexpected_character', 1],
  ['['.repeat(600), 'too_deep', 512],
])('%s: %s', (text, code, position) => {
  expect(readLosslessJson(text)).toEqual({ ok: false, error: { code, position } });
});

it('names repeated keys and lone surrogates by path', () => {
  const reading = readLosslessJson(
    '{"a":{"b":1,"b":2},"l":[{"x y":1,"x y":1}],"s":"\\ud83d","ok":"\\ud83d\\ude00"}',
  );
  expect(reading.ok && reading.value.duplicateKeys).toEqual(['$.a.b', '$.l[0]["x y"]']);
  expect(reading.ok && reading.value.loneSurrogates).toEqual(['$.s']);
});

it('of a repeated key the last value counts, as in JSON.parse', () => {
  expect(writeLosslessJson(read('{"a":1,"a":2.50}'))).toBe('{"a":2.50}');
});

it('keeps number text and a key called __proto__', () => {
  const text = '{"__proto__":1234567890123456789,"v":5.0,"w":1e400}';
  expect(writeLosslessJson(read(text))).toBe(text);
});

it('whatever JSON.parse would change counts as risky', () => {
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.stringMatching(/^(0|[1-9][0-9]{0,20})$/),
      fc.stringMatching(/^(\.[0-9]{1,20})?$/),
      fc.stringMatching(/^([eE][+-]?[0-9]{1,3})?$/),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(number, (text) => {
      const plain = JSON.stringify(JSON.parse(`{"a":${text}}`));
      if (plain !== `{"a":${text}}`) expect([text, hasRiskyNumbers(text)]).toEqual([text, true]);
    }),
    { numRuns: 2_000 },
  );
});

it.each(['{"id":42,"price":12.5,"name":"x 2024-01-02"}', '{"n":0,"m":0.25}'])(
  'ordinary text %s is not risky',
  (text) => {
    expect(hasRiskyNumbers(text)).toBe(false);
  },
);
