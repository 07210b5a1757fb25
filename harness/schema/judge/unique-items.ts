import type { FuncKeywordDefinition } from 'ajv';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { JsonValue } from '../../json/json.ts';

/**
 * `uniqueItems` in linear time: the validator's own compares each object with each other one. Values are the same when
 * their canonical text is, which does not depend on the order of fields.
 */
export const uniqueItems: FuncKeywordDefinition = {
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
