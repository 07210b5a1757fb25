import type { ChatRequest } from '../../core/talk/chat.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { toWrittenCalls } from '../reply/to-written-calls.ts';
import { itemsField, writeItems } from './output-items.ts';

/** The body of a neutral request, as text. Parameters in the words of chat completions are put into those of this API. */
export function writeResponsesRequest(request: ChatRequest): string {
  const { api: _api, model, messages, tools, ...params } = request;
  // A request is JSON: its messages are JSON objects.
  const talk = messages as unknown as readonly JsonObject[];
  const [first, ...others] = talk;
  const isTold = first?.['role'] === 'system' && typeof first['content'] === 'string';
  return JSON.stringify({
    model,
    ...(isTold ? { instructions: first['content'] } : {}),
    input: (isTold ? others : talk).flatMap(writeMessage),
    ...(Array.isArray(tools) ? { tools: tools.map(writeTool) } : {}),
    ...writeParams(params as JsonObject),
  });
}

function writeMessage(message: JsonObject): readonly JsonObject[] {
  const { role, content, tool_calls: calls, [itemsField]: kept, refusal, ...rest } = message;
  if (role === 'tool') {
    const { tool_call_id: id, type = 'function_call_output', ...others } = rest;
    return [{ ...others, type, call_id: id, output: content }];
  }
  if (role !== 'assistant') return [{ ...rest, role, content }];
  if (typeof content !== 'string' && content !== null && content !== undefined)
    return [{ ...rest, role, content }];
  const said = toWrittenCalls(calls);
  const refused = typeof refusal === 'string' ? refusal : null;
  return writeItems({ text: content ?? null, refusal: refused }, said, kept);
}

function writeTool(tool: unknown): unknown {
  if (!isJsonObject(tool) || tool['type'] !== 'function' || !isJsonObject(tool['function']))
    return tool;
  return { type: 'function', ...tool['function'] };
}

/** Parameters that have another name or form here. Source: OpenAI API reference, "Create a model response". */
function writeParams(params: JsonObject): JsonObject {
  const {
    max_output_tokens: own,
    max_completion_tokens: most,
    max_tokens: old,
    stream_options: options,
    tool_choice: choice,
    ...rest
  } = params;
  const limit = own ?? most ?? old;
  return {
    ...rest,
    ...(limit === undefined ? {} : { max_output_tokens: limit }),
    ...(choice === undefined ? {} : { tool_choice: writeChoice(choice) }),
    ...writeOptions(options),
  };
}

/** Usage comes unasked here. */
function writeOptions(options: JsonValue | undefined): JsonObject {
  if (!isJsonObject(options)) return {};
  const { include_usage: _usage, ...others } = options;
  return Object.keys(others).length === 0 ? {} : { stream_options: others };
}

function writeChoice(choice: JsonValue): JsonValue {
  if (!isJsonObject(choice) || !isJsonObject(choice['function'])) return choice;
  return { type: 'function', name: choice['function']['name'] };
}
