import type { TextCall } from './find-text-call.ts';
import { isShown } from './is-shown.ts';
import type { Outline } from './outline.ts';

/** Finds a call written as an XML element that has the name of a tool and is the end of the text: `<NAME><q>a</q></NAME>`. */
export function findElementCall(outline: Outline, tools: ReadonlySet<string>): TextCall | null {
  const { text } = outline;
  const name = /<\/([\w.-]{1,128})>\s{0,8}(?:`{3,8})?$/u.exec(text.slice(-160))?.[1];
  if (name === undefined || !tools.has(name)) return null;
  const open = `<${name}>`;
  const start = text.indexOf(open);
  if (start < 0 || (start > 0 && text[start - 1] !== '\n')) return null;
  if (!/^\s{0,64}[<{]/u.test(text.slice(start + open.length, start + open.length + 70)))
    return null;
  return isShown(outline, { start, end: text.length }) ? null : { form: 'element', name };
}
