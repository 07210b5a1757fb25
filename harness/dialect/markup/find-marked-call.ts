import type { TextCall } from './find-text-call.ts';
import { isShown } from './is-shown.ts';
import type { Outline } from './outline.ts';
import { readJsonBeginning } from './read-json-call.ts';
import { mayBeTool, toToolName } from './tool-name.ts';

interface CallMark {
  readonly form: string;
  /** Sticky at the mark; the group `name` where the mark itself names the tool. */
  readonly open: RegExp;
  /** Marks that end such calls; the last one in the text counts. None: the call extends to the end. */
  readonly close: readonly string[];
  /** A special token of a template; the other marks are XML that an answer may hold for its own sake. */
  readonly isToken: boolean;
}

const tagClose = [
  '</tool_call>',
  '</tool_calls>',
  '</function_call>',
  '</function_calls>',
  '</tool_use>',
  '</function>',
  '</invoke>',
  '</TOOLCALL>',
  '</functioncall>',
  '</tool>',
  '</tool_code>',
  '</use_tool>',
  '</use_mcp_tool>',
  '</tool_request>',
  '<end_function_call>',
];
const prefixClose = [
  ':tool_call>',
  ':function_call>',
  ':function_calls>',
  ':invoke>',
  ':tool_calls>',
];
const named = String.raw`["']?(?<name>[\w.:/-]{1,128})`;

