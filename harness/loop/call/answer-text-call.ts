import type { AgentEnd } from '../../core/suite/agent.ts';
import type { ModelReply } from '../../core/talk/model.ts';
import type { LoopRun } from '../loop-run.ts';
import { protocolText } from '../protocol-text.ts';

const codes: readonly string[] = ['call_as_text', 'call_in_reasoning'];

/**
 * Answers a reply that writes a call into its text or its reasoning instead of making it. Nothing runs from text, and it is no
 * answer: the model is told to make the call, as often as it may correct bad arguments. `null` when the reply is none of these,
 * or when the loop does not look (`enforce.validation` off).
 */
export function answerTextCall(run: LoopRun, reply: ModelReply): 'told' | AgentEnd | null {
  const { settings, conversation } = run;
  if (!settings.enforce.validation || !isUnmade(reply)) return null;
  // Providers refuse a message without content.
  if (reply.text !== null && reply.text.trim() !== '')
    conversation.hearText(reply.text, reply.extra);
  run.badRounds += 1;
  if (run.badRounds > settings.corrections) return { stopReason: 'protocol_error', text: null };
  conversation.notice(protocolText.textCall());
  return 'told';
}

function isUnmade({ calls, refusal, stop, deviations }: ModelReply): boolean {
  if (calls.length > 0 || refusal !== null || stop === 'content_filter') return false;
  return deviations.some(({ code }) => codes.includes(code));
}
