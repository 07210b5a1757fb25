import type { AgentEnd } from '../core/agent.ts';
import type { ModelReply } from '../core/model.ts';
import type { LoopRun } from './loop-run.ts';
import { protocolText } from './protocol-text.ts';

/**
 * Answers a reply that writes a call as text instead of making it. Nothing runs from text, and it is no answer: the model is
 * told to make the call, as often as it may correct bad arguments. `null` when the reply is no such text, or when the loop does
 * not look (`enforce.validation` off).
 */
export function answerTextCall(run: LoopRun, reply: ModelReply): 'told' | AgentEnd | null {
  const { settings, conversation } = run;
  const isText =
    reply.calls.length === 0 && reply.deviations.some(({ code }) => code === 'call_as_text');
  if (!isText || !settings.enforce.validation || reply.text === null) return null;
  conversation.hearText(reply.text);
  run.badRounds += 1;
  if (run.badRounds > settings.corrections) return { stopReason: 'protocol_error', text: null };
  conversation.notice(protocolText.textCall());
  return 'told';
}
