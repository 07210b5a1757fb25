import { isJsonObject, type JsonObject, type JsonValue } from '../../harness/json/json.ts';

/**
 * Fills arguments by schema from the request alone: enums by the words they share, patterned strings
 * by search, numbers by digits, other required strings by the text that remains. What is optional and
 * not found is left out; a patterned string is never made up, even when it is required.
 */
export function fillArguments(schema: JsonObject, text: string): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set(
    Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [],
  );
  const remaining = removePatterned(properties, text);
  const filled: Record<string, JsonValue> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property)) continue;
    const found = find(property, text);
    const value = found ?? (required.has(name) ? guess(property, remaining) : null);
    if (value !== null) filled[name] = value;
  }
  return filled;
}

/** The text without what the patterned strings take from it; the whole text when nothing would be left. */
function removePatterned(properties: JsonObject, text: string): string {
  let remaining = text;
  for (const property of Object.values(properties)) {
    if (!isJsonObject(property) || typeof property['pattern'] !== 'string') continue;
    const found = findPattern(property['pattern'], text);
    if (found !== null) remaining = remaining.replace(found, ' ');
  }
  return remaining.trim() === '' ? text : remaining;
}

function isFreeText(property: JsonObject): boolean {
  return (
    property['type'] === 'string' &&
    ['enum', 'const', 'pattern', 'format'].every((key) => property[key] === undefined)
  );
}

/** A value that the text itself holds; `null` when it holds none. */
function find(property: JsonObject, text: string): JsonValue | null {
  if (Array.isArray(property['enum'])) return findChoice(property['enum'] as JsonValue[], text);
  if (typeof property['pattern'] === 'string') return findPattern(property['pattern'], text);
  if (property['type'] === 'integer' || property['type'] === 'number') {
    return findNumber(property, text);
  }
  return null;
}

/** What must be there and cannot be searched for. */
function guess(property: JsonObject, text: string): JsonValue | null {
  if (isFreeText(property)) return clip(text, property);
  if (property['const'] !== undefined) return property['const'];
  if (property['default'] !== undefined) return property['default'];
  if (Array.isArray(property['enum'])) return (property['enum'] as JsonValue[])[0] ?? null;
  switch (property['type']) {
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return property['minimum'] ?? 1;
    case 'object':
      return fillArguments(property, text);
    case 'array':
      return guessItems(property['items'], text);
    default:
      return null;
  }
}

function guessItems(items: JsonValue | undefined, text: string): JsonValue {
  if (!isJsonObject(items)) return [];
  const item = find(items, text) ?? guess(items, text);
  return item === null ? [] : [item];
}

/** The choice with most words, all of which are in the text; the first of equals. */
function findChoice(choices: readonly JsonValue[], text: string): JsonValue | null {
  const said = new Set(toWords(text));
  const found = choices
    .filter((choice) => typeof choice === 'string')
    .map((choice) => ({ choice, words: toWords(choice.replaceAll('_', ' ')) }))
    .filter(({ words }) => words.length > 0 && words.every((word) => said.has(word)))
    .sort((a, b) => b.words.length - a.words.length);
  return found[0]?.choice ?? null;
}

function findPattern(pattern: string, text: string): string | null {
  const open = pattern.replace(/^\^/u, '').replace(/\$$/u, '');
  try {
    return new RegExp(`(?<![A-Za-z0-9])(?:${open})(?![A-Za-z0-9])`, 'u').exec(text)?.[0] ?? null;
  } catch {
    // Not a pattern of this language: nothing can be searched by it.
    return null;
  }
}

function findNumber(property: JsonObject, text: string): number | null {
  const { minimum = -Infinity, maximum = Infinity } = property;
  for (const [digits] of text.matchAll(/(?<![\w.-])\d+(?:\.\d+)?(?![\w-])/gu)) {
    const value = Number(digits);
    if (property['type'] === 'integer' && !Number.isInteger(value)) continue;
    if (value >= Number(minimum) && value <= Number(maximum)) return value;
  }
  return null;
}

function clip(text: string, property: JsonObject): string {
  const tidy = text.replaceAll(/\s+/gu, ' ').trim();
  const limit = property['maxLength'];
  // By code points, as JSON Schema counts.
  return typeof limit === 'number' ? Array.from(tidy).slice(0, limit).join('') : tidy;
}

function toWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
