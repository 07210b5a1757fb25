import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { parseJson } from '../../dialect/line/parse-json.ts';
import { ImportError } from '../import-error.ts';
import type { ImportFile } from '../imported-run.ts';

/** A span with its attributes by name, those of its events among them. */
export interface Span {
  readonly place: string;
  /** As text that sorts by time where all spans are of one exporter. */
  readonly start: string;
  readonly attributes: ReadonlyMap<string, JsonValue>;
  /** Events in their order; their attributes by name. */
  readonly events: readonly { readonly name: string; readonly attributes: JsonObject }[];
  /** The span as it is, for exports that have fields in place of attributes. */
  readonly fields: JsonObject;
}

/**
 * The spans of an export: OTLP JSON, a list of spans, `{ spans }`, `{ data }` or `{ observations }`, or any of these one a
 * line. Attributes are a map or a list of `{ key, value }`.
 *
 * @throws ImportError with file and line when it is no JSON.
 */
export function listSpans({ name, text }: ImportFile): readonly Span[] {
  const whole = parseJson(text);
  // JSON.parse gives JSON values and nothing else.
  if (whole.ok) return collect(whole.value as JsonValue, `${name} $`);
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `${name}:${index + 1}`;
    const parsed = parseJson(line);
    if (!parsed.ok) throw new ImportError(place, 'it is not JSON');
    return collect(parsed.value as JsonValue, `${place} $`);
  });
}

const lists = ['resourceSpans', 'scopeSpans', 'spans', 'data', 'observations'] as const;

function collect(value: JsonValue, place: string): readonly Span[] {
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.flatMap((item, index) => collect(item, `${place}[${index}]`));
  }
  if (!isJsonObject(value)) return [];
  const list = lists.find((key) => Array.isArray(value[key]));
  if (list !== undefined) return collect(value[list] ?? null, `${place}.${list}`);
  const events: readonly JsonValue[] = Array.isArray(value['events']) ? value['events'] : [];
  return [
    {
      place,
      start: toStart(value),
      attributes: toAttributes(value['attributes']),
      events: events.flatMap((event) =>
        isJsonObject(event)
          ? {
              name: typeof event['name'] === 'string' ? event['name'] : '',
              attributes: Object.fromEntries(toAttributes(event['attributes'])),
            }
          : [],
      ),
      fields: value,
    },
  ];
}

function toStart(span: JsonObject): string {
  const { startTimeUnixNano: nano, start_time: start = nano, startTime = start } = span;
  return typeof startTime === 'string' || typeof startTime === 'number' ? String(startTime) : '';
}

function toAttributes(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  if (isJsonObject(value))
    return new Map(Object.entries(value).map(([key, item]) => [key, item ?? null]));
  const pairs: readonly JsonValue[] = Array.isArray(value) ? value : [];
  return new Map(
    pairs.flatMap((pair): readonly (readonly [string, JsonValue])[] =>
      isJsonObject(pair) && typeof pair['key'] === 'string'
        ? [[pair['key'], fromOtlp(pair['value'] ?? null)]]
        : [],
    ),
  );
}

/** Source: `AnyValue` of the OpenTelemetry protocol, in JSON. */
function fromOtlp(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = value;
  if (isJsonObject(arrayValue) && Array.isArray(arrayValue['values'])) {
    const values: readonly JsonValue[] = arrayValue['values'];
    return values.map(fromOtlp);
  }
  if (isJsonObject(kvlistValue)) return Object.fromEntries(toAttributes(kvlistValue['values']));
  if (intValue !== undefined) return Number(intValue);
  return stringValue ?? doubleValue ?? boolValue ?? null;
}
