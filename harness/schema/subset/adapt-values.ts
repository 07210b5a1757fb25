import type { SchemaLoss } from '../../core/suite/schema-subset.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import { toList } from './to-list.ts';
import type { SubsetRules } from './subset-rules.ts';

type Lose = (loss: Omit<SchemaLoss, 'path'>) => void;

/** Types, listed values and bounds: what single values may be. */
export function adaptValues(schema: JsonObject, rules: SubsetRules, lose: Lose): JsonObject {
  return {
    ...adaptTypes(schema, rules),
    ...adaptListed(schema, rules, lose),
    ...adaptBounds(schema, rules, lose),
  };
}

function adaptTypes({ type, nullable }: JsonObject, rules: SubsetRules): JsonObject {
  const types = listTypes(type);
  const isNullable = nullable === true || types.includes('null');
  const [first, ...rest] = types.filter((one) => one !== 'null');
  if (first === undefined) return types.length === 0 ? {} : { type: 'null' };
  if (rules.null === 'type') {
    const all = [first, ...rest, ...(isNullable ? ['null'] : [])];
    return { type: all.length === 1 ? first : all };
  }
  const said =
    rest.length === 0 ? { type: first } : { anyOf: [first, ...rest].map((one) => ({ type: one })) };
  return { ...said, ...(isNullable ? { nullable: true } : {}) };
}

function listTypes(type: JsonValue | undefined): readonly JsonValue[] {
  return type === undefined || Array.isArray(type) ? toList(type) : [type];
}

function adaptListed(schema: JsonObject, rules: SubsetRules, lose: Lose): JsonObject {
  const { enum: listed, const: constant } = schema;
  const keyword = constant === undefined ? 'enum' : 'const';
  const values = constant === undefined ? toList(listed) : [constant];
  if (values.length === 0) return {};
  const isSimple = values.every((value) => typeof value !== 'object' || value === null);
  const isTaken = { any: true, simple: isSimple, text: false }[rules.values];
  if (isTaken) return { [keyword]: schema[keyword] };
  const said = rules.values === 'text' ? toTexts(values, schema['type']) : null;
  if (said !== null) return said;
  const what = rules.values === 'text' ? 'values that are no texts' : 'lists or objects';
  lose({ keyword, text: `lists ${what}, and is not sent` });
  return {};
}

/** Where only texts can be listed, `null` among them is said apart. */
function toTexts(values: readonly JsonValue[], type: JsonValue | undefined): JsonObject | null {
  const texts = values.filter((value) => typeof value === 'string');
  const isRest = values.some((value) => typeof value !== 'string' && value !== null);
  if (isRest || texts.length === 0) return null;
  return {
    enum: texts,
    ...(type === undefined ? { type: 'string' } : {}),
    ...(texts.length < values.length ? { nullable: true } : {}),
  };
}

/** Of whole numbers, a bound that is excluded is the next one that is not. */
function adaptBounds(schema: JsonObject, { keeps }: SubsetRules, lose: Lose): JsonObject {
  const adapted: Record<string, JsonValue> = {};
  for (const [keyword, plain, step] of [
    ['exclusiveMinimum', 'minimum', 1],
    ['exclusiveMaximum', 'maximum', -1],
  ] as const) {
    const bound = schema[keyword];
    if (bound === undefined || keeps.has(keyword)) continue;
    const isWhole = schema['type'] === 'integer' && Number.isInteger(bound);
    if (isWhole && keeps.has(plain) && schema[plain] === undefined)
      adapted[plain] = Number(bound) + step;
    else lose({ keyword, text: 'is not sent' });
  }
  return adapted;
}
