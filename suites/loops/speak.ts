import type { ChatRequest, JsonObject, JsonValue, ScriptedReply } from 'toolrig';

/** A call as a model writes it; arguments that are text are sent as they are, also where they are no JSON. */
export interface WrittenCall {
  readonly tool: string;
  readonly arguments: JsonObject | string;
}

/** A reply: text or calls. */
export type Saying = string | readonly WrittenCall[];

/** What has happened since the user spoke. */
export interface Sight {
  /** The number of this reply, from 1. */
  readonly turn: number;
  /** What answered the calls so far, one list for each reply. */
  readonly answers: readonly (readonly string[])[];
}

/** Decides the next reply from what was answered so far. */
export type Act = (sight: Sight) => Saying;

/** Answers a request as `act` decides. No state is kept: the same request gets the same reply. */
export function speak(request: ChatRequest, act: Act): ScriptedReply {
  const sight = readSight(request);
  const said = act(sight);
  const calls = typeof said === 'string' ? [] : said;
  const message: JsonObject = {
    role: 'assistant',
    content: typeof said === 'string' ? said : null,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call, index) =>
            toToolCall(call, `u${countUsers(request)}t${sight.turn}c${index}`),
          ),
        }),
  };
  return {
    type: 'body',
    status: 200,
    body: {
      id: 'chatcmpl-loops',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: request.model,
      choices: [{ index: 0, message, finish_reason: calls.length === 0 ? 'stop' : 'tool_calls' }],
      usage: toUsage(request, message),
    },
  };
}

/** The first text of the user, by which a conversation is known. */
export function readOpening({ messages }: ChatRequest): string {
  const first = messages.find((message) => message.role === 'user');
  return first?.role === 'user' ? first.content : '';
}

function toToolCall({ tool, arguments: args }: WrittenCall, id: string): JsonObject {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { id: `call_${id}`, type: 'function', function: { name: tool, arguments: text } };
}

function countUsers({ messages }: ChatRequest): number {
  return messages.filter((message) => message.role === 'user').length;
}

function readSight({ messages }: ChatRequest): Sight {
  const since = messages.slice(messages.findLastIndex((message) => message.role === 'user') + 1);
  const answers: string[][] = [];
  for (const message of since) {
    if (message.role === 'assistant') answers.push([]);
    if (message.role === 'tool') answers.at(-1)?.push(message.content);
  }
  return { turn: answers.length + 1, answers };
}

/** Four characters a token, the rule of thumb for English; no tokenizer is used. */
function toUsage({ messages, tools = [] }: ChatRequest, message: JsonObject): JsonValue {
  const promptTokens = Math.ceil(JSON.stringify([messages, tools]).length / 4);
  const completionTokens = Math.ceil(JSON.stringify(message).length / 4);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}
