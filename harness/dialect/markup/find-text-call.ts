import { findElementCall } from './find-element-call.ts';
import { findJsonCall } from './find-json-call.ts';
import { findMarkedCall } from './find-marked-call.ts';
import { findNamedCall } from './find-named-call.ts';
import { createOutline } from './outline.ts';

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
  // Trimmed first: what is looked up at the ends is then at hand.
  const said = dropEnd(text.trim());
  if (said === '') return null;
  const outline = createOutline(said);
  const tools = new Set(toolNames);
  return (
    findMarkedCall(outline, tools) ??
    findJsonCall(outline, tools) ??
    findNamedCall(outline, tools) ??
    findElementCall(outline, tools)
  );
}

const ends =
  /(?:\s{0,8}(?:<\|(?:eot_id|eom_id|im_end|end|endoftext|end_of_text|return)\|>|<\/s>|<end_of_turn>)){1,4}$/u;

/** A text without the special tokens with which templates end a message. */
function dropEnd(text: string): string {
  const tail = text.slice(-120);
  const found = ends.exec(tail);
  // A text of nothing but such a token says what it says.
  if (found === null || found[0].length === text.length) return text;
  return text.slice(0, text.length - found[0].length);
}
