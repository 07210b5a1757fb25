import fc from 'fast-check';
import { expect, it } from 'vitest';

import { toVisibleLine, toVisibleText } from './to-visible-text.ts';

it.each([
  ['\u001B[2J\u0007', '\\u001b[2J\\u0007'],
  ['a\u202Eb\u2069', 'a\\u202eb\\u2069'],
  ['\u200B\uFEFF\u00AD', '\\u200b\\ufeff\\u00ad'],
  ['\uD83D', '\\ud83d'],
  ['\u{E0041}', '\\u{e0041}'],
  ['\u0000\uFFFF', '\\u0000\\uffff'],
  ['a\tb\nc\rd', 'a\tb\nc\rd'],
  ['👩‍👧 نام‌ه 查询 Straße', '👩‍👧 نام‌ه 查询 Straße'],
])('%j is shown as %j', (text, expected) => {
  expect(toVisibleText(text)).toBe(expected);
});

it('a line has no line break', () => {
  expect(toVisibleLine('a\tb\r\nc')).toBe('a\\tb\\r\\nc');
});

it('nothing that controls a terminal or a reader is left', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(toVisibleText(text)).not.toMatch(/[^\P{Cc}\t\n\r]|\p{Bidi_Control}|\p{Cs}/u);
    }),
  );
});
