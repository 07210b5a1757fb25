import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { createCanvas, GlobalFonts, type SKRSContext2D, SvgExportFlag } from '@napi-rs/canvas';

import { toVisibleLine } from '../text/to-visible-text.ts';
import { readCharacters } from '../font/read-characters.ts';

/** The families of the shipped fonts, in the order in which they are tried. */
export const chartFontFamily = '"Toolrig Latin", "Toolrig Chinese"';

/** How much room a text has: pixels a line at a size, and lines. */
export interface TextRoom {
  readonly width: number;
  readonly size: number;
  readonly lines: number;
}

/** Writes text with the shipped fonts only, so that a machine without any font draws the same picture. */
export interface ChartFonts {
  /** On one line, at most so many characters; what no shipped font has a sign for is shown by its code. */
  toDrawable(text: string, most?: number): string;
  /** Broken into lines that fit; a text that needs more lines is shortened in the middle. */
  toLines(text: string, room: TextRoom): readonly string[];
  /** Width in pixels. */
  measure(text: string, size: number): number;
  /** Characters that had no sign, so far. */
  missing(): readonly string[];
  /** Texts that were shortened since the last call. */
  takeShortened(): readonly string[];
}

/** Registers the shipped fonts. */
export function loadChartFonts(): ChartFonts {
  const covered = loadFonts();
  const missing = new Set<string>();
  const shortened = new Set<string>();
  const toCharacters = (text: string): readonly string[] =>
    Array.from(toVisibleLine(text), (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (covered.has(code)) return character;
      missing.add(character);
      return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    });
  return {
    toDrawable(text, most = 48) {
      const characters = toCharacters(text);
      if (characters.length <= most) return characters.join('');
      shortened.add(text);
      return cutMiddle(characters, most).join('');
    },
    toLines(text, room) {
      const characters = toCharacters(text);
      const whole = breakLines(characters, room);
      if (whole.length <= room.lines) return whole;
      shortened.add(text);
      return shorten(characters, room);
    },
    measure: (text, size) => measureChartText(text, `${size}px ${chartFontFamily}`),
    missing: () => [...missing].toSorted(),
    takeShortened() {
      const taken = [...shortened].toSorted();
      shortened.clear();
      return taken;
    },
  };
}

/** Characters of the shipped Latin font, and of both fonts, once they are loaded. */
const latin = new Set<number>();
const both = new Set<number>();

/** Reading the Chinese font takes longer than drawing a picture, so it is done once. */
function loadFonts(): ReadonlySet<number> {
  if (both.size > 0) return both;
  for (const [family, file] of Object.entries(files)) {
    const path = fileURLToPath(new URL(`../font/${file}`, import.meta.url));
    GlobalFonts.registerFromPath(path, family);
    for (const code of readCharacters(readFileSync(path))) {
      both.add(code);
      if (family === 'Toolrig Latin') latin.add(code);
    }
  }
  return both;
}

let ruler: SKRSContext2D | null = null;

/** The width of a text in pixels, as the pictures have it. */
export function measureChartText(text: string, font: string): number {
  ruler ??= createCanvas(1, 1).getContext('2d');
  // Without a language the machine's locale has an effect on the signs.
  ruler.lang = 'en';
  ruler.font = font;
  return ruler.measureText(text).width;
}

/**
 * The outlines of a text, for texts with signs that only the shipped Chinese font
 * has: the reader's machine may have no font with them.
 *
 * @returns The data of an SVG path with its baseline at 0, or `null` for a text in Latin letters.
 */
export function outlineChartText(text: string, font: string): string | null {
  if (Array.from(text).every((sign) => latin.has(sign.codePointAt(0) ?? 0))) return null;
  const size = Number(/([0-9.]+)px/u.exec(font)?.[1] ?? 10);
  const width = Math.ceil(measureChartText(text, font)) + 2 * size;
  const canvas = createCanvas(width, 3 * size, SvgExportFlag.ConvertTextToPaths);
  const pen = canvas.getContext('2d');
  pen.lang = 'en';
  pen.font = font;
  pen.fillText(text, 0, 2 * size);
  const svg = new TextDecoder().decode(canvas.getContent());
  return [...svg.matchAll(/ d="([^"]+)"/gu)]
    .map(([, data = '']) => moveUp(data, 2 * size))
    .join('');
}

/** Rounds the points of a path with absolute commands M, L, Q and C, and moves them up. */
function moveUp(data: string, by: number): string {
  let isY = false;
  return data.replace(/[A-Za-z]|-?[0-9.]+(?:e-?[0-9]+)?/gu, (word) => {
    if (/[A-Za-z]/u.test(word)) {
      isY = false;
      return word;
    }
    const value = Number(word) - (isY ? by : 0);
    isY = !isY;
    return String(Math.round(value * 100) / 100 + 0);
  });
}

/** The beginning and the end of a name distinguish it from others. */
function cutMiddle(characters: readonly string[], most: number): readonly string[] {
  const half = Math.floor((most - 1) / 2);
  return [...characters.slice(0, half), '…', ...characters.slice(-half)];
}

/** The longest form, cut in the middle, that fits. */
function shorten(characters: readonly string[], room: TextRoom): readonly string[] {
  let [fits, most] = [3, characters.length];
  while (fits + 1 < most) {
    const half = Math.floor((fits + most) / 2);
    if (breakLines(cutMiddle(characters, half), room).length <= room.lines) fits = half;
    else most = half;
  }
  return breakLines(cutMiddle(characters, fits), room).slice(0, room.lines);
}

/** Breaks at blanks, and after joints of names such as `_`; elsewhere only where a part is longer than a line. */
function breakLines(characters: readonly string[], { width, size }: TextRoom): readonly string[] {
  const font = `${size}px ${chartFontFamily}`;
  const fits = (text: string): boolean => measureChartText(text.trimEnd(), font) <= width;
  const lines: string[] = [];
  let line = '';
  for (const part of splitParts(characters)) {
    if (fits(line + part)) {
      line += part;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = part;
    while (!fits(line)) {
      const signs = Array.from(line);
      let count = signs.length - 1;
      while (count > 1 && !fits(signs.slice(0, count).join(''))) count -= 1;
      lines.push(signs.slice(0, count).join(''));
      line = signs.slice(count).join('');
    }
  }
  return line.trim() === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}

function splitParts(characters: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of characters) {
    part += character;
    if (/[\s_./:,;-]$|\p{Script=Han}$/u.test(character)) {
      parts.push(part);
      part = '';
    }
  }
  return part === '' ? parts : [...parts, part];
}

const files = {
  'Toolrig Latin': 'noto-sans-sc-latin-400-normal.woff2',
  'Toolrig Chinese': 'noto-sans-sc-chinese-simplified-400-normal.woff2',
};
