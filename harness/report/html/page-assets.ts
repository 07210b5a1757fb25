import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The style of all pages. Their text is in the fonts of the reader's machine. */
export function readPageStyle(): string {
  return readFileSync(new URL('../page/report.css', import.meta.url), 'utf8');
}

/** A script of a page, by name: bundled by the build. */
export function readPageScript(name: 'page' | 'follow'): string {
  return readFileSync(new URL(`${scriptFolder}/${name}.js`, import.meta.url), 'utf8');
}

/** Run from source, as in tests, a page takes the script that was built last. */
const scriptFolder = import.meta.url.endsWith('.ts')
  ? '../../../dist/harness/report/page'
  : '../page';

/** The source of a content security policy that allows one text and no other. */
export function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
