import type { JsonObject } from '../../json/json.ts';
import { type Field, listFields, typesOf } from '../list-fields.ts';
import type { LintHit, LintRule, LintedToolset } from '../lint-rule.ts';
import { splitWords } from '../text/split-words.ts';

/** Last words of names whose values are nearly always a short list. */
const choiceWords = new Set(
  'status state type kind mode category level priority severity direction sort order action operation channel gender unit size color colour interval period frequency granularity'.split(
    ' ',
  ),
);

/** Last words of names that say how many results are wanted. */
const countWords = new Set('limit count size top n max page per'.split(' '));

/** A text that may be anything of any form. */
function isOpenText({ schema }: Field): boolean {
  const closed = ['enum', 'const', 'pattern', 'format', '$ref', 'anyOf', 'oneOf', 'allOf'];
  return typesOf(schema).includes('string') && closed.every((word) => schema[word] === undefined);
}

function has(schema: JsonObject, ...keywords: readonly string[]): boolean {
  return keywords.some((keyword) => schema[keyword] !== undefined);
}

/** Applies a check to every parameter of every tool. */
function eachField(
  { tools }: LintedToolset,
  check: (field: Field) => Omit<LintHit, 'tool' | 'field'> | null,
): readonly LintHit[] {
  return tools.flatMap((tool) =>
    listFields(tool).flatMap((field) => {
      const hit = check(field);
      return hit === null ? [] : [{ tool: tool.name, field: field.path, ...hit }];
    }),
  );
}

/** Values that a description names as the only ones: `one of a, b or c`, `"a" or "b"`, `a | b`. */
function listsValues(schema: JsonObject): boolean {
  const { description } = schema;
  if (typeof description !== 'string') return false;
  return (
    /\b(?:one of|either|must be|allowed values?|possible values?|options?)\b.*(?:,|\bor\b|\|)/iu.test(
      description,
    ) || /(?<quote>['"`])[\w -]+\k<quote>\s*(?:,|\bor\b|\||\/)\s*(?:or\s+)?['"`]/u.test(description)
  );
}

/** What a single parameter lets through. */
export const fieldRules: readonly LintRule[] = [
  {
    id: 'free-text-choice',
    severity: 'warning',
    about: 'A parameter with few sensible values is free text.',
    why: 'A model writes "not cancelled" or "Shipped ", the search finds nothing, and the user hears that there are no orders.',
    before: '"status": { "type": "string" }',
    after: '"status": { "type": "string", "enum": ["paid", "shipped", "cancelled"] }',
    find: (set) =>
      eachField(set, (field) => {
        if (!isOpenText(field)) return null;
        const isChoice = choiceWords.has(splitWords(field.name).at(-1) ?? '');
        if (!isChoice && !listsValues(field.schema)) return null;
        const message = isChoice
          ? `"${field.path}" sounds like a choice and takes any text: list its values in "enum"`
          : `"${field.path}" names its values in the description only: list them in "enum"`;
        return { message };
      }),
  },
  {
    id: 'number-without-bounds',
    severity: 'warning',
    about: 'A number has no bounds, or a number of results has no upper one.',
    why: 'A model asks for 100000 rows or refunds a negative amount, and only the service behind the tool could notice.',
    before: '"limit": { "type": "integer" }',
    after: '"limit": { "type": "integer", "minimum": 1, "maximum": 100 }',
    find: (set) =>
      eachField(set, ({ schema, path, name }) => {
        if (!typesOf(schema).some((type) => type === 'integer' || type === 'number')) return null;
        if (has(schema, 'enum', 'const')) return null;
        const hasUpper = has(schema, 'maximum', 'exclusiveMaximum');
        const hasLower = has(schema, 'minimum', 'exclusiveMinimum');
        if (!hasUpper && !hasLower) {
          return { message: `"${path}" has no bounds: give "minimum" and "maximum"` };
        }
        if (hasUpper || !splitWords(name).some((word) => countWords.has(word))) return null;
        return { message: `"${path}" has no upper bound: give "maximum"` };
      }),
  },
  {
    id: 'text-without-length',
    severity: 'note',
    about: 'A text has no greatest length.',
    why: 'A model pastes a whole conversation into it, which is stored, sent on, and paid for again with each turn.',
    before: '"note": { "type": "string" }',
    after: '"note": { "type": "string", "minLength": 1, "maxLength": 500 }',
    find: (set) =>
      eachField(set, (field) =>
        isOpenText(field) && !has(field.schema, 'maxLength')
          ? { message: `"${field.path}" has no "maxLength"` }
          : null,
      ),
  },
  {
    id: 'level-without-type',
    severity: 'warning',
    about: 'A parameter or a nested level has no type.',
    why: 'Anything is valid there, so a wrong value is found by the handler, or not at all.',
    before: '"filters": { "description": "Filters" }',
    after: '"filters": { "type": "object", "properties": { ... } }',
    find: (set) =>
      eachField(set, ({ schema, path }) => {
        const known = ['enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'if'];
        if (typesOf(schema).length > 0 || has(schema, 'type', ...known)) {
          return typesOf(schema).includes('array') && !has(schema, 'items', 'prefixItems')
            ? { message: `"${path}" is a list of anything: give "items"` }
            : null;
        }
        return { message: `"${path}" has no "type"` };
      }),
  },
  {
    id: 'open-object',
    severity: 'warning',
    about: 'An object takes fields that it does not name.',
    why: 'A misspelt field is silently dropped: the call looks right and does something else.',
    before: '{ "type": "object", "properties": { "id": ... } }',
    after: '{ "type": "object", "properties": { "id": ... }, "additionalProperties": false }',
    find: (set) => [
      ...set.tools.flatMap((tool) => {
        const hit = findOpen(tool.parameters, 'the arguments');
        return hit === null ? [] : [{ tool: tool.name, field: '', ...hit }];
      }),
      ...eachField(set, ({ schema, path }) => findOpen(schema, `"${path}"`)),
    ],
  },
  {
    id: 'model-computes',
    severity: 'warning',
    about: 'The model has to work out a timestamp, a sum or a checksum.',
    why: 'Models do not know the time and are poor at arithmetic: "last 7 days" becomes a wrong range.',
    before: '"start_timestamp": { "type": "integer" }',
    after: '"period": { "type": "string", "enum": ["today", "last_7_days", "last_30_days"] }',
    find: (set) =>
      eachField(set, ({ name, path, schema }) => {
        if (has(schema, 'enum', 'const')) return null;
        const words = splitWords(name);
        const found = words.find((word) => computedWords.has(word));
        return found === undefined
          ? null
          : { message: `"${path}" has to be worked out by the model ("${found}")` };
      }),
  },
];

const computedWords = new Set(
  'timestamp epoch unix total sum subtotal average mean percentage percent difference checksum hash signature base64'.split(
    ' ',
  ),
);

function findOpen(schema: JsonObject, label: string): Omit<LintHit, 'tool' | 'field'> | null {
  if (!typesOf(schema).includes('object') || has(schema, '$ref', 'allOf')) return null;
  const { additionalProperties, properties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== true) return null;
  if (properties === undefined) {
    // No arguments at all is a common way to write a tool without parameters.
    if (label === 'the arguments') return null;
    return { message: `${label} is an object of anything: name its fields` };
  }
  return {
    message: `${label} may hold fields that are not named: set "additionalProperties": false`,
    fix: (open) => ({ ...open, additionalProperties: false }),
  };
}
