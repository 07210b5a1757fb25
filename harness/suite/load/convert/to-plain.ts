import { RigError } from '../../../core/rig-error.ts';
import { toJsonPath } from '../../../json/to-json-path.ts';
import { showValue } from '../../../schema/judge/show-value.ts';
import type { SuiteFinding } from '../suite-finding.ts';
import { isArgumentsSchema, toJsonSchema } from './to-json-schema.ts';

/** What a suite made in code looks like as data, and what in it can be no data. */
export interface PlainSuite {
  readonly value: unknown;
  readonly findings: readonly SuiteFinding[];
}

/** The fields that hold functions in a suite made in code. */
const functionFields: ReadonlySet<string> = new Set([
  'handler',
  'preview',
  'check',
  'authorize',
  'toArguments',
  'happened',
  'respond',
  'agent',
  'attempt',
  'backEnd',
]);

/** Copies a suite without its functions and with schemas of libraries as JSON Schema, for the check of its shape. */
export function toPlain(suite: unknown): PlainSuite {
  const findings: SuiteFinding[] = [];
  const copier = new Copier(findings);
  return { value: copier.copy(suite, []), findings };
}

type Path = readonly (string | number)[];

class Copier {
  readonly #findings: SuiteFinding[];
  /** Objects around the one that is being copied. */
  readonly #around = new Set<object>();
  /** The last named thing: the tool whose schema it is. */
  #owner = '';

  constructor(findings: SuiteFinding[]) {
    this.#findings = findings;
  }

  copy(value: unknown, path: Path): unknown {
    if (isArgumentsSchema(value)) return this.#toSchema(value, path);
    if (typeof value !== 'object' || value === null) return this.#copyScalar(value, path);
    if (this.#around.has(value)) return this.#refuse(path, 'holds itself, and data cannot');
    this.#around.add(value);
    const copied = Array.isArray(value)
      ? value.map((item: unknown, index) => this.copy(item, [...path, index]))
      : this.#copyObject(value, path);
    this.#around.delete(value);
    return copied;
  }

  #copyObject(value: object, path: Path): unknown {
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
    if (!isPlain) {
      if (value instanceof RegExp) {
        return this.#refuse(
          path,
          `is a regular expression: write pattern(${showValue(value.source)})`,
        );
      }
      return this.#refuse(
        path,
        `is an object of class ${value.constructor.name}, and must be data`,
      );
    }
    const entries = Object.entries(value).filter(
      ([key, item]) =>
        item !== undefined && !(typeof item === 'function' && functionFields.has(key)),
    );
    if ('name' in value && typeof value.name === 'string') this.#owner = value.name;
    return Object.fromEntries(entries.map(([key, item]) => [key, this.copy(item, [...path, key])]));
  }

  #copyScalar(value: unknown, path: Path): unknown {
    if (value === undefined) return null;
    const isData = ['string', 'boolean', 'number', 'object'].includes(typeof value);
    const isFinite = typeof value !== 'number' || Number.isFinite(value);
    if (isData && isFinite) return value;
    const remedy = typeof value === 'bigint' ? `: write number('${value}')` : '';
    return this.#refuse(
      path,
      `must be data, and is ${typeof value === 'bigint' ? `${value}n` : showValue(value)}${remedy}`,
    );
  }

  #toSchema(schema: Parameters<typeof toJsonSchema>[0], path: Path): unknown {
    try {
      return toJsonSchema(schema, this.#owner);
    } catch (error) {
      if (!(error instanceof RigError)) throw error;
      return this.#refuse(path, error.message);
    }
  }

  #refuse(path: Path, message: string): null {
    this.#findings.push({ code: 'not_data', path: toJsonPath(path), message });
    return null;
  }
}
