import { isJsonObject } from '../core/json.ts';
import type { Deviation } from '../core/model.ts';
import { parseJson } from './parse-json.ts';

/** Marks in which templates wrap a call. */
const marks: readonly (readonly [open: string, close: string])[] = [
  ['<tool_call>', '</tool_call>'],
  ['<function_call>', '</function_call>'],
  ['<tool_use>', '</tool_use>'],
  ['<function=', '</function>'],
];

/**
 * Tells a reply without calls whose whole text is a call: the template or the server's parser is at
 * fault. Prose that only shows one is left alone, and nothing is ever run from text.
 */
export function findTextCall(text: string | null): readonly Deviation[] {
  const head = text?.trimStart()[0];
  if (text === null || (head !== '<' && head !== '{' && head !== '[')) return [];
  const whole = text.trim();
  if (!isWrapped(whole) && !isBareCall(whole)) return [];
  return [{ code: 'call_as_text', text: 'A call is written as text instead of being made' }];
}

/** Whether a text is made of wrapped calls and blanks alone; in one pass, for the text is a stranger's. */
function isWrapped(text: string): boolean {
  if (text.startsWith('[TOOL_CALLS]')) return true;
  let at = 0;
  while (at < text.length) {
    const from = at;
    const pair = marks.find(([open]) => text.startsWith(open, from));
    const end = pair === undefined ? -1 : text.indexOf(pair[1], from);
    if (pair === undefined || end < 0) return false;
    at = end + pair[1].length;
    while (/\s/.test(text[at] ?? '')) at += 1;
  }
  return text !== '';
}

function isBareCall(text: string): boolean {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return false;
  const { name, arguments: said, input, parameters } = parsed.value;
  return typeof name === 'string' && [said, input, parameters].some((value) => value !== undefined);
}
