import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Options } from 'ajv';
import addFormats from 'ajv-formats';
import { guardPattern } from '../../pattern/guard-pattern.ts';
import type { Dialect } from './dialect.ts';
import { uniqueItems } from './unique-items.ts';

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
  // An inherited `constructor` or `toString` is no field of the arguments.
  ownProperties: true,
  meta: false,
  validateSchema: false,
  logger: false,
  // Compiling takes half the time without these; judging is no slower that could be measured.
  inlineRefs: false,
  code: { regExp, optimize: false },
};
