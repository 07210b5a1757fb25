import { findElementCall } from './find-element-call.ts';
import { findJsonCall } from './find-json-call.ts';
import { findLabelledCall } from './find-labelled-call.ts';
import { findMarkedCall } from './find-marked-call.ts';
import { findNamedCall } from './find-named-call.ts';
import { isShown } from './is-shown.ts';
import { createOutline, type Outline } from './outline.ts';

/** A call that is written in a text instead of being made. */
export interface TextCall {
  /** The way of writing it: `hermes`, `mistral`, `python`, `json`, ... */
  readonly form: string;
  /** The tool that it names; `null` when none can be read. */
  readonly name: string | null;
}

/**
 * Finds a call that a model wrote into its text: in the markup of a chat template, as code, or as JSON, also cut short
 * or after prose. A text that quotes, shows or explains a call holds none. Linear in the length of the text.
 *
 * @param toolNames The tools offered; where none are known, only what can hardly be anything else is found.
 */
export function findTextCall(text: string, toolNames: readonly string[]): TextCall | null {
  if (!signs.test(text)) return null;
  const tools = new Set(toolNames);
  // Markup that was escaped in transit still counts as markup.
  return (
    findIn(text, tools, 2) ?? (text.includes('&lt;') ? findIn(unescape(text), tools, 2) : null)
  );
}

/** Every form of a call has one of these; most answers in prose have none. */
const signs = /[[{(<:：=✿&]/u;

function findIn(text: string, tools: ReadonlySet<string>, depth: number): TextCall | null {
  // Trimmed first, so that searches at the ends start at the text itself.
  const said = dropEnd(text.trim());
  if (said === '') return null;
  const outline = createOutline(said);
  return (
    findMarkedCall(outline, tools) ??
    findJsonCall(outline, tools) ??
    findNamedCall(outline, tools) ??
    findLabelledCall(outline, tools) ??
    findElementCall(outline, tools) ??
    (depth > 0 ? findWrapped(outline, tools, depth) : null)
  );
}

/** An element that is about something else, or shows something. */
const shows = /example|sample|template|format|syntax|snippet|quote|think|reason/iu;

/** A call that is the whole content of the last element of a text, regardless of its name: `<json>...</json>`, `<execute>...` (also cut). */
function findWrapped(outline: Outline, tools: ReadonlySet<string>, depth: number): TextCall | null {
  const { text } = outline;
  const closed = /<\/([\w:-]{1,40})>$/u.exec(text.slice(-50))?.[1];
  const opened = [...text.slice(-4000).matchAll(/(?:^|\n)<([\w:-]{1,40})>(?=[ \t]{0,8}\n)/gu)];
  const name = closed ?? opened.at(-1)?.[1];
  if (name === undefined || shows.test(name)) return null;
  const start = text.lastIndexOf(`<${name}>`);
  if (start < 0 || isShown(outline, { start, end: text.length })) return null;
  const end = closed === undefined ? text.length : text.length - name.length - 3;
  return findIn(text.slice(start + name.length + 2, end), tools, depth - 1);
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const ends =
  /(?:\s{0,8}(?:<\|(?:eot_id|eom_id|im_end|end|endoftext|end_of_text|return|role_end)\|>|<\/s>|<end_of_turn>|<end_code>|<bot_end>)){1,4}$/u;

/** A text without the special tokens with which templates end a message. */
function dropEnd(text: string): string {
  const tail = text.slice(-120);
  const found = ends.exec(tail);
  // A text of nothing but such a token says what it says.
  if (found === null || found[0].length === text.length) return text;
  return text.slice(0, text.length - found[0].length);
}
