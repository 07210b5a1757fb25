import { isShown, type WrittenPlace } from './is-shown.ts';
import type { Outline } from './outline.ts';
import { type JsonCall, readJsonBeginning, readJsonCall } from './read-json-call.ts';
import { findJsonEnd } from './scan-json.ts';
import type { TextCall } from './find-text-call.ts';

/** More beginnings of JSON than this are data, and each may have to be read to the end of the text. */
const mostCandidates = 40;

/** Finds a call written as JSON: the whole text, a fence, or what a text ends with, whole or cut. */
export function findJsonCall(outline: Outline, tools: ReadonlySet<string>): TextCall | null {
  const { text } = outline;
  let candidates = 0;
  for (const match of text.matchAll(/(?:^|\n|(?<!["'])[:：])[ \t]{0,16}`{0,2}(?=[{[])/gu)) {
    const start = match.index + match[0].length;
    if (!mayBegin(text, start)) continue;
    candidates += 1;
    if (candidates > mostCandidates) return null;
    const call = readAt(outline, start, tools);
    if (call !== null) return { form: 'json', name: call.name };
  }
  return null;
}

function mayBegin(text: string, start: number): boolean {
  return /^[\s[{]{0,40}["'][\w.:/-]{1,128}["']\s{0,4}:/u.test(text.slice(start, start + 190));
}

function readAt(outline: Outline, start: number, tools: ReadonlySet<string>): JsonCall | null {
  const { text } = outline;
  const end = findJsonEnd(text, start) ?? text.length;
  const body = text.slice(start, end);
  const call = readWhole(body, tools) ?? readJsonBeginning(body, tools);
  if (call === null) return null;
  const place = { start, end: toRunEnd(outline, end) };
  const isWhole = isAlone(outline, place);
  // A name that no tool has, and prose around it: that is data.
  if (!isWhole && (tools.size === 0 || !names(call, tools))) return null;
  if (!isWhole && outline.spanAt(start) === null && isFollowed(text, place)) return null;
  return isShown(outline, place) ? null : call;
}

function names(call: JsonCall, tools: ReadonlySet<string>): boolean {
  return tools.has(call.name);
}

function readWhole(body: string, tools: ReadonlySet<string>): JsonCall | null {
  try {
    return readJsonCall(JSON.parse(body), tools);
  } catch {
    return null;
  }
}

/** More follows than a line that says to wait. */
function isFollowed(text: string, { start, end }: WrittenPlace): boolean {
  const rest = text.slice(end).trim();
  const isFirst = text.slice(0, start).trim() === '';
  return rest !== '' && !(isFirst && rest.length < 160 && !rest.includes('\n'));
}

/** Several calls in a row are one run: separated by blanks, commas or semicolons. */
function toRunEnd({ text }: Outline, end: number): number {
  let at = end;
  for (let calls = 0; calls < 40; calls += 1) {
    const gap = /^[\s,;]{0,40}(?=\{)/u.exec(text.slice(at, at + 41));
    const next = gap === null ? null : findJsonEnd(text, at + gap[0].length);
    if (next === null) break;
    at = next;
  }
  return at;
}

/** Nothing but the call is said: it may be in a fence or in inline code. */
function isAlone(
  outline: Outline,
  place: { readonly start: number; readonly end: number },
): boolean {
  const span = outline.spanAt(place.start);
  const start = span?.start ?? place.start;
  const end = Math.max(span?.end ?? 0, place.end);
  return outline.text.slice(0, start).trim() === '' && outline.text.slice(end).trim() === '';
}
