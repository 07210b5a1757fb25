import type { AgentEnd } from '../core/agent.ts';
import type { ModelReply } from '../core/model.ts';

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
  if (text === null || text.trim() === '') return { stopReason: 'empty', text: null };
  if (stop === 'length') return { stopReason: 'truncated', text };
  const bare = text.replace(/[\s*_`"'”’)）」』]+$/u, '');
  return { stopReason: /[?？]$/u.test(bare) ? 'asked' : 'answered', text };
}
