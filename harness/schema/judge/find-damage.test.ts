import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findDamage } from './find-damage.ts';

it.each([
  ['{', 'unterminated', 1],
  ['{"a":tru', 'unterminated', 8],
  ['{"a":1.', 'unterminated', 7],
  ['{"a":-', 'unterminated', 6],
  ['{"a":"\\u00', 'unterminated', 10],
  ['{"a":1} {"b":2}', 'trailing_text', 8],
  ['{}}', 'trailing_text', 2],
  ['Sure! {"a":1}', 'leading_text', 0],
  ['  ```\n{}\n```', 'fenced', 2],
  ['\uFEFF{}', 'byte_order_mark', 0],
  ["{'a':1}", 'python_literal', 1],
  ['{"a":\'x\'}', 'python_literal', 5],
  ['{"a":True}', 'python_literal', 5],
  ['{"a":None}', 'python_literal', 5],
  ['{a:1}', 'unquoted_key', 1],
  ['{名:1}', 'unquoted_key', 1],
  ['{"a":open}', 'unquoted_text', 5],
  ['undefined', 'unquoted_text', 0],
  ['{"a":NaN}', 'non_finite', 5],
  ['{"a":+Infinity}', 'non_finite', 5],
  ['{"a":1,}', 'trailing_comma', 7],
  ['[1,]', 'trailing_comma', 3],
  ['{"a":1 "b":2}', 'missing_comma', 7],
  ['{"a" 1}', 'missing_colon', 5],
  ['{"a":1, // why\n"b":2}', 'comment', 8],
  ['/* x */{}', 'comment', 0],
  ['{"a":"\\x"}', 'bad_escape', 6],
  ['{"a":01}', 'bad_number', 5],
  ['{"a":.5}', 'bad_number', 5],
  ['{"a":0x1F}', 'bad_number', 5],
  ['{"a":“x”}', 'smart_quotes', 5],
  ['{“a”:1}', 'smart_quotes', 1],
  ['{"a":"x\ty"}', 'control_character', 7],
  ['{"a":}', 'unexpected_character', 5],
  ['{,}', 'unexpected_character', 1],
  ['{"a":1;}', 'unexpected_character', 6],
])('names the damage in %j: %s at %i', (text, hint, at) => {
  const damage = findDamage(text);
  expect({ hint: damage.hint, at: damage.at }).toEqual({ hint, at });
});

it('names the first damage in reading order', () => {
  expect(findDamage("{scope: 'eu', NaN").hint).toBe('unquoted_key');
});

it('comes to an end on any text, within it', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ',',
    ':',
    '\\',
    '1',
    '-',
    'e',
    ' ',
    '/',
    'N',
    '`',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      const { at, hint } = findDamage(text);
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThanOrEqual(text.length);
      expect(hint).not.toBe('');
    }),
    { seed: 11 },
  );
});
