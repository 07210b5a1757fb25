import { toCanonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/** A message given as canonical text, in one line: who said it, and what. */
export function describeMessage(text: string): string {
  const { role, content, tool_calls: calls, tool_call_id: id, ...rest } = parseMessage(text);
  const words = [toWord(role)];
  if (id !== undefined) words.push(toWord(id));
  if (content !== undefined) words.push(toWord(content));
  if (Array.isArray(calls)) words.push(...calls.map(describeCall));
  if (Object.keys(rest).length > 0) words.push(toCanonicalJson(rest));
  return words.join(' ');
}

/** What a message decides: the user's words, or the calls of the model; `null` for all else. */
export function toDecision(text: string): string | null {
  const message = parseMessage(text);
  if (message['role'] === 'user') return toCanonicalJson(['user', message['content']]);
  const calls = message['tool_calls'];
  if (message['role'] !== 'assistant' || !Array.isArray(calls) || calls.length === 0) return null;
  return toCanonicalJson(['calls', calls.map(describeCall)]);
}

/** Whether a message answers a tool call. */
export function isToolMessage(text: string): boolean {
  return parseMessage(text)['role'] === 'tool';
}

function describeCall(call: JsonValue): string {
  const inner = isJsonObject(call) ? call['function'] : null;
  if (!isJsonObject(inner)) return toCanonicalJson(call);
  return `calls ${toWord(inner['name'])}(${toWord(inner['arguments'])})`;
}

function toWord(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : toCanonicalJson(value);
}

function parseMessage(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}
