import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { Problem } from '../../core/trial/tool-error.ts';
import { findIgnored } from './check-schema.ts';
import { showValue } from '../judge/show-value.ts';
import { toJsonPath } from '../../json/to-json-path.ts';

/**
 * What is valid in a schema and yet ignored, rarely meant, or refused by some providers. The schema must have
 * passed `checkSchema`. Findings are warnings; the schema is never rewritten, because it is what is measured.
 */
export function lintSchema(schema: JsonObject, where: string): readonly Problem[] {
  return [
    ...findIgnored(schema, where),
    ...lintRoot(schema, where),
    ...walkSchemas(schema, where).flatMap(({ schema: inner, path }) => [
      ...lintPattern(inner, path),
      ...lintIdle(inner, path),
    ]),
  ];
}

/**
 * What keeps a schema from OpenAI's strict mode: every object closed, every field required.
 * Source: OpenAI, "Structured outputs: supported schemas".
 */
export function lintStrictSchema(schema: JsonObject, where: string): readonly Problem[] {
  return walkSchemas(schema, where).flatMap(({ schema: inner, path }) => {
    const { properties, additionalProperties, required } = inner;
    if (!isJsonObject(properties) && inner['type'] !== 'object') return [];
    const names = isJsonObject(properties) ? Object.keys(properties) : [];
    const named = Array.isArray(required) ? required : [];
    const missing = names.filter((name) => !named.includes(name));
    const open = additionalProperties === false ? [] : [refuseOpen(path)];
    return [...open, ...missing.map((name) => refuseOptional(path, name))];
  });
}

function refuseOpen(path: string): Problem {
  const message = 'strict mode wants "additionalProperties": false in every object';
  return { code: 'strict_open_object', path, message, expected: false };
}

function refuseOptional(path: string, name: string): Problem {
  const message = `strict mode wants every field in "required"; "${name}" is not (make it nullable instead)`;
  return { code: 'strict_optional_field', path: toJsonPath(['properties', name], path), message };
}

interface SchemaAt {
  readonly schema: JsonObject;
  readonly path: string;
}

/** A schema and all schemas inside it; keywords that hold data are not entered. */
export function walkSchemas(schema: JsonObject, path: string): readonly SchemaAt[] {
  const found: SchemaAt[] = [];
  const seen = new Set<JsonObject>();
  const visit = (value: unknown, at: string, isSchema: boolean): void => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => visit(item, toJsonPath([index], at), isSchema));
      return;
    }
    if (!isJsonObject(value) || seen.has(value)) return;
    seen.add(value);
    if (isSchema) found.push({ schema: value, path: at });
    for (const [key, item] of Object.entries(value)) {
      if (isSchema && dataKeywords.has(key)) continue;
      visit(item, toJsonPath([key], at), !(isSchema && mapKeywords.has(key)));
    }
  };
  visit(schema, path, true);
  return found;
}

const dataKeywords: ReadonlySet<string> = new Set([
  'default',
  'const',
  'enum',
  'examples',
  'required',
]);
const mapKeywords: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
  'dependentRequired',
]);

function lintRoot(schema: JsonObject, where: string): readonly Problem[] {
  return ['oneOf', 'anyOf', 'allOf', 'not', 'enum'].flatMap((keyword) => {
    if (schema[keyword] === undefined) return [];
    const message = `some providers refuse "${keyword}" at the root, and with it the whole tool list`;
    return [{ code: 'root_composition', path: `${where}.${keyword}`, message }];
  });
}

function lintPattern({ pattern }: JsonObject, path: string): readonly Problem[] {
  if (typeof pattern !== 'string') return [];
  const at = `${path}.pattern`;
  const problems: Problem[] = [];
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) {
    const message = `is not anchored, so it lets any text through that holds a match: ${showValue(pattern)}; write ^...$ if the whole text is meant`;
    problems.push({ code: 'unanchored_pattern', path: at, message });
  }
  if (/\(\?<?[=!]/.test(pattern)) {
    const message = `looks ahead or behind, which some engines refuse: ${showValue(pattern)}`;
    problems.push({ code: 'lookaround_pattern', path: at, message });
  }
  return problems;
}

/** Which type each keyword speaks of. Source: JSON Schema validation 2020-12, section 6. */
const spokenTypes: Readonly<Record<string, readonly string[]>> = {
  ...fill(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ['number', 'integer'],
  ),
  ...fill(['minLength', 'maxLength', 'pattern'], ['string']),
  ...fill(['minItems', 'maxItems', 'uniqueItems', 'items', 'prefixItems', 'contains'], ['array']),
  ...fill(
    ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
    ['object'],
  ),
};

function fill(
  names: readonly string[],
  types: readonly string[],
): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name) => [name, types]));
}

/** Keywords that can never apply beside the type that is asked for. */
function lintIdle(schema: JsonObject, path: string): readonly Problem[] {
  const { type } = schema;
  if (type === undefined) return [];
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return Object.keys(schema).flatMap((keyword) => {
    const spoken = Object.hasOwn(spokenTypes, keyword) ? spokenTypes[keyword] : undefined;
    if (spoken === undefined || spoken.some((one) => types.includes(one))) return [];
    const message = `checks nothing: it speaks of ${spoken.join(' and ')}, and "type" says ${showValue(type)}`;
    return [{ code: 'idle_keyword', path: `${path}.${keyword}`, message }];
  });
}
