import { readFileSync } from 'node:fs';

import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { expect, it } from 'vitest';

import { readCharacterMap } from './read-character-map.ts';
import { readWoff2 } from './read-woff2.ts';
import { subsetFont } from './subset-font.ts';

const read = (file: string): Uint8Array => readFileSync(new URL(file, import.meta.url));
const latin = read('noto-sans-sc-latin-400-normal.woff2');
const chinese = read('noto-sans-sc-chinese-simplified-400-normal.woff2');

it.each([
  ['latin', latin, 'aZ09ß', '查Ж→'],
  ['chinese', chinese, '查询订单退款', 'Ж😀'],
] as const)('the signs of the %s font are known', (...[, font, present, absent]) => {
  const cmap = readWoff2(font).get('cmap');
  const signs = cmap === undefined ? new Map<number, number>() : readCharacterMap(cmap.view);
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

const text = '退款查询订单取消一丁龘鬱，。；「」％';

it.each([
  ['Chinese', chinese, text],
  ['Latin', latin, 'Straße&@gQ'],
] as const)(
  'a small %s font draws its characters as the whole font does',
  (...[name, font, all]) => {
    GlobalFonts.register(Buffer.from(font), `Whole${name}`);
    GlobalFonts.register(Buffer.from(subsetFont(font, all) ?? []), `Small${name}`);
    for (const character of all) {
      const [whole, small] = [draw(character, `Whole${name}`), draw(character, `Small${name}`)];
      expect(small.width).toBe(whole.width);
      expect(small.ink).toBeGreaterThan(0);
      // Where edges come to lie between two lines of the screen depends on the other signs of a font.
      const apart = small.data.reduce(
        (sum, value, at) => sum + Math.abs(value - (whole.data[at] ?? 0)),
        0,
      );
      expect(apart / whole.ink).toBeLessThan(0.04);
    }
  },
);

it('a small font is small, the same for any order of the text, and none for foreign signs', () => {
  const small = subsetFont(chinese, text);
  expect(small?.length).toBeLessThan(20_000);
  expect(subsetFont(chinese, Array.from(`${text}${text}`).toReversed())).toEqual(small);
  expect(subsetFont(chinese, 'Ж😀')).toBe(null);
});

function draw(
  character: string,
  family: string,
): { readonly ink: number; readonly width: number; readonly data: Buffer } {
  const canvas = createCanvas(400, 400);
  const context = canvas.getContext('2d');
  context.lang = 'en';
  context.font = `320px ${family}`;
  context.fillText(character, 20, 320);
  const data = canvas.data();
  const ink = data.reduce((sum, value) => sum + value, 0);
  return { ink, width: context.measureText(character).width, data };
}
