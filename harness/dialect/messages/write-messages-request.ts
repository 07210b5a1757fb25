import type { ChatRequest } from '../../core/talk/chat.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { toWrittenCalls } from '../reply/to-written-calls.ts';
import { blocksField, writeContent } from './content-blocks.ts';

/** The default maximum length of a reply; the API requires one. */
const usualMaxTokens = 4096;

/** The body of a neutral request, as text. Parameters in the words of chat completions are put into those of this API. */
export function writeMessagesRequest(request: ChatRequest): string {
  const { api: _api, model, messages, tools, ...params } = request;
  // A request is JSON: its messages are JSON objects.
  const talk = messages as unknown as readonly JsonObject[];
  const leading = talk.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const count = leading < 0 ? talk.length : leading;
  const head = {
    model,
    ...writeSystem(talk.slice(0, count)),
    ...(Array.isArray(tools) ? { tools: tools.map(writeTool) } : {}),
    ...writeParams(params as JsonObject),
  };
  const written = writeTalk(talk.slice(count));
  return `${JSON.stringify(head).slice(0, -1)},"messages":[${written.join(',')}]}`;
}

function writeSystem(messages: readonly JsonObject[]): JsonObject {
  const [only, ...others] = messages;
  if (only === undefined) return {};
  if (others.length === 0) return { system: only['content'] };
  return { system: messages.flatMap(({ content }) => toBlocks(content)) };
}

function toBlocks(content: JsonValue | undefined): readonly JsonValue[] {
  // Content of a request is JSON.
  if (Array.isArray(content)) return content as readonly JsonValue[];
  return content === undefined || content === null ? [] : [{ type: 'text', text: content }];
}

/** Answers to calls, and what the user says with them, are one message of the user. */
function writeTalk(messages: readonly JsonObject[]): readonly string[] {
  const written: string[] = [];
  let results: JsonValue[] = [];
  const close = (said: JsonObject | null): void => {
    if (results.length === 0 && said === null) return;
    const { role: _role, content, ...rest } = said ?? {};
    const blocks = [...results, ...toBlocks(content)];
    written.push(
      JSON.stringify({ ...rest, role: 'user', content: results.length === 0 ? content : blocks }),
    );
    results = [];
  };
  for (const message of messages) {
    const { role } = message;
    if (role === 'tool') results.push(writeResult(message));
    else if (role === 'assistant') {
      close(null);
      written.push(writeAssistant(message));
    } else close(message);
  }
  close(null);
  return written;
}

function writeResult(message: JsonObject): JsonObject {
  const { role: _role, tool_call_id: id, content, ...rest } = message;
  return { type: 'tool_result', tool_use_id: id, content, ...rest };
}

function writeAssistant(message: JsonObject): string {
  const { role, content, tool_calls: calls, [blocksField]: kept, ...rest } = message;
  const said = toWrittenCalls(calls);
  const isText = typeof content === 'string' || content === undefined || content === null;
  if (isText && said.length === 0 && kept === undefined)
    return JSON.stringify({ ...rest, role, content: content ?? '' });
  if (!isText) return JSON.stringify({ ...rest, role, content });
  const head = JSON.stringify({ ...rest, role });
  return `${head.slice(0, -1)},"content":[${writeContent(content ?? null, said, kept).join(',')}]}`;
}

function writeTool(tool: unknown): unknown {
  if (!isJsonObject(tool) || tool['type'] !== 'function' || !isJsonObject(tool['function']))
    return tool;
  const { name, description, parameters, ...rest } = tool['function'];
  return { name, description, input_schema: parameters ?? { type: 'object' }, ...rest };
}

/** Parameters that have another name or form here. Source: Anthropic API reference, "Messages". */
function writeParams(params: JsonObject): JsonObject {
  const {
    max_tokens: own,
    max_completion_tokens: most,
    parallel_tool_calls: parallel,
    stream_options: _options,
    stop,
    tool_choice: choice,
    ...rest
  } = params;
  const chosen = writeChoice(choice);
  const single = { ...(chosen ?? { type: 'auto' }), disable_parallel_tool_use: true };
  const stops = typeof stop === 'string' ? [stop] : stop;
  return {
    ...rest,
    max_tokens: own ?? most ?? usualMaxTokens,
    ...(stops === undefined ? {} : { stop_sequences: stops }),
    ...(parallel === false
      ? { tool_choice: single }
      : chosen === null
        ? {}
        : { tool_choice: chosen }),
  };
}

const choices: Readonly<Record<string, string>> = { auto: 'auto', none: 'none', required: 'any' };

function writeChoice(choice: JsonValue | undefined): JsonObject | null {
  if (typeof choice === 'string') return { type: choices[choice] ?? choice };
  if (!isJsonObject(choice)) return null;
  const { type, function: wanted } = choice;
  return type === 'function' && isJsonObject(wanted)
    ? { type: 'tool', name: wanted['name'] }
    : choice;
}
