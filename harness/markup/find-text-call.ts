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
  const said = text.trim();
  if (said === '') return null;
  const outline = createOutline(said);
  const tools = new Set(toolNames);
  return (
    findMarkedCall(outline, tools) ?? findJsonCall(outline, tools) ?? findNamedCall(outline, tools)
  );
}
