import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { readCharacters } from './read-characters.ts';

const read = (file: string): Uint8Array => readFileSync(new URL(file, import.meta.url));
const latin = read('noto-sans-sc-latin-400-normal.woff2');
const chinese = read('noto-sans-sc-chinese-simplified-400-normal.woff2');

it.each([
  ['latin', latin, 'aZ09ß', '查Ж→'],
  ['chinese', chinese, '查询订单退款', 'Ж😀'],
] as const)('the signs of the %s font are known', (...[, font, present, absent]) => {
  const signs = readCharacters(font);
  const has = (character: string): boolean => signs.has(character.codePointAt(0) ?? 0);
  expect([Array.from(present, has), Array.from(absent, has)]).toEqual([
    Array.from(present, () => true),
    Array.from(absent, () => false),
  ]);
});

it.each([
  [
    latin,
    import.meta.resolve('@fontsource/noto-sans-sc/files/noto-sans-sc-latin-400-normal.woff2'),
  ],
  [
    chinese,
    import.meta
      .resolve('@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff2'),
  ],
])('shipped font %# is the file of the package, unchanged', (font, url) => {
  expect(Buffer.from(font).equals(readFileSync(new URL(url)))).toBe(true);
});
