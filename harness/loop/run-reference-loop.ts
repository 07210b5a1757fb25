import type { AgentContext, AgentEnd } from '../core/suite/agent.ts';
import type { ModelReply } from '../core/talk/model.ts';
import { askModel, tripDeadline } from './ask-model.ts';
import { handleCalls } from './call/handle-calls.ts';
import { readBack } from './call/read-back.ts';
import { LoopRun } from './loop-run.ts';
import { protocolText } from './protocol-text.ts';
import { readEnding, readText } from './read-ending.ts';

/** A user turn with just this text begins a new conversation in the same trial and world. */
const conversationBreak = '/new';

/**
 * The reference loop; every part of it is a setting. It emits the events that only the loop knows (`user`, `refused`, `result`
 * from the journal, `observation`, `journal`, `guard`) and returns the end of the conversation, which the caller records.
 */
export async function runReferenceLoop(context: AgentContext): Promise<AgentEnd> {
  const run = new LoopRun(context);
  let end: AgentEnd | null = null;
  for (const text of context.turns) {
    if (text === conversationBreak) {
      run.startConversation();
      continue;
    }
    run.hearUser(text);
    end = await answerUser(run);
    if (end.stopReason !== 'answered' && end.stopReason !== 'asked') return end;
  }
  return await settleUnknown(run, end ?? (await answerUser(run)));
}

/** Runs one user turn: asks the model until a reply or a guard ends the turn. */
async function answerUser(run: LoopRun): Promise<AgentEnd> {
  for (let round = 1; ; round += 1) {
    const bound = checkBounds(run);
    if (bound !== null) return bound;
    const reply = await askModel(run);
    if ('stopReason' in reply) return reply;
    const ending = endTurn(run, reply, run.settings.singleRound && round > 1);
    if (ending === 'asked_again') continue;
    if (ending !== null) return ending;
    const stopReason = await handleCalls(run, reply);
    if (stopReason !== null) {
      const waits = stopReason === 'awaiting_confirmation' || stopReason === 'needs_human';
      return { stopReason, text: waits ? reply.text : null };
    }
  }
}

/** How a reply ends the user's turn; `null` when it has calls to run, `asked_again` when the model was asked for another reply. */
function endTurn(
  run: LoopRun,
  reply: ModelReply,
  isDropped: boolean,
): AgentEnd | 'asked_again' | null {
  if (reply.stop === 'pause' && reply.calls.length === 0) {
    run.conversation.hearText(reply.text ?? '', reply.extra);
    return 'asked_again';
  }
  const textCall = isDropped ? null : answerTextCall(run, reply);
  if (textCall !== null) return textCall;
  const ending = isDropped ? readText(reply) : readEnding(reply);
  if (ending !== null && ending.text !== null) run.conversation.hearText(ending.text, reply.extra);
  return ending;
}

function checkBounds(run: LoopRun): AgentEnd | null {
  const { maxTurns, tokens } = run.settings.guards;
  if (run.isCancelled()) return { stopReason: 'cancelled', text: null };
  if (run.deadline.isOver()) return { stopReason: tripDeadline(run), text: null };
  if (tokens > 0 && run.tokens >= tokens) {
    const text = `${run.tokens} tokens were used, of ${tokens} that a conversation may use`;
    return { stopReason: run.trip('tokens', text, 'budget'), text: null };
  }
  if (run.turn < maxTurns) return null;
  const text = `The turn cap of ${maxTurns} was reached with the user still waiting`;
  return { stopReason: run.trip('maxTurns', text, 'max_turns'), text: null };
}

/** An answer is unreliable while a write is unknown: the write is read back, and if it stays unknown, a person has to check. */
async function settleUnknown(run: LoopRun, end: AgentEnd): Promise<AgentEnd> {
  const { journal } = run;
  if (journal === null || journal.settings.unknown !== 'reconcile') return end;
  if (end.stopReason !== 'answered') return end;
  let isOpen = false;
  for (const entry of journal.unknown()) {
    const { happened, value } = await readBack(run, entry);
    if (happened === true) journal.mark(entry, 'committed', { status: 'success', value });
    else if (happened === false) journal.mark(entry, 'failed', null);
    else isOpen = true;
  }
  return isOpen ? { ...end, stopReason: 'needs_human' } : end;
}

const codes: readonly string[] = ['call_as_text', 'call_in_reasoning'];

/**
 * Answers a reply that writes a call into its text or its reasoning instead of making it. Nothing runs from text, and the text
 * is not an answer: the model is asked to make the call, up to the number of corrections that bad arguments have. `null` when
 * the reply contains no such call, or when the loop does not check (`enforce.validation` off).
 */
function answerTextCall(run: LoopRun, reply: ModelReply): 'asked_again' | AgentEnd | null {
  const { settings, conversation } = run;
  if (!settings.enforce.validation || !isUnmade(reply)) return null;
  // Providers refuse a message without content.
  if (reply.text !== null && reply.text.trim() !== '')
    conversation.hearText(reply.text, reply.extra);
  run.badRounds += 1;
  if (run.badRounds > settings.corrections) return { stopReason: 'protocol_error', text: null };
  conversation.notice(protocolText.textCall());
  return 'asked_again';
}

function isUnmade({ calls, refusal, stop, deviations }: ModelReply): boolean {
  if (calls.length > 0 || refusal !== null || stop === 'content_filter') return false;
  return deviations.some(({ code }) => codes.includes(code));
}
