import type { ValidateFunction } from 'ajv';
import type { JsonObject } from '../core/json.ts';
import type { Problem } from '../core/tool-error.ts';
import { checkSchema } from './check-schema.ts';
import { createAjv } from './create-ajv.ts';
import { dialectOf } from './dialect.ts';
import { SchemaError } from './schema-error.ts';
import { toProblems } from './to-problems.ts';

/** A schema ready to judge values with. */
export interface CompiledSchema {
  /**
   * All that is wrong with a value, in the order of the value's fields; `[]` when nothing is.
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
      return check(value) ? [] : toProblems(check.errors ?? [], value);
    },
  };
  compiled.set(schema, created);
  return created;
}

function compile(schema: JsonObject): ValidateFunction {
  const dialect = dialectOf(schema);
  try {
    if (dialect !== null) return createAjv(dialect).compile(schema);
  } catch {
    // The engine's words name no place; the check below does.
  }
  const problems = checkSchema(schema, '$', 'any');
  const first = problems[0];
  const detail =
    first === undefined ? 'the schema does not compile' : `${first.path}: ${first.message}`;
  throw new SchemaError(`Cannot judge with this schema: ${detail}`, problems);
}
