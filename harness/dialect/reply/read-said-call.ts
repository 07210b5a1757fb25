import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { Deviation, SaidCall } from '../../core/talk/model.ts';
import { pickCallExtra } from '../message-extra.ts';

/** The calls of one message, and the entries that are not calls. */
export interface SaidCalls {
  readonly calls: readonly SaidCall[];
  /** Entries that say something and yet cannot be read as a call. */
  readonly unreadable: number;
  readonly deviations: readonly Deviation[];
}

/** Reads the `tool_calls` of a whole message; each entry becomes a call or a deviation. */
export function readSaidCalls(entries: unknown): SaidCalls {
  if (entries === undefined || entries === null) {
    return { calls: [], unreadable: 0, deviations: [] };
  }
  if (!Array.isArray(entries)) {
    const text = `tool_calls is ${describe(entries)}, not a list`;
    return { calls: [], unreadable: 1, deviations: [{ code: 'tool_calls_not_a_list', text }] };
  }
  const calls: SaidCall[] = [];
  const deviations: Deviation[] = [];
  for (const [index, entry] of entries.entries()) {
    const call = readEntry(entry, `tool_calls[${index}]`, deviations);
    if (call !== null) calls.push(call);
  }
  return { calls, unreadable: entries.length - calls.length, deviations };
}

/** Reads a `{ name, arguments }` pair, as in `function` and in the old `function_call`. */
export function readFunction(
  value: unknown,
  where: string,
  deviations: Deviation[],
): Omit<SaidCall, 'id'> | null {
  if (!isJsonObject(value) || typeof value['name'] !== 'string' || value['name'] === '') {
    const found = isJsonObject(value) ? 'has no name' : `is ${describe(value)}`;
    deviations.push({ code: 'call_malformed', text: `${where} ${found}` });
    return null;
  }
  return {
    name: value['name'],
    argumentsText: readArgumentsText(value['arguments'], where, deviations),
  };
}

/** A call id as it was sent; `null` when there is none. */
function readCallId(value: unknown, where: string, deviations: Deviation[]): string | null {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') {
    deviations.push({ code: 'call_id_not_text', text: `${where} has a number for an id` });
    return String(value);
  }
  deviations.push({ code: 'call_id_missing', text: `${where} has no id` });
  return null;
}

/** Argument text as it was sent; an object in its place is written out and flagged. */
export function readArgumentsText(
  value: JsonValue | undefined,
  where: string,
  deviations: Deviation[],
): string | null {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return null;
  const text = `${where}: arguments are ${describe(value)}, not text`;
  deviations.push({ code: 'arguments_not_text', text });
  return JSON.stringify(value);
}

/** Names a kind of value for a sentence. */
export function describe(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function readEntry(entry: unknown, where: string, deviations: Deviation[]): SaidCall | null {
  if (!isJsonObject(entry)) {
    deviations.push({ code: 'call_malformed', text: `${where} is ${describe(entry)}` });
    return null;
  }
  const { type } = entry;
  if (type !== undefined && type !== null && type !== 'function' && type !== '') {
    const named = typeof type === 'string' ? `"${type}"` : describe(type);
    const text = `${where} is of type ${named}; only functions are supported`;
    deviations.push({ code: 'call_unsupported', text });
    return null;
  }
  const said = readFunction(entry['function'], `${where}.function`, deviations);
  if (said === null) return null;
  const extra = pickCallExtra(entry);
  const call: SaidCall = { id: readCallId(entry['id'], where, deviations), ...said };
  return extra === null ? call : { ...call, extra };
}
