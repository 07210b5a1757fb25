import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { cutResult, toText, writeMarked, type CutText } from './cut-result.ts';
import { shrinkValue } from './shrink-value.ts';

const firstItems = 3;

/** Summarises a long list: number of items, fields, ranges of numbers, and the first items; the rest is omitted. */
export function summariseResult(result: JsonValue, maxChars: number): CutText {
  const whole = toText(result);
  if (whole.length <= maxChars) return { content: whole, truncated: false };
  const list = findLists(result);
  if (list.length === 0) return cutResult(result, maxChars);
  const content = writeMarked(maxChars, (room) => {
    const first = list.map(([path, items]) => [path, items.slice(0, firstItems)] as const);
    const { value } = shrinkValue(Object.fromEntries(first), room);
    return {
      summary: Object.fromEntries(list.map(([path, items]) => [path, describe(items)])),
      first: value,
    };
  });
  return content === null ? cutResult(result, maxChars) : { content, truncated: true };
}

function findLists(result: JsonValue): readonly (readonly [string, readonly JsonValue[]])[] {
  if (Array.isArray(result)) return [['items', result]];
  if (!isJsonObject(result)) return [];
  return Object.entries(result).flatMap(([name, field]) =>
    Array.isArray(field) ? [[name, field as readonly JsonValue[]] as const] : [],
  );
}

function describe(items: readonly JsonValue[]): JsonObject {
  const fields = new Map<string, JsonValue[]>();
  for (const item of items) {
    if (!isJsonObject(item)) continue;
    for (const [name, value] of Object.entries(item)) {
      const values = fields.get(name) ?? [];
      fields.set(name, values);
      if (value !== undefined) values.push(value);
    }
  }
  return {
    items: items.length,
    ...(fields.size === 0 ? {} : { fields: Object.fromEntries([...fields].map(toField)) }),
  };
}

function toField([name, values]: readonly [string, readonly JsonValue[]]): readonly [
  string,
  JsonValue,
] {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length < values.length || numbers.length === 0)
    return [name, { given: values.length }];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) [min, max] = [Math.min(min, number), Math.max(max, number)];
  return [name, { given: values.length, min, max }];
}
