import type { ChatRequest } from '../core/talk/chat.ts';
import { isLoopNotice } from '../core/trial/loop-notice.ts';
import type { Provider } from '../core/talk/model.ts';
import { RigError } from '../core/rig-error.ts';
import type { ScriptedReply } from '../core/suite/suite.ts';
import { dialectFor } from '../dialect/registry.ts';
import { speakAs } from '../dialect/speak-as.ts';
import { toScriptedExchange } from '../dialect/scripted-exchange.ts';

/**
 * Creates a model that plays replies in order, one for each attempt (429 then 200 are two).
 * `send` fails with a RigError `SCRIPT_EXHAUSTED` when it has no reply left.
 *
 * A script that was written for another plan than the one that strikes is played `underFaults`: a reply that a fault spoiled
 * is said again, as a model would, and its last answer stays what it has to say.
 */
export function createScriptProvider(
  replies: readonly ScriptedReply[],
  { underFaults = false }: { readonly underFaults?: boolean } = {},
): Provider {
  let sent = 0;
  let lost = false;
  const isFinal = (reply: ScriptedReply | undefined): boolean =>
    reply !== undefined && !callWords.test(JSON.stringify(reply));
  const choose = (request: ChatRequest): ScriptedReply | undefined => {
    const last = replies[sent - 1];
    if (lost && underFaults && isAnsweredBadly(request)) return last;
    if (replies[sent] !== undefined) return replies[sent];
    // Asked to make a call instead of writing it, a script repeats its reply, because it has no other.
    const isToldAgain = isLoopNotice(request.messages.at(-1));
    return isToldAgain || (underFaults && isFinal(last)) ? last : undefined;
  };
  return {
    provenance: 'scripted',
    send: (request, position) => {
      const reply = choose(request);
      if (reply === undefined) {
        const exhausted = new RigError(
          'SCRIPT_EXHAUSTED',
          `Cannot answer turn ${position.turn}, attempt ${position.attempt}: the script has ${replies.length} replies and all were played. Add one or end the conversation earlier`,
        );
        return Promise.reject(exhausted);
      }
      if (reply === replies[sent]) sent += 1;
      lost = false;
      return Promise.resolve(speakAs(toScriptedExchange(reply), dialectFor(request)));
    },
    spoiled: () => {
      lost = true;
    },
    unused: () => replies.length - sent,
  };
}

/** Whether a raw reply of any dialect makes a call. */
const callWords = /\\?"(?:tool_calls|tool_use|function_call)\\?"/u;

/** Whether the request comes from a loop that took nothing from the last reply; one that ran it all the same goes on. */
function isAnsweredBadly({ messages }: ChatRequest): boolean {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return true;
  return /^\s*(?:\{"error":|Error\b)/u.test(last.content);
}
