import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { resolveSchema, typesOf } from './walk-fields.ts';

/** Recursive schemas end here. */
const maxDepth = 6;

/** Texts that fit a schema, such as the ids that a world holds. */
export type KnownTexts = (schema: JsonObject) => readonly string[];

/** Makes a value for a schema: its required fields only, with texts that are known where they fit. */
export function sampleSchema(
  schema: JsonObject,
  context: { readonly root: JsonObject; readonly known: KnownTexts; readonly depth?: number },
): JsonValue {
  const { root, known, depth = 0 } = context;
  const own = resolveSchema(schema, root);
  const given = firstGiven(own);
  if (given !== undefined || depth > maxDepth) return given ?? null;
  const inner = { root, known, depth: depth + 1 };
  switch (typesOf(own)[0]) {
    case 'object':
      return sampleObject(own, inner);
    case 'array':
      return sampleList(own, inner);
    case 'integer':
    case 'number':
      return sampleNumber(own);
    case 'boolean':
      return true;
    default:
      return known(own)[0] ?? sampleText(own);
  }
}

function firstGiven(schema: JsonObject): JsonValue | undefined {
  const { enum: values, examples, default: usual } = schema;
  if ('const' in schema) return schema['const'];
  if (usual !== undefined) return usual;
  for (const list of [examples, values]) {
    if (Array.isArray(list)) {
      // Items of a JSON list are JSON.
      const [first] = list as readonly JsonValue[];
      if (first !== undefined) return first;
    }
  }
  return undefined;
}

interface Inner {
  readonly root: JsonObject;
  readonly known: KnownTexts;
  readonly depth: number;
}

function sampleList({ items, minItems }: JsonObject, inner: Inner): readonly JsonValue[] {
  const count = typeof minItems === 'number' ? Math.min(minItems, 20) : 1;
  return Array.from({ length: count }, () => sampleSchema(isJsonObject(items) ? items : {}, inner));
}

function sampleObject({ properties, required }: JsonObject, context: Inner): JsonObject {
  const schemas = isJsonObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(
    names.map((name) => {
      const schema = schemas[name];
      return [name, sampleSchema(isJsonObject(schema) ? schema : {}, context)];
    }),
  );
}

function sampleNumber({ minimum, exclusiveMinimum, maximum, multipleOf }: JsonObject): number {
  const least =
    typeof minimum === 'number'
      ? minimum
      : typeof exclusiveMinimum === 'number'
        ? exclusiveMinimum + 1
        : Math.min(1, typeof maximum === 'number' ? maximum : 1);
  return typeof multipleOf === 'number' && multipleOf > 0
    ? Math.ceil(least / multipleOf) * multipleOf
    : least;
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  email: 'a@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '127.0.0.1',
  hostname: 'example.com',
};

function sampleText({ format, minLength }: JsonObject): string {
  const usual = typeof format === 'string' ? formats[format] : undefined;
  const least = typeof minLength === 'number' ? Math.max(1, minLength) : 1;
  return usual ?? 'x'.repeat(Math.min(least, 10_000));
}
