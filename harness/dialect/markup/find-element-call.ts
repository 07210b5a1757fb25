import type { TextCall } from './find-text-call.ts';
import { isShown } from './is-shown.ts';
import type { Outline } from './outline.ts';

/** Finds a call written as an XML element that has the name of a tool and is the end of the text: `<NAME><q>a</q></NAME>` or `<NAME q="a" />`. */
export function findElementCall(outline: Outline, tools: ReadonlySet<string>): TextCall | null {
  const { text } = outline;
  const empty =
    /(?:^|\n)<([\w.-]{1,128})(?:\s{1,8}[\w.-]{1,64}\s?=\s?(?:"[^"<]{0,400}"|'[^'<]{0,400}')){0,20}\s{0,8}\/>$/u.exec(
      text.slice(-2000),
    );
  const name = empty?.[1] ?? /<\/([\w.-]{1,128})>\s{0,8}(?:`{3,8})?$/u.exec(text.slice(-160))?.[1];
  if (name === undefined || !tools.has(name)) return null;
  const start = empty === null ? findOpen(text, name) : text.lastIndexOf(`<${name}`);
  if (start === null || isShown(outline, { start, end: text.length })) return null;
  return { form: 'element', name };
}

/** Where the element opens, at the beginning of a line, with fields or JSON in it. */
function findOpen(text: string, name: string): number | null {
  const open = `<${name}>`;
  const start = text.indexOf(open);
  if (start < 0 || (start > 0 && text[start - 1] !== '\n')) return null;
  const next = text.slice(start + open.length, start + open.length + 70);
  return /^\s{0,64}[<{]/u.test(next) ? start : null;
}
