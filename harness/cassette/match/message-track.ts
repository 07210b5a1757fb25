import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { ChatMessage, ChatToolCall } from '../../core/talk/chat.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/** The messages of a conversation as canonical texts, kept up to date request by request. */
export interface MessageTrack {
  /** One text for each message after the leading system messages. Call ids are aliased. */
  readonly texts: readonly string[];
  /**
   * Takes the messages of the next request. Messages that are the same objects as before are not read again.
   *
   * @returns The index of the first text that may have changed.
   */
  update(messages: readonly ChatMessage[], leading: number): number;
}

/** Creates an empty track. Messages must not be changed in place once they were seen. */
export function createMessageTrack(): MessageTrack {
  const seen: ChatMessage[] = [];
  const texts: string[] = [];
  /** How many ids had an alias before each message, so that a track can be cut. */
  const aliasCounts: number[] = [];
  let aliases = new Map<string, string>();

  const cut = (length: number): void => {
    if (length === seen.length) return;
    const kept = aliasCounts[length] ?? 0;
    aliases = new Map([...aliases].slice(0, kept));
    seen.length = length;
    texts.length = length;
    aliasCounts.length = length;
  };

  return {
    texts,
    update(messages, leading) {
      const count = messages.length - leading;
      let same = 0;
      while (same < seen.length && same < count && seen[same] === messages[same + leading])
        same += 1;
      cut(same);
      for (let index = same; index < count; index += 1) {
        const message = messages[index + leading];
        if (message === undefined) break;
        seen.push(message);
        aliasCounts.push(aliases.size);
        texts.push(toMessageText(message, aliases));
      }
      return same;
    },
  };
}

/** How many messages at the head are the system part of a request. */
export function countLeadingSystem(messages: readonly ChatMessage[]): number {
  let count = 0;
  while (isSystemRole(messages[count]?.role)) count += 1;
  return count;
}

function isSystemRole(role: string | undefined): boolean {
  return role === 'system' || role === 'developer';
}

/**
 * A message as canonical text. Call ids become `#1`, `#2`, ... by first appearance; an empty, null or
 * absent content beside tool calls is the same message: back ends differ in what they take.
 */
function toMessageText(message: ChatMessage, aliases: Map<string, string>): string {
  return toPlainText(message, aliases) ?? toAnyText(message, aliases);
}

/** The three most frequent forms, written straight away; `null` for all others. */
function toPlainText(message: ChatMessage, aliases: Map<string, string>): string | null {
  const { role, content } = message;
  const fields = Object.keys(message).length;
  if (role === 'assistant' && fields === 3 && content === null) {
    return toPlainCalls(message.tool_calls, aliases);
  }
  if (typeof content !== 'string') return null;
  if (role === 'user' && fields === 2)
    return `{"content":${JSON.stringify(content)},"role":"user"}`;
  if (role !== 'tool' || fields !== 3 || typeof message.tool_call_id !== 'string') return null;
  const alias = toAlias(message.tool_call_id, aliases);
  return `{"content":${JSON.stringify(content)},"role":"tool","tool_call_id":"${alias}"}`;
}

/** A message that holds nothing but calls with nothing unusual in them. */
function toPlainCalls(calls: unknown, aliases: Map<string, string>): string | null {
  if (!Array.isArray(calls) || calls.length === 0 || !calls.every(isPlainCall)) return null;
  const texts = calls.map(
    ({ id, function: { arguments: args, name } }) =>
      `{"function":{"arguments":${JSON.stringify(args)},"name":${JSON.stringify(name)}},"id":"${toAlias(id, aliases)}","type":"function"}`,
  );
  return `{"role":"assistant","tool_calls":[${texts.join(',')}]}`;
}

function isPlainCall(call: unknown): call is ChatToolCall {
  if (!isJsonObject(call) || call['type'] !== 'function' || typeof call['id'] !== 'string')
    return false;
  const said = call['function'];
  if (!isJsonObject(said) || Object.keys(call).length !== 3) return false;
  const isText = typeof said['arguments'] === 'string' && typeof said['name'] === 'string';
  return isText && Object.keys(said).length === 2;
}

function toAnyText(message: ChatMessage, aliases: Map<string, string>): string {
  // A message from a stranger's agent may hold any field.
  const copy: Record<string, JsonValue | undefined> = { ...(message as unknown as JsonObject) };
  const calls = copy['tool_calls'];
  if (Array.isArray(calls) && calls.length > 0) {
    if (copy['content'] === null || copy['content'] === '') copy['content'] = undefined;
    copy['tool_calls'] = calls.map((call: JsonValue) => withAlias(call, aliases));
  }
  const answered = copy['tool_call_id'];
  if (typeof answered === 'string') copy['tool_call_id'] = toAlias(answered, aliases);
  return toCanonicalJson(copy);
}

function withAlias(call: JsonValue, aliases: Map<string, string>): JsonValue {
  if (!isJsonObject(call) || typeof call['id'] !== 'string') return call;
  return { ...call, id: toAlias(call['id'], aliases) };
}

function toAlias(id: string, aliases: Map<string, string>): string {
  const known = aliases.get(id);
  if (known !== undefined) return known;
  const alias = `#${aliases.size + 1}`;
  aliases.set(id, alias);
  return alias;
}
