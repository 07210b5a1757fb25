import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { subsetFont } from '../font/subset-font.ts';

/** Style and script of a page, and the policy under which nothing but these two works. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
  /** Content-Security-Policy that names both by hash; nothing at all is fetched. */
  readonly policy: string;
}

/**
 * Reads the page's own files, which lie beside the modules, and adds a font of just those Chinese characters that the
 * page has: a machine without such a font shows boxes otherwise.
 */
export function readPageAssets(page: string): PageAssets {
  const style = read('report.css') + toFontFace(page);
  const script = read('report.js.txt');
  const policy = [
    "default-src 'none'",
    `style-src '${toHash(style)}'`,
    `script-src '${toHash(script)}'`,
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { style, script, policy };
}

function read(name: string): string {
  return readFileSync(new URL(`../page/${name}`, import.meta.url), 'utf8');
}

/** Named last in the style, so that a font of the reader's own comes first. */
function toFontFace(page: string): string {
  const characters = new Set(page.match(chinese));
  if (characters.size === 0) return '';
  const file = new URL('../font/noto-sans-sc-chinese-simplified-400-normal.woff2', import.meta.url);
  const font = subsetFont(readFileSync(file), characters);
  if (font === null) return '';
  const data = Buffer.from(font).toString('base64');
  return `@font-face{font-family:"Toolrig Chinese";src:url(data:font/ttf;base64,${data})}\n`;
}

/** Characters, and the marks and wide forms among them. */
const chinese = /[\p{Script=Han}\u3001-\u303F\uFF01-\uFF60]/gu;

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
