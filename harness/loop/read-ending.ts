import type { AgentEnd } from '../core/suite/agent.ts';
import type { ModelReply } from '../core/talk/model.ts';

/** How a reply ends the user's turn; `null` when it has calls to be run. Calls count whatever the finish reason says, but for a filter or a refusal. */
export function readEnding(reply: ModelReply): AgentEnd | null {
  const { refusal, stop, calls, text } = reply;
  if (refusal !== null || stop === 'refusal')
    return { stopReason: 'refused', text: refusal ?? text };
  if (stop === 'content_filter') return { stopReason: 'content_filter', text: null };
  return calls.length > 0 ? null : readText(reply);
}

/** How a reply ends when its calls, if any, are left aside. A text that ends in a question mark asks back. */
export function readText({ text, stop }: Pick<ModelReply, 'text' | 'stop'>): AgentEnd {
  const isEmpty = text === null || text.trim() === '';
  if (stop === 'length') return { stopReason: 'truncated', text: isEmpty ? null : text };
  if (stop === 'other') return { stopReason: 'protocol_error', text: null };
  if (isEmpty) return { stopReason: 'empty', text: null };
  return { stopReason: isQuestion(text) ? 'asked' : 'answered', text };
}

const closing = /^[\s*_`"'”’)）」』]$/u;

/** Whether the last thing said is a question mark; marks and blanks behind it do not count. Looked at from the end, in one pass. */
function isQuestion(text: string): boolean {
  let at = text.length - 1;
  while (at >= 0 && closing.test(text[at] ?? '')) at -= 1;
  return text[at] === '?' || text[at] === '？';
}
