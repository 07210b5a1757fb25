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
 * The reference loop: design section 4 with every part a setting. Emits what only it knows (`user`, `refused`, `result` from
 * the journal, `observation`, `journal`, `guard`); the end of the conversation is returned, for the caller to record.
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

/** One user turn: model replies until one of them, or a guard, ends it. */
async function answerUser(run: LoopRun): Promise<AgentEnd> {
  for (let round = 1; ; round += 1) {
    const bound = checkBounds(run);
    if (bound !== null) return bound;
    const reply = await askModel(run);
    if ('stopReason' in reply) return reply;
    const ending = endTurn(run, reply, run.settings.singleRound && round > 1);
    if (ending === 'told') continue;
    if (ending !== null) return ending;
    const stopReason = await handleCalls(run, reply);
    if (stopReason !== null) {
      const waits = stopReason === 'awaiting_confirmation' || stopReason === 'needs_human';
      return { stopReason, text: waits ? reply.text : null };
    }
  }
}

/** How a reply ends the user's turn; `null` when it has calls to be run, `told` when the model has to say it in another way. */
function endTurn(run: LoopRun, reply: ModelReply, isDropped: boolean): AgentEnd | 'told' | null {
  if (reply.stop === 'pause' && reply.calls.length === 0) {
    run.conversation.hearText(reply.text ?? '', reply.extra);
    return 'told';
  }
  const textCall = isDropped ? null : answerTextCall(run, reply);
  if (textCall !== null) return textCall;
  const ending = isDropped ? readText(reply) : readEnding(reply);
  if (ending !== null && ending.text !== null) run.conversation.hearText(ending.text, reply.extra);
  return ending;
}

function checkBounds(run: LoopRun): AgentEnd | null {
  const { maxTurns } = run.settings.guards;
  if (run.isCancelled()) return { stopReason: 'cancelled', text: null };
  if (run.deadline.isOver()) return { stopReason: tripDeadline(run), text: null };
  if (run.turn < maxTurns) return null;
  const text = `The turn cap of ${maxTurns} was reached with the user still waiting`;
  return { stopReason: run.trip('maxTurns', text, 'max_turns'), text: null };
}

/** An answer given while a write is unknown cannot be relied on: it is read back, and otherwise a person has to look. */
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
 * Answers a reply that writes a call into its text or its reasoning instead of making it. Nothing runs from text, and it is no
 * answer: the model is told to make the call, as often as it may correct bad arguments. `null` when the reply is none of these,
 * or when the loop does not look (`enforce.validation` off).
 */
function answerTextCall(run: LoopRun, reply: ModelReply): 'told' | AgentEnd | null {
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
