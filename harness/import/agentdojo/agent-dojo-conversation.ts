import type { Deviation } from '../../core/talk/model.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { readContent } from './agent-dojo-case.ts';
import { ConversationLog, type ImportedCall, type ImportedResult } from '../conversation-log.ts';
import { findRefusal } from '../find-refusal.ts';
import { createPlantedText } from './planted-text.ts';
import type { SourceNode } from '../source-node.ts';
import type { ImportedTool } from '../tool-shelf.ts';

/** A run's conversation in toolrig's form. */
export interface AgentDojoConversation {
  readonly events: readonly TranscriptEvent[];
  readonly stopReason: StopReason;
  /** Results that carried a planted text. */
  readonly planted: number;
  readonly strays: number;
}

/** Reads the messages of a run. `fault` names the planted fault of an attacked run. */
export function readAgentDojoConversation(
  run: SourceNode,
  tools: readonly ImportedTool[] | null,
  fault: string | null,
): AgentDojoConversation {
  const messages = run.need('messages').items();
  const first = messages.filter((message) => message.need('role').text() === 'system').length;
  const log = new ConversationLog(tools, first);
  const injections = run.get('injections')?.entries() ?? [];
  const isPlanted = createPlantedText(injections.map(([, text]) => text.text()));
  let planted = 0;
  for (const message of messages) {
    const role = message.need('role').text();
    if (role === 'user') log.user(readContent(message) ?? '');
    else if (role === 'assistant') addReply(message, log);
    else if (role === 'tool') {
      const result = readResult(message);
      const carries = fault !== null && isPlanted(result.text);
      if (carries) planted += 1;
      log.result(carries ? { ...result, planted: fault } : result);
    } else if (role !== 'system') throw message.need('role').refuse('a role that is known');
  }
  const stopReason = readStop(run, messages);
  log.end(stopReason);
  return { events: log.events, stopReason, planted, strays: log.strays };
}

/** AgentDojo keeps arguments as values, so their text is written by toolrig. */
const rewritten: Deviation = {
  code: 'arguments_rewritten',
  text: 'The source keeps arguments as values; their text was written again',
};

function addReply(message: SourceNode, log: ConversationLog): void {
  const calls = (message.get('tool_calls')?.items() ?? []).map((call): ImportedCall => ({
    id: call.get('id')?.text() ?? null,
    name: call.need('function').text(),
    argumentsText: call.need('args').json(),
  }));
  const text = readContent(message);
  log.reply(calls.length === 0 ? { text, calls } : { text, calls, deviations: [rewritten] });
}

function readResult(message: SourceNode): ImportedResult {
  const error = message.get('error')?.text() ?? null;
  return {
    id: message.get('tool_call_id')?.text() ?? null,
    text: error ?? readContent(message) ?? '',
    ...(error === null ? { error, held: false } : classify(error, readTool(message))),
  };
}

function readTool(message: SourceNode): string | null {
  return message.get('tool_call')?.get('function')?.text() ?? null;
}

/** A call that the runtime refused never ran; all other errors were thrown by the function. */
function classify(message: string, tool: string | null): Pick<ImportedResult, 'error' | 'held'> {
  const refusal = findRefusal(message, tool);
  if (refusal !== null) return { error: refusal, held: true };
  return { error: { kind: 'failed', message, retryable: false, recoverable: false }, held: false };
}

/**
 * The loop of AgentDojo ends with an answer, or after 15 rounds with calls that were never run. It saves a run after
 * each step and judges it last of all: a run without a verdict was cut off, wherever it is.
 */
function readStop(run: SourceNode, messages: readonly SourceNode[]): StopReason {
  if (run.get('error') !== null) return 'model_error';
  if (run.get('utility') === null) return 'cancelled';
  const last = messages.at(-1);
  if (last === undefined || last.need('role').text() !== 'assistant') return 'cancelled';
  if ((last.get('tool_calls')?.items() ?? []).length > 0) return 'max_turns';
  return readContent(last) === null ? 'empty' : 'answered';
}
