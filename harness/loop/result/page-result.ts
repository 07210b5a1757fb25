import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { cutResult, toText, writeMarked, type CutText } from './cut-result.ts';
import { protocolText } from '../protocol-text.ts';
import { shrinkValue } from './shrink-value.ts';

/** One page of a result, and where the next one begins; `null` when this is the last. */
export interface Page extends CutText {
  readonly nextStart: number | null;
}

/**
 * Shows as many items of a result's list from `start` on as fit. The list is the result itself, or the largest list among
 * its fields; a result without one is cut instead.
 */
export function pageResult(result: JsonValue, start: number, maxChars: number): Page {
  const list = findList(result);
  if (list === null || (start === 0 && toText(result).length <= maxChars)) {
    return { ...cutResult(result, maxChars), nextStart: null };
  }
  const from = start < list.items.length ? start : 0;
  let to = from;
  const content = writeMarked(maxChars, (room) => {
    const page = list.items.slice(from);
    const { value } = shrinkValue(page, room - list.around);
    to = from + (Array.isArray(value) ? value.length : 0);
    const next = to < list.items.length ? { next: protocolText.nextPage } : {};
    return list.wrap(page.slice(0, to - from), { from, to, of: list.items.length, ...next });
  });
  // Not even one item fits: a page without items would be requested forever.
  if (content === null || to === from) return { ...cutResult(result, maxChars), nextStart: null };
  return { content, truncated: true, nextStart: to < list.items.length ? to : null };
}

interface FoundList {
  readonly items: readonly JsonValue[];
  /** Characters of the result that are not the list. */
  readonly around: number;
  wrap(items: readonly JsonValue[], page: JsonObject): JsonObject;
}

function findList(result: JsonValue): FoundList | null {
  if (Array.isArray(result)) {
    const items: readonly JsonValue[] = result;
    return { items, around: 0, wrap: (shown, page) => ({ items: shown, page }) };
  }
  if (!isJsonObject(result)) return null;
  let best: {
    readonly name: string;
    readonly items: readonly JsonValue[];
    readonly size: number;
  } | null = null;
  for (const [name, field] of Object.entries(result)) {
    if (!Array.isArray(field)) continue;
    const size = JSON.stringify(field).length;
    if (best === null || size > best.size) best = { name, items: field, size };
  }
  if (best === null) return null;
  const { name, items, size } = best;
  const around = JSON.stringify(result).length - size;
  return { items, around, wrap: (shown, page) => ({ ...result, [name]: shown, page }) };
}
