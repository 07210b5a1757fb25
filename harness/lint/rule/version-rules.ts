import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { listFields, typesOf } from '../list-fields.ts';
import type { LintHit, LintRule, LintedTool, LintedToolset } from '../lint-rule.ts';

/** Rules about calls that were right under the old version of a toolset. */
export const versionRules: readonly LintRule[] = [
  {
    id: 'breaks-old-calls',
    severity: 'warning',
    about:
      'A version refuses calls that the version before took, and its note does not name the tool.',
    why: 'Conversations that began before the release still send the old form.',
    before: '"limit": { "minimum": 1 } becomes { "minimum": 5 }',
    after:
      'widen only; or say so in the note of the toolset and release to new conversations first',
    find: findBreaks,
  },
];

function findBreaks({ tools, note, previous }: LintedToolset): readonly LintHit[] {
  return (previous?.tools ?? []).flatMap((old) => {
    if (note?.includes(old.name) === true) return [];
    const now = tools.find(({ name }) => name === old.name);
    if (now === undefined) {
      return [{ tool: old.name, field: '', message: `is gone since ${previous?.id ?? ''}` }];
    }
    return compare(old, now).map((hit) => ({ ...hit, tool: old.name }));
  });
}

function compare(old: LintedTool, now: LintedTool): readonly Omit<LintHit, 'tool'>[] {
  const before = new Map(listFields(old).map((field) => [field.path, field]));
  const after = new Map(listFields(now).map((field) => [field.path, field]));
  const gone = [...before.keys()].filter((path) => !after.has(path));
  return [
    ...gone
      .filter((path) => !gone.some((owner) => path.startsWith(`${owner}.`)))
      .map((field) => ({ field, message: `"${field}" is gone` })),
    ...[...after.values()].flatMap(({ path, required, schema }) => {
      const was = before.get(path);
      if (was === undefined || !was.required) {
        if (required) return [{ field: path, message: `"${path}" is required now` }];
      }
      return was === undefined ? [] : narrowed(was.schema, schema, path);
    }),
  ];
}

function narrowed(
  was: JsonObject,
  now: JsonObject,
  path: string,
): readonly Omit<LintHit, 'tool'>[] {
  const types = typesOf(was).filter((type) => !typesOf(now).includes(type));
  const lost = typesOf(now).length === 0 ? [] : types.filter((type) => !widens(type, now));
  const values = Array.isArray(now['enum']) ? now['enum'] : null;
  const old = Array.isArray(was['enum']) ? was['enum'] : null;
  const dropped = values === null ? [] : (old ?? []).filter((value) => !values.includes(value));
  const messages = [
    ...lost.map((type) => `"${path}" is no ${type} any more`),
    ...dropped.map((value) => `"${path}" takes ${JSON.stringify(value)} no more`),
    ...(values !== null && old === null ? [`"${path}" takes only listed values now`] : []),
    ...tighter(was, now).map((what) => `"${path}": ${what}`),
  ];
  return messages.map((message) => ({ field: path, message }));
}

/** An integer is a number too. */
function widens(type: string, now: JsonObject): boolean {
  return type === 'integer' && typesOf(now).includes('number');
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

function tighter(was: JsonObject, now: JsonObject): readonly string[] {
  const say = (word: string): string =>
    `"${word}" was ${JSON.stringify(was[word]) ?? 'not there'} and is ${JSON.stringify(now[word])}`;
  const isTighter = (word: string, sign: number): boolean => {
    const [old, bound] = [was[word], now[word]];
    if (typeof bound !== 'number') return false;
    return typeof old !== 'number' || (bound - old) * sign > 0;
  };
  const isOpen = (schema: JsonObject): boolean => schema['additionalProperties'] !== false;
  return [
    ...lowerBounds.filter((word) => isTighter(word, 1)).map(say),
    ...upperBounds.filter((word) => isTighter(word, -1)).map(say),
    ...['pattern', 'format', 'const', 'multipleOf']
      .filter((word) => now[word] !== undefined && now[word] !== was[word])
      .map(say),
    ...(isJsonObject(was['properties']) && isOpen(was) && !isOpen(now)
      ? ['takes no other fields any more']
      : []),
  ];
}
