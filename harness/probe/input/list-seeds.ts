import type { Suite } from '../../core/suite/suite.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { toExampleArguments } from '../../run/spend/to-example.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import { sampleSchema } from './sample-schema.ts';
import { typesOf, walkFields, withValueAt } from './walk-fields.ts';

/** More arguments are not tried. */
const most = 40;
/** Of the texts of a world, no more are tried in one field. */
const mostTexts = 12;

/**
 * Arguments that the schema of a tool accepts: those of its example, those that scenarios expect, and such as the schema
 * asks for with the texts of the worlds that fit. Each once, in this order.
 */
export function listSeeds(
  tool: Tool,
  suite: Suite,
  worlds: readonly JsonObject[],
): readonly JsonObject[] {
  const texts = listTexts(worlds);
  const known = (schema: JsonObject): readonly string[] => {
    const isOpen = schema['pattern'] === undefined && schema['format'] === undefined;
    if (isOpen) return [];
    const own = compileSchema(schema);
    return texts.filter((text) => own.validate(text).length === 0).slice(0, mostTexts);
  };
  const sample = sampleSchema(tool.parameters, { root: tool.parameters, known });
  const expected = suite.scenarios.flatMap((scenario) =>
    (scenario.expected.calls ?? [])
      .filter((call) => call.tool === tool.name)
      .map((call) => toExampleArguments(call, tool)),
  );
  const samples = isJsonObject(sample) ? [sample, ...vary(sample, tool, known)] : [];
  const varied = [tool.example, ...expected].flatMap((seed) =>
    seed === undefined ? [] : vary(seed, tool, known),
  );
  const found = new Map<string, JsonObject>();
  for (const seed of [tool.example ?? sample, ...expected, ...samples, ...varied]) {
    const args = isJsonObject(seed) ? withoutToken(seed, tool) : null;
    if (args === null || compileSchema(tool.parameters).validate(args).length > 0) continue;
    if (found.size < most) found.set(JSON.stringify(args), args);
  }
  return [...found.values()];
}

/** The same arguments with other texts of the world, one field at a time. */
function vary(
  seed: JsonObject,
  { parameters }: Tool,
  known: (schema: JsonObject) => readonly string[],
): readonly JsonObject[] {
  return walkFields(parameters).flatMap(({ steps, schema, required }) => {
    if (!required || !typesOf(schema).includes('string')) return [];
    return known(schema).flatMap((text) => {
      const varied = withValueAt(seed, steps, text);
      return varied !== undefined && isJsonObject(varied) ? [varied] : [];
    });
  });
}

function withoutToken(seed: JsonObject, { confirm }: Tool): JsonObject {
  if (confirm !== 'token') return seed;
  return Object.fromEntries(Object.entries(seed).filter(([name]) => name !== 'confirm_token'));
}

/** Keys and texts of the worlds, each once; long texts are no ids. */
function listTexts(worlds: readonly JsonObject[]): readonly string[] {
  const found = new Set<string>();
  const walk = (value: JsonValue | undefined, depth: number): void => {
    if (typeof value === 'string' && value.length <= 60) found.add(value);
    if (typeof value !== 'object' || value === null || depth > 8) return;
    for (const [key, item] of Object.entries(value)) {
      if (!Array.isArray(value)) found.add(key);
      walk(item, depth + 1);
    }
  };
  for (const world of worlds) walk(world, 0);
  return [...found];
}
