import type { TextCall } from './find-text-call.ts';
import { isShown } from './is-shown.ts';
import type { Outline } from './outline.ts';
import { toToolName } from './tool-name.ts';

/** More beginnings than this are a program, not a call. */
const mostCandidates = 50;

const beginnings =
  /(?:^|\n|[.!?:。！：] {0,2})[ \t]{0,16}`{0,2}(?:Action: {0,2})?(?:\[ {0,2})?(?:(?:(?:const|let|var) )?[A-Za-z_]\w{0,40} ?= ?)?(?:print\(|await |return )?(?<name>[A-Za-z_][\w.:/-]{0,127})(?:\s{0,4}[({]|[ \t]{0,4}(?=\n))/gu;

/** Finds a call that begins a line with the name of a tool: as code, bare or in a list, before JSON, or as `Action:` and `Action Input:`. */
export function findNamedCall(outline: Outline, tools: ReadonlySet<string>): TextCall | null {
  let candidates = 0;
  for (const match of outline.text.matchAll(beginnings)) {
    const name = toToolName(match.groups?.['name'] ?? '');
    const isListed = match[0].includes('[');
    if (!tools.has(name) && !(tools.size === 0 && isListed)) continue;
    candidates += 1;
    if (candidates > mostCandidates) return null;
    const form = readAt(outline, { at: match.index, head: match[0] });
    if (form !== null) return { form, name };
  }
  return null;
}

interface Beginning {
  readonly at: number;
  /** From the start of the line to behind the bracket or line break that follows the name. */
  readonly head: string;
}

function readAt(outline: Outline, { at, head }: Beginning): NamedForm | null {
  const start = at + (/^[.!?:。！：]?\s{0,20}/u.exec(head)?.[0].length ?? 0);
  const behind = at + head.length;
  const form = readForm(outline.text, head, behind);
  if (form === null || isInProgram(outline, { start, head })) return null;
  const end = findEnd(outline, behind - 1, form);
  return end === null || isShown(outline, { start, end }) ? null : form;
}

/** Code in a fence that does other things first, or that is talked about behind it, is a program that an answer shows. */
function isInProgram(
  outline: Outline,
  { start, head }: { readonly start: number; readonly head: string },
): boolean {
  const span = outline.spanAt(start);
  if (span?.kind !== 'fence' || span.label === 'tool_code') return false;
  if (outline.text.slice(span.innerStart, start).trim() !== '') return true;
  return head.includes('=') && outline.text.slice(span.end).trim() !== '';
}

type NamedForm = 'python' | 'name_and_json' | 'react';

function readForm(text: string, head: string, behind: number): NamedForm | null {
  const next = text.slice(behind, behind + 200);
  if (/Action: {0,2}/u.test(head) && /^\s{0,8}Action Input:/u.test(next)) return 'react';
  if (head.endsWith('(')) return beginsArguments.test(next) ? 'python' : null;
  const json = head.endsWith('{') ? `{${next}` : next.trimStart();
  return /^(?:`{3,8}\w{0,16}\s{0,4})?(?:tool_call\(|\{\s{0,64}(?:["'}]|[A-Za-z_]\w{0,63}\s{0,4}:|$))/u.test(
    json,
  )
    ? 'name_and_json'
    : null;
}

/** What may stand behind the bracket of a call: nothing, a named argument, a value, or the end of a text that was cut. */
const beginsArguments = /^\s{0,64}(?:\)|[A-Za-z_]\w{0,63}\s{0,4}=(?!=)|[{"'[\d]|$)/u;

/** Where the call ends; `null` when other things than calls follow it, so that it is part of a text. */
function findEnd(outline: Outline, from: number, form: NamedForm): number | null {
  const { text } = outline;
  const span = outline.spanAt(from);
  const limit = span?.innerEnd ?? text.length;
  if (form === 'name_and_json') return endsWithFence(outline, from) ? limit : null;
  if (form !== 'python') return limit;
  const end = findClosing(text, from, limit);
  if (end === null) return limit;
  const rest = text.slice(end, limit);
  return /^[\s\])};,]{0,64}(?:$|<\w{1,20}_end>|(?:Observation|Thought):)/u.test(rest) ||
    /^[\s\]),;]{0,40}[A-Za-z_][\w.]{0,127}\(/u.test(rest)
    ? limit
    : null;
}

/** Where the arguments are in a fence, nothing comes behind it. */
function endsWithFence({ text, spans }: Outline, from: number): boolean {
  const fence = spans.find(({ kind, start }) => kind === 'fence' && start > from);
  if (fence === undefined || text.slice(from + 1, fence.start).trim() !== '') return true;
  return text.slice(fence.end).trim() === '';
}

/** Behind the bracket that closes the one at `from`; strings are passed over. */
function findClosing(text: string, from: number, limit: number): number | null {
  let depth = 0;
  let quote = '';
  for (let at = from; at < limit; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\') at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) {
      depth -= 1;
      if (depth <= 0) return at + 1;
    }
  }
  return null;
}
