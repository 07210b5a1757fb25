import type { ChatTool } from '../../harness/core/talk/chat.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../harness/json/json.ts';
import type { Result } from '../../harness/json/result.ts';

/** What a chat-completions request asks of a policy. */
export interface ChatQuestion {
  readonly model: string;
  /** The last thing the user said. */
  readonly text: string;
  /** Name of the tool that has answered since; `null` when none has. */
  readonly answeredBy: string | null;
  readonly tools: readonly ChatTool[];
  readonly choice: ToolChoice;
  /** 0 takes the nearest tool. */
  readonly temperature: number;
  readonly seed: number | null;
  readonly stream: boolean;
  readonly includeUsage: boolean;
}

/** `tool_choice`, read: offered, none at all, some tool, or this one. */
export type ToolChoice =
  | { readonly type: 'auto' | 'none' | 'required' }
  | { readonly type: 'tool'; readonly name: string };

/** Reads a request body; the error is one sentence for the caller. */
export function parseChatQuestion(body: unknown): Result<ChatQuestion, string> {
  if (!isJsonObject(body)) return refuse('The body must be a JSON object');
  const { model, messages } = body;
  if (typeof model !== 'string') return refuse('"model" must be a string');
  if (!Array.isArray(messages)) return refuse('"messages" must be an array');
  const sampling = readSampling(body);
  if (!sampling.ok) return sampling;
  const tools = readTools(body['tools']);
  if (tools === null) return refuse('"tools" must be functions with a name');
  const options = body['stream_options'];
  return {
    ok: true,
    value: {
      model,
      ...readConversation(messages as JsonValue[]),
      tools,
      choice: readChoice(body['tool_choice']),
      ...sampling.value,
      stream: body['stream'] === true,
      includeUsage: isJsonObject(options) && options['include_usage'] === true,
    },
  };
}

function refuse(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error };
}

function readSampling(
  body: JsonObject,
): Result<Pick<ChatQuestion, 'temperature' | 'seed'>, string> {
  const temperature = body['temperature'] ?? 0;
  const seed = body['seed'] ?? null;
  if (typeof temperature !== 'number' || temperature < 0) {
    return refuse('"temperature" must be a number, 0 or more');
  }
  if (seed !== null && typeof seed !== 'number') return refuse('"seed" must be a number');
  if ((body['n'] ?? 1) !== 1) return refuse('"n" must be 1: there is one choice');
  return { ok: true, value: { temperature, seed } };
}

function readConversation(
  messages: readonly JsonValue[],
): Pick<ChatQuestion, 'text' | 'answeredBy'> {
  let text = '';
  let answeredBy: string | null = null;
  const names = new Map<string, string>();
  for (const message of messages) {
    if (!isJsonObject(message)) continue;
    if (message['role'] === 'user') {
      text = readText(message['content']);
      answeredBy = null;
    }
    for (const [id, name] of readCallNames(message)) names.set(id, name);
    if (message['role'] === 'tool') {
      answeredBy = names.get(toText(message['tool_call_id'])) ?? 'The tool';
    }
  }
  return { text, answeredBy };
}

function readText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as JsonValue[])
    .map((part) => (isJsonObject(part) ? toText(part['text']) : ''))
    .join(' ');
}

function readCallNames(message: JsonObject): readonly [string, string][] {
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return [];
  return (calls as JsonValue[]).flatMap((call): [string, string][] =>
    isJsonObject(call) && isJsonObject(call['function'])
      ? [[toText(call['id']), toText(call['function']['name'])]]
      : [],
  );
}

function readTools(tools: JsonValue | undefined): readonly ChatTool[] | null {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) return null;
  const read: ChatTool[] = [];
  for (const tool of tools as JsonValue[]) {
    const described = isJsonObject(tool) ? tool['function'] : undefined;
    if (!isJsonObject(described) || typeof described['name'] !== 'string') return null;
    const { name, description, parameters } = described;
    read.push({
      type: 'function',
      function: {
        name,
        description: typeof description === 'string' ? description : '',
        parameters: isJsonObject(parameters) ? parameters : {},
      },
    });
  }
  return read;
}

function readChoice(choice: JsonValue | undefined): ToolChoice {
  if (choice === 'none' || choice === 'required') return { type: choice };
  const named = isJsonObject(choice) ? choice['function'] : undefined;
  return isJsonObject(named) ? { type: 'tool', name: toText(named['name']) } : { type: 'auto' };
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
