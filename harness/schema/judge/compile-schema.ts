import type { ValidateFunction } from 'ajv';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { Problem } from '../../core/trial/tool-error.ts';
import { checkSchemaForm, listSchemas } from '../check/check-schema.ts';
import { createAjv } from './create-ajv.ts';
import { dialectOf } from './dialect.ts';
import { SchemaError } from './schema-error.ts';
import { toProblems } from './to-problems.ts';

/** A schema ready to judge values with. */
export interface CompiledSchema {
  /**
   * Lists every problem of a value, in the order of its fields; `[]` when the value is valid.
   * The value is never changed.
   *
   * @throws SchemaError on first use, when the schema itself cannot be judged with.
   */
  validate(value: unknown): readonly Problem[];
}

const compiled = new WeakMap<JsonObject, CompiledSchema>();

/** Prepares a schema. It is compiled when first used and kept for as long as the schema object lives. */
export function compileSchema(schema: JsonObject): CompiledSchema {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  let check: ValidateFunction | null = null;
  const created: CompiledSchema = {
    validate(value) {
      check ??= compile(schema);
      return run(check, value) ? [] : toProblems(check.errors ?? [], value);
    },
  };
  compiled.set(schema, created);
  return created;
}

function compile(schema: JsonObject): ValidateFunction {
  const problems = checkSchemaForm(schema, '$');
  const [first] = problems;
  if (first !== undefined) throw refuse(`${first.path}: ${first.message}`, problems);
  try {
    return createAjv(dialectOf(schema) ?? '2020-12').compile(dropMisheard(schema));
  } catch (cause) {
    // Such as an `$id` beside a `$ref`, over which the validator's own stack ends.
    throw refuse('the validator cannot compile it', [], cause);
  }
}

/** A schema that refers to itself for the same value recurses without end; the engine stops it. */
function run(check: ValidateFunction, value: unknown): boolean {
  try {
    return check(value);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw refuse('it refers to itself without end, or the value is nested too deeply', [], cause);
  }
}

function refuse(detail: string, problems: readonly Problem[], cause?: unknown): SchemaError {
  return new SchemaError(`Cannot judge with this schema: ${detail}`, problems, { cause });
}

/** Words that are no keywords of the dialects and that the validator would heed or refuse all the same. */
const misheard: readonly string[] = ['nullable', 'id', '$async'];

/** The same schema without them; itself where there are none. */
function dropMisheard(schema: JsonObject): JsonObject {
  const schemas = listSchemas(schema);
  const isHit = [...schemas].some((one) => misheard.some((word) => Object.hasOwn(one, word)));
  if (!isHit) return schema;
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).filter(
      ([name]) => !(schemas.has(value) && misheard.includes(name)),
    );
    return Object.fromEntries(kept.map(([name, item]) => [name, copy(item)]));
  };
  // A copy of a schema without some of its words is a schema.
  return copy(schema) as JsonObject;
}
