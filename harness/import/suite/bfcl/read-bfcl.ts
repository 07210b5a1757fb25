import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import { type LosslessValue, readLosslessJson } from '../../../json/lossless-json.ts';
import {
  type ImportedScenario,
  type ImportedSuite,
  NoteBook,
  type SuiteFiles,
} from '../imported-suite.ts';
import { toConversation } from '../to-conversation.ts';
import { type BfclTool, fieldsOf, toBfclExpected } from './bfcl-answer.ts';

/**
 * Makes a suite of questions of the Berkeley Function Calling Leaderboard (single turn). Each question offers tools of its own, so
 * each list of tools is a toolset with a variant for it. Answers are the file of the same name in `possible_answer` or
 * `../answers`; questions of irrelevance need none.
 */
export function readBfcl(files: SuiteFiles): ImportedSuite {
  const book = new NoteBook();
  const name = files.name.replace(/^.*[\\/]/u, '').replace(/\..*$/u, '');
  const answers = readAnswers(files, book);
  const toolsets = new Map<
    string,
    { readonly id: string; readonly tools: readonly JsonObject[] }
  >();
  const scenarios = files.text
    .split(/\r?\n/u)
    .flatMap((line, index): readonly ImportedScenario[] => {
      if (line.trim() === '') return [];
      const place = `${files.name}:${index + 1}`;
      const made = toScenario(line, place, answers);
      if (typeof made === 'string') {
        book.left(place, made);
        return [];
      }
      const key = JSON.stringify(made.tools);
      const toolset = toolsets.get(key) ?? {
        id: `${name}@${toolsets.size + 1}`,
        tools: made.tools,
      };
      toolsets.set(key, toolset);
      return [{ ...made.scenario, variants: [toVariantName(toolset.id)] }];
    });
  return {
    name,
    about: null,
    source: files.name,
    toolsets: [...toolsets.values()],
    models: [{ name: 'gpt-4.1-mini' }],
    variants: [...toolsets.values()].map(({ id }, index) => ({
      name: toVariantName(id),
      model: 'gpt-4.1-mini',
      toolset: id,
      ...(index === 0 ? { default: true } : {}),
    })),
    scenarios,
    notes: book.notes,
  };
}

function toVariantName(toolset: string): string {
  return toolset.replace(/^.*@/u, 'tools-');
}

interface MadeScenario {
  readonly scenario: Omit<ImportedScenario, 'variants'>;
  readonly tools: readonly JsonObject[];
}

function toScenario(
  line: string,
  place: string,
  answers: ReadonlyMap<string, readonly LosslessValue[]>,
): MadeScenario | string {
  const row = parse(line);
  if (!isJsonObject(row))
    return 'it is not a question: expected an object with "id", "question" and "function"';
  const { id, question, function: functions } = row;
  if (typeof id !== 'string' || !Array.isArray(question)) return '"id" or "question" is missing';
  if (!Array.isArray(functions) || functions.length === 0) return '"function" is missing';
  const [turn, ...more] = question as readonly JsonValue[];
  if (more.length > 0) return 'it has several turns';
  const conversation = toConversation(turn ?? null);
  if (typeof conversation === 'string') return conversation;
  const { history, user } = conversation;
  const tools = (functions as readonly JsonValue[]).filter(isJsonObject);
  const expected = toExpected(id, tools, answers.get(id));
  if (expected === null) return 'there is no answer to it';
  return {
    scenario: { id, place, about: null, cluster: null, history, user, expected },
    tools: tools.map(toTool),
  };
}

/** Exactly these calls; for irrelevance none, for relevance one of any tool. */
function toExpected(
  id: string,
  tools: readonly JsonObject[],
  answer: readonly LosslessValue[] | undefined,
): JsonObject | null {
  if (/irrelevance/u.test(id)) return { calls: [] };
  if (answer !== undefined) {
    // What the shape of the leaderboard's tools is, is checked where they are converted.
    const own = tools.map((tool) => ({
      ...tool,
      name: toToolName(tool),
    })) as unknown as readonly BfclTool[];
    const written = parse(toBfclExpected(answer, own, toSafeToolName));
    return isJsonObject(written) ? { ...written, mayCall: [] } : null;
  }
  if (!/relevance/u.test(id)) return null;
  const names = tools.map(toToolName);
  const calls = names.map((tool) => ({ tool }));
  return { calls: calls.length > 1 ? [{ either: calls }] : calls, mayCall: names };
}

function readAnswers(
  { name, read }: SuiteFiles,
  book: NoteBook,
): ReadonlyMap<string, readonly LosslessValue[]> {
  const file = name.replace(/^.*[\\/]/u, '');
  const places = ['possible_answer', '../possible_answer', '../answers'].map(
    (folder) => `${folder}/${file}`,
  );
  const text = places.map((path) => read(path)).find((found) => found !== null);
  const answers = new Map<string, readonly LosslessValue[]>();
  for (const line of (text ?? '').split(/\r?\n/u)) {
    const row = readLosslessJson(line);
    const fields = row.ok ? fieldsOf(row.value.value) : null;
    const id = fields?.get('id');
    const truth = fields?.get('ground_truth');
    if (typeof id === 'string' && Array.isArray(truth))
      answers.set(id, truth as readonly LosslessValue[]);
  }
  if (text === undefined && !/relevance/u.test(file)) {
    book.left(name, `there are no answers: they are looked for as ${places.join(', ')}`);
  }
  return answers;
}

function parse(line: string): JsonValue {
  try {
    return JSON.parse(line) as JsonValue;
  } catch {
    return null;
  }
}

function toTool(tool: JsonObject): JsonObject {
  const { description, parameters } = tool;
  return {
    name: toToolName(tool),
    description: typeof description === 'string' ? description : '',
    effect: 'irreversible',
    parameters: toSchema(parameters ?? { type: 'object' }),
  };
}

function toToolName({ name }: JsonObject): string {
  return toSafeToolName(typeof name === 'string' ? name : '');
}

/** Providers take no dots in names; the leaderboard writes them so for them too. */
function toSafeToolName(name: string): string {
  return name.replaceAll('.', '_');
}

/** Types by Python's names; `null` is any. */
const types: Readonly<Record<string, string | null>> = {
  dict: 'object',
  float: 'number',
  tuple: 'array',
  any: null,
};

/** A schema with the types of JSON Schema. */
function toSchema(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(
      ([key, item = null]): readonly (readonly [string, JsonValue])[] => {
        if (key === 'type' && typeof item === 'string' && Object.hasOwn(types, item)) {
          const type = types[item] ?? null;
          return type === null ? [] : [[key, type]];
        }
        if (key === 'items') return [[key, toSchema(item)]];
        if (key !== 'properties' || !isJsonObject(item)) return [[key, item]];
        const fields = Object.entries(item).map(
          ([name, one]) => [name, toSchema(one ?? null)] as const,
        );
        return [[key, Object.fromEntries(fields)]];
      },
    ),
  );
}
