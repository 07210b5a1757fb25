import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { GlobalFonts } from '@napi-rs/canvas';

import { toVisibleLine } from '../text/to-visible-text.ts';
import { readCharacters } from '../font/read-characters.ts';

/** The families of the shipped fonts, in the order in which they are tried. */
export const chartFontFamily = '"Toolrig Latin", "Toolrig Chinese"';

/** Writes text with the shipped fonts only, so that a machine without any font draws the same picture. */
export interface ChartFonts {
  /** On one line, at most so many characters; what no shipped font has a sign for is shown by its code. */
  toDrawable(text: string, most?: number): string;
  /** Characters that had no sign, so far. */
  missing(): readonly string[];
}

/** Registers the shipped fonts. */
export function loadChartFonts(): ChartFonts {
  const covered = new Set<number>();
  for (const [family, file] of Object.entries(files)) {
    const path = fileURLToPath(new URL(`../font/${file}`, import.meta.url));
    GlobalFonts.registerFromPath(path, family);
    for (const code of readCharacters(readFileSync(path))) covered.add(code);
  }
  const missing = new Set<string>();
  return {
    toDrawable(text, most = 48) {
      const characters = Array.from(toVisibleLine(text), (character) => {
        const code = character.codePointAt(0) ?? 0;
        if (covered.has(code)) return character;
        missing.add(character);
        return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
      });
      const shown = characters.length <= most ? characters : cutMiddle(characters, most);
      return shown.join('');
    },
    missing: () => [...missing].toSorted(),
  };
}

/** The beginning and the end of a name distinguish it from others. */
function cutMiddle(characters: readonly string[], most: number): readonly string[] {
  const half = Math.floor((most - 1) / 2);
  return [...characters.slice(0, half), '…', ...characters.slice(-half)];
}

const files = {
  'Toolrig Latin': 'noto-sans-sc-latin-400-normal.woff2',
  'Toolrig Chinese': 'noto-sans-sc-chinese-simplified-400-normal.woff2',
};
