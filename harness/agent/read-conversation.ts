import type { ChatMessage, ChatToolCall } from '../core/talk/chat.ts';
import { isLoopNotice } from '../core/trial/loop-notice.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { readObservation, type Observation } from './read-observation.ts';

/** An earlier call with its answer. */
export interface AnsweredCall {
  readonly tool: string;
  /** `null` when the text is not a JSON object. */
  readonly arguments: JsonObject | null;
  readonly observation: Observation;
}

/** The calls of one assistant message. */
export interface SaidBatch {
  /** Which message of the user it follows, from 0; -1 = before the first. */
  readonly turn: number;
  readonly calls: readonly AnsweredCall[];
}

/** A conversation as an agent reads it back from a request. */
export interface Conversation {
  readonly userTexts: readonly string[];
  readonly batches: readonly SaidBatch[];
}

/** Reads messages back. An unanswered call counts as one with an empty answer. */
export function readConversation(messages: readonly ChatMessage[]): Conversation {
  const userTexts: string[] = [];
  const batches: SaidBatch[] = [];
  messages.forEach((message, index) => {
    if (message.role === 'user' && !isLoopNotice(message)) userTexts.push(toText(message.content));
    if (message.role !== 'assistant' || message.tool_calls === undefined) return;
    const answers = readAnswers(messages.slice(index + 1));
    const calls = message.tool_calls.map((call) => toAnswered(call, answers));
    batches.push({ turn: userTexts.length - 1, calls });
  });
  return { userTexts, batches };
}

interface Answer {
  readonly id: string;
  readonly content: string;
}

/** The tool messages that follow at once. */
function readAnswers(messages: readonly ChatMessage[]): Answer[] {
  const answers: Answer[] = [];
  for (const message of messages) {
    if (message.role !== 'tool') break;
    answers.push({ id: message.tool_call_id, content: toText(message.content) });
  }
  return answers;
}

/** Takes the first answer with the call's id that no earlier call took: ids may be equal. */
function toAnswered(call: ChatToolCall, answers: Answer[]): AnsweredCall {
  const at = answers.findIndex((answer) => answer.id === call.id);
  const content = at < 0 ? '' : (answers.splice(at, 1)[0]?.content ?? '');
  return {
    tool: call.function.name,
    arguments: parseObject(call.function.arguments),
    observation: readObservation(content),
  };
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Content as text: a custom agent may send it in parts. */
function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) =>
      isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : '',
    )
    .join('');
}
