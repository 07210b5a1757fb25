import { isJsonObject, type JsonValue } from '../../../json/json.ts';
import { anyOf, escapeText } from '../text-pattern.ts';

/** A regular expression that finds a JSON text of this value: fields in any order, spaces between the parts. */
export function toJsonPattern(value: JsonValue): string {
  return String.raw`^\s*${toPart(value)}\s*$`;
}

function toPart(value: JsonValue): string {
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map(toPart);
    return String.raw`\[\s*${items.join(between)}\s*\]`;
  }
  if (!isJsonObject(value)) return escapeText(JSON.stringify(value));
  const fields = Object.entries(value).map(
    ([name, item]) => String.raw`${escapeText(JSON.stringify(name))}\s*:\s*${toPart(item ?? null)}`,
  );
  const [first] = fields;
  if (first === undefined) return String.raw`\{\s*\}`;
  // Each of the fields is one of them, and there are as many.
  const one = anyOf(fields);
  const rest = fields.length === 1 ? '' : `(?:${between}${one}){${fields.length - 1}}`;
  return String.raw`\{\s*${one}${rest}\s*\}`;
}

const between = String.raw`\s*,\s*`;
