import addFormats from 'ajv-formats';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { Ajv, type FuncKeywordDefinition, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { JsonValue } from '../../json/json.ts';
import { guardPattern } from '../../pattern/guard-pattern.ts';
import type { Dialect } from './dialect.ts';

/**
 * Creates a validator for one schema. One for each, so that the same `$id` in two tool versions is
 * no clash. Nothing here changes a value: no coercion, no defaults, no removal.
 */
export function createAjv(dialect: Dialect): Ajv {
  const ajv = dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword(uniqueItems);
  return ajv;
}

/** Compiles with the `u` flag that the standard recommends, without it where only that works; no text keeps it busy. */
const regExp = Object.assign(
  (pattern: string, flags: string): Pick<RegExp, 'test'> => {
    const expression = toRegExp(pattern, flags);
    // The validator keeps expressions by their text.
    return Object.assign(guardPattern(expression), { toString: () => String(expression) });
  },
  { code: 'toRegExp' },
);

function toRegExp(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

const options: Options = {
  allErrors: true,
  verbose: true,
  // What is unknown has been refused by `checkSchema`, with its place.
  strictSchema: false,
  strictNumbers: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  // An inherited `constructor` or `toString` is not a field of the arguments.
  ownProperties: true,
  meta: false,
  validateSchema: false,
  logger: false,
  // Compiling takes half the time without these; judging is no slower that could be measured.
  inlineRefs: false,
  code: { regExp, optimize: false },
};

/**
 * `uniqueItems` in linear time: the validator's own compares each object with each other one. Values are the same when
 * their canonical text is, which does not depend on the order of fields.
 */
const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  compile(isWanted: unknown): DataValidateFunction {
    const validate: DataValidateFunction = (items: readonly JsonValue[]) => {
      const params = isWanted === true ? findEqual(items) : null;
      validate.errors =
        params === null
          ? []
          : [{ keyword: 'uniqueItems', params, message: 'must NOT have duplicate items' }];
      return params === null;
    };
    return validate;
  },
};

/** The first item that was there before, `i`, and where it was, `j`. */
function findEqual(items: readonly JsonValue[]): { readonly i: number; readonly j: number } | null {
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const text = toCanonicalJson(item);
    const j = seen.get(text);
    if (j !== undefined) return { i, j };
    seen.set(text, i);
  }
  return null;
}
