import type { JsonValue } from '../../json/json.ts';
import {
  hasRiskyNumbers,
  type LosslessValue,
  readLosslessJson,
  writeLosslessJson,
} from '../../json/lossless-json.ts';
import type { Deviation } from '../../core/talk/model.ts';
import { parseJson, type ParsedJson } from './parse-json.ts';

/**
 * Parses a body or a chunk. Where a server sent arguments as an object, with numbers that
 * `JSON.parse` would change, the object becomes text first: arguments are never altered on the way.
 */
export function parseBody(text: string, deviations: Deviation[]): ParsedJson {
  if (!/"arguments"\s*:\s*[{[0-9-]/.test(text) || !hasRiskyNumbers(text)) return parseJson(text);
  const reading = readLosslessJson(text);
  if (!reading.ok) return parseJson(text);
  return { ok: true, value: toPlain(reading.value.value, deviations) };
}

function toPlain(value: LosslessValue, deviations: Deviation[]): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (!('type' in value)) return value.map((item) => toPlain(item, deviations));
  if (value.type === 'number') return Number(value.text);
  const entries = [...value.fields].map(([key, item]): [string, JsonValue] => {
    const isText = typeof item !== 'object' || item === null;
    if (key !== 'arguments' || isText) return [key, toPlain(item, deviations)];
    deviations.push({ code: 'arguments_not_text', text: 'arguments are a value, not text' });
    return [key, writeLosslessJson(item)];
  });
  return Object.fromEntries(entries);
}
