import type { Deviation } from '../../core/talk/model.ts';
import { findTextCall, type TextCall } from './find-text-call.ts';

/** What a reply without calls says. */
export interface SaidWithoutCall {
  readonly text: string | null;
  /** What a server gives apart from the answer, such as `reasoning_content`. */
  readonly reasoning: string | null;
}

/**
 * Finds a call that a reply without calls says elsewhere: `call_as_text` in its text, `call_in_reasoning` in its
 * reasoning where there is no answer besides. The same for replies that are received and for documents that are scored.
 */
export function findUnmadeCall(
  { text, reasoning }: SaidWithoutCall,
  toolNames: readonly string[],
): Deviation | null {
  const { thought, answer } = splitThought(text ?? '');
  const written = findTextCall(answer, toolNames);
  if (written !== null) {
    return {
      code: 'call_as_text',
      text: `${describe(written)} is written as text instead of being made: the chat template or the tool parser of the server does not fit the model`,
    };
  }
  if (answer.trim() !== '') return null;
  const left = findTextCall(thought, toolNames) ?? findTextCall(reasoning ?? '', toolNames);
  if (left === null) return null;
  return {
    code: 'call_in_reasoning',
    text: `${describe(left)} is left in the reasoning and the answer is empty: the reasoning parser of the server took the call`,
  };
}

function describe({ form, name }: TextCall): string {
  return name === null ? `A call (${form} form)` : `A call of "${name}" (${form} form)`;
}

const opening = '<think>';
const closing = '</think>';

/** Sets apart what a model thinks aloud. Some templates leave the opening mark in the prompt. */
function splitThought(text: string): { readonly thought: string; readonly answer: string } {
  const end = text.lastIndexOf(closing);
  const start = text.indexOf(opening, Math.max(end, 0));
  if (end < 0 && start < 0) return { thought: '', answer: text };
  const head = end < 0 ? '' : text.slice(0, end);
  if (start >= 0) {
    const answer = text.slice(end < 0 ? 0 : end + closing.length, start);
    return { thought: `${head}${text.slice(start + opening.length)}`, answer };
  }
  const first = head.indexOf(opening);
  // Only a thought at the beginning is one; elsewhere the mark is talked about.
  if (first > 0 && head.slice(0, first).trim() !== '') return { thought: '', answer: text };
  return { thought: head, answer: text.slice(end + closing.length) };
}
