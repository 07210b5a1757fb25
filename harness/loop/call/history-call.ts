import type { ChatToolCall } from '../../core/talk/chat.ts';
import { isJsonObject } from '../../json/json.ts';
import type { SaidCall } from '../../core/talk/model.ts';

/** A call as it goes back in the history of a request, with the fields that its provider added to it. */
export function toHistoryCall(said: SaidCall, id: string): ChatToolCall {
  return {
    ...said.extra?.call,
    id,
    type: 'function',
    function: {
      ...said.extra?.function,
      name: toHistoryName(said.name),
      arguments: toHistoryArguments(said.argumentsText),
    },
  };
}

/** The ids under which calls are answered, in call order: the model's own, or a generated one where an id is missing or repeated. */
export function toCallIds(calls: readonly SaidCall[], turn: number): readonly string[] {
  const taken = new Set<string>();
  const own = new Set(calls.map((said) => said.id));
  return calls.map((said, index) => {
    let id = said.id;
    for (let n = index; id === null || id === '' || taken.has(id); n += calls.length) {
      const made = makeCallId(turn, n);
      id = own.has(made) ? null : made;
    }
    taken.add(id);
    return id;
  });
}

/** Nine letters and digits: Mistral accepts no other form, and all other providers accept this one. */
function makeCallId(turn: number, index: number): string {
  const inDigits = (value: number, length: number): string =>
    value.toString(36).padStart(length, '0').slice(-length);
  return `t${inDigits(turn, 4)}c${inDigits(index, 3)}`;
}

/**
 * A tool name as it may appear in the history of a request: characters other than letters, digits, `_` and `-` become
 * `_x2e_` (their code point in hexadecimal), because providers refuse a whole request for one such name. A name is cut after
 * 64 characters. The transcript keeps the name as the model wrote it.
 */
function toHistoryName(name: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(name)) return name;
  const escaped = Array.from(name, (char) =>
    /[A-Za-z0-9_-]/.test(char) ? char : `_x${(char.codePointAt(0) ?? 0).toString(16)}_`,
  ).join('');
  return escaped === '' ? 'unnamed' : escaped.slice(0, 64);
}

/** Argument text as it may appear in the history: unchanged when it is a JSON object, else `{}`; the answer to the call says why. */
function toHistoryArguments(text: string | null): string {
  if (text === null) return '{}';
  try {
    return isJsonObject(JSON.parse(text)) ? text : '{}';
  } catch {
    return '{}';
  }
}
