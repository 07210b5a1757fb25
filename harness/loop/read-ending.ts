import type { AgentEnd } from '../core/suite/agent.ts';
import type { ModelReply } from '../core/talk/model.ts';

/** How a reply ends the user's turn; `null` when it has calls to be run. Calls count regardless of the finish reason, except for a content filter or a refusal. */
export function readEnding(reply: ModelReply): AgentEnd | null {
  const { refusal, stop, calls, text } = reply;
  if (refusal !== null || stop === 'refusal')
    return { stopReason: 'refused', text: refusal ?? text };
  if (stop === 'content_filter') return { stopReason: 'content_filter', text: null };
  return calls.length > 0 ? null : readText(reply);
}

/** How a reply ends when its calls, if any, are ignored. A text that ends in a question mark is a question to the user. */
export function readText({ text, stop }: Pick<ModelReply, 'text' | 'stop'>): AgentEnd {
  const isEmpty = text === null || text.trim() === '';
  if (stop === 'length') return { stopReason: 'truncated', text: isEmpty ? null : text };
  if (stop === 'other') return { stopReason: 'protocol_error', text: null };
  if (isEmpty) return { stopReason: 'empty', text: null };
  return { stopReason: isQuestion(text) ? 'asked' : 'answered', text };
}

const closing = /^[\s*_`"'”’)）」』]$/u;

/** Whether a text ends in a question mark, ignoring closing marks and spaces after it. Scans once, from the end. */
function isQuestion(text: string): boolean {
  let at = text.length - 1;
  while (at >= 0 && closing.test(text[at] ?? '')) at -= 1;
  return text[at] === '?' || text[at] === '？';
}