/** In the order in which they are tried at one place. */
const marks: readonly CallMark[] = [
  { form: 'mistral', open: /\[TOOL_CALLS\]/uy, close: [], isToken: true },
  {
    form: 'bracket',
    open: /\[(?:START_)?(?:TOOL|FUNCTION)_?(?:CALL|REQUEST|USE)S?(?:_(?:START|BEGIN))?\]/iuy,
    close: ['_REQUEST]', '_END]', '/TOOL_CALLS]', '/TOOL_CALL]'],
    isToken: true,
  },
  {
    form: 'mistral',
    open: /(?<name>[\w.-]{1,64})\[(?:ARGS|CALL_ID)\]/uy,
    close: [],
    isToken: true,
  },
  {
    form: 'harmony',
    open: /(?:<\|channel\|>(?:commentary|analysis) {0,2})?to=(?<name>functions\.[\w.-]{1,128})/uy,
    close: ['<|call|>'],
    isToken: true,
  },
  {
    form: 'harmony',
    open: /<\|channel\|>(?:commentary|analysis) {1,2}to=(?<name>[\w.-]{1,128})/uy,
    close: ['<|call|>'],
    isToken: true,
  },
  {
    form: 'dsml',
    open: /<[|｜]DSML[|｜] ?(?:(?:tool_calls?|function_calls?)>|invoke name="(?<name>[\w.:/-]{1,128}))/uy,
    close: [
      'DSML｜tool_calls>',
      'DSML｜function_calls>',
      'DSML|tool_calls>',
      'DSML|function_calls>',
      'DSML｜invoke>',
    ],
    isToken: true,
  },
  {
    form: 'kimi',
    open: /<\|tool_calls_section_begin\|>/uy,
    close: ['<|tool_calls_section_end|>', '<|tool_call_end|>'],
    isToken: true,
  },
  {
    form: 'deepseek',
    open: /<[|｜](?:tool[▁_ ]calls?[▁_ ]begin)[|｜]>/uy,
    close: [
      '<｜tool▁calls▁end｜>',
      '<|tool▁calls▁end|>',
      '<｜tool▁call▁end｜>',
      '<|tool_call_end|>',
      '<|tool_calls_end|>',
      '<｜tool_calls_end｜>',
    ],
    isToken: true,
  },
  {
    form: 'llama',
    open: /<\|python_(?:tag|start)\|>/uy,
    close: ['<|python_end|>', '<|eom_id|>', '<|eot_id|>'],
    isToken: true,
  },
  {
    form: 'template',
    open: /<[|｜](?:[A-Za-z▁_]{0,12}(?:tool|Tool|function|Function)s?[▁_]?(?:call|Call|code|prefix|use)s?[:A-Za-z▁_]{0,8}|action_start|START_ACTION|recipient)[|｜]?>/uy,
    close: [
      '_end|>',
      'End|>',
      '_suffix|>',
      '<|END_ACTION|>',
      '<|/tool_call|>',
      '<tool_call|>',
      '<|/tool_calls|>',
    ],
    isToken: true,
  },
  {
    // What is left where a server drops the outer marks: the name before, the arguments behind.
    form: 'template',
    open: /<(?:[|｜]tool[▁_ ]sep[|｜]|(?:[a-z]{2,16}_)?(?:tool_sep|arg_key)|<function>)>/uy,
    close: [],
    isToken: true,
  },
  { form: 'qwen', open: /✿FUNCTION✿/uy, close: [], isToken: true },
  { form: 'firefunction', open: /functools(?=\[\s{0,8}\{)/uy, close: [], isToken: true },
  {
    form: 'function',
    open: new RegExp(String.raw`<function=${named}`, 'uy'),
    close: tagClose,
    isToken: false,
  },
  {
    form: 'invoke',
    open: new RegExp(
      String.raw`<(?:[A-Za-z]{2,16}:)?(?:invoke|function|function_call|tool_call|tool|call)\s{1,4}name\s?=\s?${named}`,
      'uy',
    ),
    close: [...tagClose, ...prefixClose],
    isToken: false,
  },
  {
    form: 'hermes',
    open: /<(?:[a-z]{2,16}[:_])?(?:tool_calls?|function_calls?|functioncall|tool_use|TOOLCALL|start_function_call|use_tool|use_mcp_tool|tool_request|tool_code)>/uy,
    close: [...tagClose, ...prefixClose],
    isToken: false,
  },
];

/** Every place at which one of the marks may begin. */
const beginnings =
  /\[(?:START_)?(?:TOOL|FUNCTION)|\[(?:ARGS|CALL_ID)\]|<\|channel\|>|to=functions\.|<[|｜]|✿FUNCTION✿|functools\[|<(?=[<a-zA-Z])/giu;

/** What ends or answers a call has no call behind it. */
const notOpening =
  /(?:end|End|suffix|response|Response|output|result|Result)[▁_a-zA-Z]{0,12}[|｜]?>$/u;

/** Finds a call in the markup of a chat template. */
export function findMarkedCall(outline: Outline, tools: ReadonlySet<string>): TextCall | null {
  const { text } = outline;
  const ends = new Map<CallMark, number>();
  for (const match of text.matchAll(beginnings)) {
    const found = readMark(text, match.index);
    if (found === null) continue;
    const { mark, start, payload } = found;
    const name = found.name ?? readName(text, payload);
    if (!isPayload(text, found)) continue;
    const last = ends.get(mark) ?? findLastClose(text, mark);
    ends.set(mark, last);
    const place = { start, end: last > payload ? last : text.length };
    if (!mark.isToken && !isPlausible(outline, { name, place, tools })) continue;
    if (isShown(outline, place)) continue;
    return { form: mark.form, name: name === null ? null : toToolName(name) };
  }
  return cutMark.test(text.slice(-80)) ? { form: 'template', name: null } : null;
}

/** The beginning of a mark at the end of a text that was cut, on a line of its own. */
const cutMark =
  /(?:^|\n)[ \t]{0,8}(?:<[|｜]?(?:[a-z]{2,16}[:_])?(?:tool|function)[▁_]?(?:calls?|use)?(?:[▁_a-z]{0,24}[|｜]?)?|\[(?:TOOL|FUNCTION)_?[A-Z]{0,8})$/u;

interface FoundMark {
  readonly mark: CallMark;
  readonly start: number;
  /** Behind the mark. */
  readonly payload: number;
  readonly name: string | null;
}

function readMark(text: string, at: number): FoundMark | null {
  const start =
    text.startsWith('[ARGS]', at) || text.startsWith('[CALL_ID]', at) ? toNameStart(text, at) : at;
  // Judged together with the mark before it.
  if (start < at && text.endsWith('[TOOL_CALLS]', start)) return null;
  for (const mark of marks) {
    mark.open.lastIndex = start;
    const match = mark.open.exec(text);
    if (match === null || notOpening.test(match[0])) continue;
    const name = match.groups?.['name'] ?? null;
    return { mark, start, payload: start + match[0].length, name };
  }
  return null;
}

function toNameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 64 && /[\w.-]/u.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

const jsonish = /^\s{0,64}[[{]\s{0,64}(?:["'[{\]}]|[\w.]{1,128}[:(=])/u;
const codeish = /^\s{0,64}[\w.:/-]{1,128}(?: {0,2}json)?\s{0,8}(?:[<({[\n]|✿|```|$)/u;
const markup = /^\s{0,64}(?:<[^/\s]|```|✿|:)/u;

/** A tag with words behind it on its line. */
const isTalkedAbout = /^["']?\s{0,4}\/?>[ \t]{1,8}\p{L}/u;

/** What is behind a mark is a call and not the rest of a sentence about the mark. */
function isPayload(text: string, { mark, payload, name }: FoundMark): boolean {
  const next = text.slice(payload, payload + 280);
  if (next.trim() === '') return true;
  if (mark.form === 'mistral') return jsonish.test(next) || codeish.test(next);
  if (name !== null) return !isTalkedAbout.test(next);
  return jsonish.test(next) || codeish.test(next) || markup.test(next);
}

function readName(text: string, payload: number): string | null {
  const next = text.slice(payload, payload + 600);
  const json = readJsonBeginning(next, new Set());
  if (json !== null) return json.name;
  const inner =
    /(?:<function=|name\s?=\s?|sep[|｜]>|<(?:tool_)?name>|"name"\s?:\s?)["']?([\w.:/-]{1,128})/u.exec(
      next,
    );
  if (inner?.[1] !== undefined) return inner[1];
  return /^(?:[\s[:]|<[|｜][^<>]{1,40}>){0,64}(?:call:)?([\w.:/-]{1,128})/u.exec(next)?.[1] ?? null;
}

function findLastClose(text: string, { close }: CallMark): number {
  return close.reduce((last, mark) => {
    const at = text.lastIndexOf(mark);
    return at < 0 ? last : Math.max(last, at + mark.length);
  }, -1);
}

/** XML may be what the answer is about: it is a call where it names a tool, or is all that is said. */
function isPlausible(
  { text }: Outline,
  found: {
    readonly name: string | null;
    readonly place: { readonly start: number; readonly end: number };
    readonly tools: ReadonlySet<string>;
  },
): boolean {
  const { name, place, tools } = found;
  if (text.slice(0, place.start).trim() === '' && text.slice(place.end).trim() === '') return true;
  return name === null ? tools.size === 0 : mayBeTool(name, tools);
}
