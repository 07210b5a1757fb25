import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { CallExtra } from '../core/talk/model.ts';

/**
 * Fields of an assistant message that providers want back, as they came: what the model thought and the marks of it.
 * Without them Gemini refuses the next request (`thought_signature`), and others forget what was thought.
 */
const messageFields: readonly string[] = [
  'extra_content',
  'provider_specific_fields',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'reasoning_signature',
  'reasoning_text',
  'thinking',
  'thinking_blocks',
  'thought_signature',
  'thought_signatures',
];

/** The fields of a message that are to be sent back. */
export function pickExtra(message: JsonObject): JsonObject {
  return pick(message, (field) => messageFields.includes(field));
}

const callFields: readonly string[] = ['id', 'type', 'function', 'index'];
const functionFields: readonly string[] = ['name', 'arguments'];

/** The fields of a call besides its own; `null` when there are none. */
export function pickCallExtra(entry: JsonObject): CallExtra | null {
  const said = entry['function'];
  const extra: CallExtra = {
    call: pick(entry, (field) => !callFields.includes(field)),
    function: isJsonObject(said) ? pick(said, (field) => !functionFields.includes(field)) : {},
  };
  return isEmpty(extra.call) && isEmpty(extra.function) ? null : extra;
}

function isEmpty(fields: JsonObject): boolean {
  return Object.keys(fields).length === 0;
}

function pick(from: JsonObject, isWanted: (field: string) => boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(from).filter(
      ([field, value]) => isWanted(field) && value !== null && value !== undefined,
    ),
  );
}

/** Fields inside parts of a stream whose text comes in pieces; any other text comes whole. */
const pieces: readonly string[] = [
  'reasoning',
  'reasoning_content',
  'reasoning_text',
  'thinking',
  'text',
  'summary',
  'content',
  'data',
];

/** Adds what a later piece of a stream says: text is appended, list items with the same `index` are one, objects are joined. */
export function mergeExtra(before: JsonObject, next: JsonObject): JsonObject {
  const merged: Record<string, JsonValue | undefined> = { ...before };
  for (const [field, value] of Object.entries(next)) {
    merged[field] = mergeField(field, before[field], value);
  }
  return merged;
}

function mergeField(
  field: string,
  before: JsonValue | undefined,
  next: JsonValue | undefined,
): JsonValue | undefined {
  if (isNothing(before)) return next;
  if (isNothing(next)) return before;
  if (typeof before === 'string' && typeof next === 'string')
    return pieces.includes(field) ? before + next : next;
  if (Array.isArray(before) && Array.isArray(next)) return addItems(before, next);
  return isJsonObject(before) && isJsonObject(next) ? mergeExtra(before, next) : next;
}

function isNothing(value: JsonValue | undefined): value is '' | null | undefined {
  return value === undefined || value === null || value === '';
}

function addItems(before: readonly JsonValue[], next: readonly JsonValue[]): readonly JsonValue[] {
  let list = before;
  for (const item of next) list = addItem(list, item);
  return list;
}

function addItem(list: readonly JsonValue[], item: JsonValue): readonly JsonValue[] {
  const index = isJsonObject(item) ? item['index'] : undefined;
  const last = list.at(-1);
  const isSame =
    typeof index === 'number' &&
    isJsonObject(last) &&
    isJsonObject(item) &&
    last['index'] === index;
  const isKind = isSame && (item['type'] === undefined || item['type'] === last['type']);
  return isKind ? [...list.slice(0, -1), mergeExtra(last, item)] : [...list, item];
}
