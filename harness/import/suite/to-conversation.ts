import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/** A prompt as a scenario has it: what was said before, and what the user says. */
export interface ImportedConversation {
  readonly history: readonly JsonObject[];
  readonly user: string;
  /** The last message is one of the user; otherwise its text is said by the user. */
  readonly isUsers: boolean;
}

/** Splits messages in the form of chat completions; a text is what the user says. A text in place of the result says why not. */
export function toConversation(prompt: JsonValue): ImportedConversation | string {
  if (typeof prompt === 'string') return { history: [], user: prompt, isUsers: true };
  if (!Array.isArray(prompt) || prompt.length === 0) return 'it is neither a text nor messages';
  const messages: JsonObject[] = [];
  for (const item of prompt as readonly JsonValue[]) {
    const message = toMessage(item);
    if (typeof message === 'string') return message;
    messages.push(message);
  }
  const last = messages.at(-1) ?? {};
  const { role, content } = last;
  if (typeof content !== 'string' || (role !== 'user' && role !== 'system')) {
    return 'its last message is not one of the user';
  }
  return { history: messages.slice(0, -1), user: content, isUsers: role === 'user' };
}

const roles = ['system', 'user', 'assistant', 'tool'];

function toMessage(value: JsonValue): JsonObject | string {
  if (!isJsonObject(value)) return 'a message is not an object';
  const role = readRole(value);
  if (role === null) return `a message has the role ${JSON.stringify(value['role'] ?? null)}`;
  const content = readContent(value['content'] ?? null);
  const calls = value['tool_calls'];
  if (role === 'assistant' && Array.isArray(calls) && calls.length > 0) {
    return { role, content, tool_calls: calls };
  }
  if (content === null) return 'a message holds something other than text';
  return role === 'tool'
    ? { role, tool_call_id: value['tool_call_id'] ?? '', content }
    : { role, content };
}

function readRole({ role }: JsonObject): string | null {
  if (role === 'developer') return 'system';
  return typeof role === 'string' && roles.includes(role) ? role : null;
}

/** The text of a message; `null` where it is none. */
function readContent(content: JsonValue): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = (content as readonly JsonValue[]).map((part) =>
    isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : null,
  );
  return texts.every((text) => text !== null) ? texts.join('') : null;
}
