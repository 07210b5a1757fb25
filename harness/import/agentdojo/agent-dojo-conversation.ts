import type { Deviation } from '../../core/talk/model.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { readContent } from './agent-dojo-case.ts';
import { ConversationLog, type ImportedCall, type ImportedResult } from '../conversation-log.ts';
import { createPlantedText } from './planted-text.ts';
import type { SourceNode } from '../source-node.ts';
import type { ImportedTool } from '../tool-shelf.ts';

/** A run's conversation in our form. */
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

/** AgentDojo keeps arguments as values: their text is ours. */
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
    ...(error === null ? { error, held: false } : classify(error)),
  };
}

/**
 * What AgentDojo's runtime says when it does not call the function at all: an unknown name, or arguments that its own
 * model of the parameters refuses. Everything else was thrown by the function.
 *
 * Source: `FunctionsRuntime.run_function` in agentdojo/functions_runtime.py.
 */
function classify(message: string): Pick<ImportedResult, 'error' | 'held'> {
  if (message.startsWith('ToolNotFound'))
    return { error: toError('unknown_tool', message), held: true };
  if (/^ValidationError: \d+ validation errors? for Input schema/u.test(message)) {
    return { error: toError('invalid_arguments', message), held: true };
  }
  return { error: toError('failed', message), held: false };
}

function toError(kind: ToolError['kind'], message: string): ToolError {
  return { kind, message, retryable: false, recoverable: kind !== 'failed' };
}

/** The loop of AgentDojo ends with an answer, or after 15 rounds with calls that nobody ran. */
function readStop(run: SourceNode, messages: readonly SourceNode[]): StopReason {
  if (run.get('error') !== null) return 'model_error';
  const last = messages.at(-1);
  if (last === undefined || last.need('role').text() !== 'assistant') return 'cancelled';
  if ((last.get('tool_calls')?.items() ?? []).length > 0) return 'max_turns';
  return readContent(last) === null ? 'empty' : 'answered';
}
