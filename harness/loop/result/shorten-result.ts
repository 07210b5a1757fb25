import { hasRiskyNumbers } from '../../json/lossless-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/** Texts up to this length are kept: ids, states and dates. */
const keptChars = 60;

/**
 * Writes an earlier result in short: plain fields stay, lists become their number of items, long texts are left out. A text that is
 * not JSON, one with numbers that would lose digits, and a form that would not be shorter stay as they are.
 */
export function shortenResult(content: string, wrap: (summary: JsonValue) => JsonValue): string {
  const value = parse(content);
  if (value === undefined || hasRiskyNumbers(content)) return content;
  const short = JSON.stringify(wrap(toShort(value)));
  return short.length < content.length ? short : content;
}

function toShort(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return { items: value.length };
  if (!isJsonObject(value)) return value;
  const fields: JsonObject = Object.fromEntries(
    Object.entries(value).flatMap(([name, field]): readonly (readonly [string, JsonValue])[] => {
      if (Array.isArray(field)) return [[`${name}_items`, field.length]];
      if (typeof field === 'string' && field.length > keptChars) return [];
      return [[name, isJsonObject(field) ? toShort(field) : (field ?? null)]];
    }),
  );
  return fields;
}

function parse(text: string): JsonValue | undefined {
  try {
    // JSON.parse gives JSON values only.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
