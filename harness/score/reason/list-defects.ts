import type { JsonValue } from '../../json/json.ts';
import { isJsonObject } from '../../json/json.ts';
import { readJsonPath } from '../../json/to-json-path.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import type { CallView } from '../view/trial-view.ts';

/** One thing wrong with the arguments of a call. */
export interface Defect {
  readonly code: string;
  /** JSON path, such as `$.filters.country`; `$` where the arguments cannot be read. */
  readonly path: string;
  /** Begins with the path. */
  readonly text: string;
}

/** Whether the argument text could be read as it was sent. */
export function isReadCall(call: CallView): boolean {
  return call.reading === 'parsed' || call.reading === 'normalised';
}

/** Fits the schema as it was sent. Policy, permission and business checks are other questions. */
export function isValidCall(call: CallView): boolean {
  return isReadCall(call) && !call.findings.some(({ stage }) => stage === 'validation');
}

/** What is wrong with the arguments of a call, in the order in which it was found; `[]` when they are valid. */
export function listDefects(call: CallView): readonly Defect[] {
  if (!isReadCall(call)) {
    const found = call.findings.find(({ stage }) => stage === 'parse');
    const text = found?.text ?? '$ the arguments cannot be read as they were sent';
    return [{ code: found?.code ?? 'invalid_json', path: '$', text }];
  }
  return call.findings
    .filter(({ stage }) => stage === 'validation')
    .map(({ code, path = '$', text }) => ({ code, path, text }));
}

/** How far a value is beyond its bound; `null` where the code has no measure. */
export function measureMiss(call: CallView, { path, code }: Defect): number | null {
  if (call.tool === null || call.arguments === null) return null;
  const size = toSize(code, readValue(call.arguments, path));
  if (size === null) return null;
  const misses = compileSchema(call.tool.parameters)
    .validate(call.arguments)
    .filter((problem) => problem.path === path && problem.code === code)
    .map(({ expected }) => (typeof expected === 'number' ? Math.abs(size - expected) : 0));
  return misses.length === 0 ? null : Math.max(...misses);
}

function readValue(args: JsonValue, path: string): JsonValue | undefined {
  return readJsonPath(path).reduce<JsonValue | undefined>((inner, key) => {
    // An item of a list of JSON values is one.
    if (typeof key === 'number')
      return Array.isArray(inner) ? (inner[key] as JsonValue) : undefined;
    return isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, args);
}

const bounds: ReadonlyMap<string, (value: JsonValue) => number | null> = new Map([
  ['out_of_range', (value) => (typeof value === 'number' ? value : null)],
  ...['too_long', 'too_short'].map((code) => [code, countCharacters] as const),
  ...['too_many_items', 'too_few_items'].map((code) => [code, countItems] as const),
  ...['too_many_fields', 'too_few_fields'].map((code) => [code, countFields] as const),
]);

/** What a bound of this kind limits. */
function toSize(code: string, value: JsonValue | undefined): number | null {
  return value === undefined ? null : (bounds.get(code)?.(value) ?? null);
}

function countCharacters(value: JsonValue): number | null {
  return typeof value === 'string' ? Array.from(value).length : null;
}

function countItems(value: JsonValue): number | null {
  return Array.isArray(value) ? value.length : null;
}

function countFields(value: JsonValue): number | null {
  return isJsonObject(value) ? Object.keys(value).length : null;
}
