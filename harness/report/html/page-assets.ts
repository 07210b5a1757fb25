import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Style and script of a page, and the policy under which nothing but these two works. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
  /** Content-Security-Policy that names both by hash; nothing at all is fetched. */
  readonly policy: string;
}

/** Reads the page's own files, which lie beside the modules. Its text is in the fonts of the reader's machine. */
export function readPageAssets(): PageAssets {
  const style = read('report.css');
  const script = read('report.js.txt');
  const policy = [
    "default-src 'none'",
    `style-src '${toHash(style)}'`,
    `script-src '${toHash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { style, script, policy };
}

function read(name: string): string {
  return readFileSync(new URL(`../page/${name}`, import.meta.url), 'utf8');
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
