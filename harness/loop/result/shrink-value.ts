import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/** What was removed, and where. */
export interface LeftOut {
  /** JSON path in the whole result. */
  readonly path: string;
  readonly shown: number;
  readonly of: number;
  readonly unit: 'items' | 'characters' | 'fields';
}

/** A value that fits, and what was removed from it. */
export interface Shrunk {
  readonly value: JsonValue;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Makes a value fit into so many characters of JSON by leaving out whole items from the end of lists, the ends of long texts
 * and, where that is not enough, the largest fields. Never cuts within a number, a key or half of a surrogate pair.
 */
export function shrinkValue(value: JsonValue, maxChars: number, path = '$'): Shrunk {
  if (measure(value) <= maxChars) return { value, leftOut: [] };
  if (typeof value === 'string') return shrinkText(value, maxChars, path);
  if (Array.isArray(value)) return shrinkList(value, maxChars, path);
  return isJsonObject(value) ? shrinkObject(value, maxChars, path) : { value, leftOut: [] };
}

function measure(value: JsonValue | undefined): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

/** Cuts text between characters, so that it and its escapes fit. */
function shrinkText(text: string, maxChars: number, path: string): Shrunk {
  let length = Math.min(text.length, Math.max(0, maxChars - 2));
  while (length > 0 && measure(cutText(text, length)) > maxChars) {
    length -= Math.max(1, Math.ceil((measure(text.slice(0, length)) - maxChars) / 6));
  }
  const value = cutText(text, Math.max(0, length));
  return { value, leftOut: [{ path, shown: value.length, of: text.length, unit: 'characters' }] };
}

/** The beginning of a text; never ends in the first half of a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (length >= text.length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

function shrinkList(items: readonly JsonValue[], maxChars: number, path: string): Shrunk {
  let used = 2;
  let shown = 0;
  for (const item of items) {
    used += measure(item) + (shown === 0 ? 0 : 1);
    if (used > maxChars) break;
    shown += 1;
  }
  const leftOut: readonly LeftOut[] = [{ path, shown, of: items.length, unit: 'items' }];
  return { value: items.slice(0, shown), leftOut };
}

/** Shrinks the largest field first; when an empty field is still too large, removes the field and shrinks the next one. */
function shrinkObject(object: JsonObject, maxChars: number, path: string): Shrunk {
  const kept = new Map(Object.entries(object));
  const of = kept.size;
  while (kept.size > 0) {
    const [name, field] = findLargest(kept);
    const others = measure(Object.fromEntries(kept)) - measure(field);
    const inner = shrinkValue(field, maxChars - others, `${path}.${name}`);
    const value = Object.fromEntries(
      [...kept].map(([key, old]) => [key, key === name ? inner.value : old]),
    );
    if (measure(value) <= maxChars) {
      const dropped: readonly LeftOut[] =
        kept.size === of ? [] : [{ path, shown: kept.size, of, unit: 'fields' }];
      return { value, leftOut: [...dropped, ...inner.leftOut] };
    }
    kept.delete(name);
  }
  return { value: {}, leftOut: [{ path, shown: 0, of, unit: 'fields' }] };
}

function findLargest(
  fields: ReadonlyMap<string, JsonValue | undefined>,
): readonly [string, JsonValue] {
  let best: readonly [string, JsonValue] = ['', null];
  let bestSize = -1;
  for (const [name, field] of fields) {
    const size = measure(field);
    if (size > bestSize) [best, bestSize] = [[name, field ?? null], size];
  }
  return best;
}
