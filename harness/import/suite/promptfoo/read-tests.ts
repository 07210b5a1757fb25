import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import { isFileWord, type PromptfooSource, toItems } from './promptfoo-source.ts';

/** One assertion, with its place. */
export interface PromptfooAssertion {
  readonly path: string;
  readonly assert: JsonObject;
}

/** A test with the variables and assertions of all that is laid under it. */
export interface PromptfooTest {
  readonly path: string;
  readonly description: string;
  readonly vars: JsonObject;
  readonly asserts: readonly PromptfooAssertion[];
}

/** Reads the tests of a configuration: in it, in files (YAML, JSON, JSONL, CSV), and of its `scenarios`. */
export function readTests(source: PromptfooSource): readonly PromptfooTest[] {
  const under = readDefault(source);
  const tests = readList(source.config['tests'], 'tests', source);
  const ofScenarios = toItems(source.config['scenarios']).flatMap((scenario, index) =>
    readScenario(scenario, `scenarios[${index}]`, source),
  );
  const all = [...tests, ...ofScenarios];
  // Without tests, the prompts are asked once, and only what holds for all of them is judged.
  const found = all.length === 0 && under !== null ? [{ path: 'defaultTest', value: {} }] : all;
  return found.flatMap((test) => toTests(test, under, source));
}

interface FoundTest {
  readonly path: string;
  readonly value: JsonObject;
}

function readDefault(source: PromptfooSource): JsonObject | null {
  const written = source.config['defaultTest'];
  const value = isFileWord(written) ? source.readFile(written, 'defaultTest') : written;
  return isJsonObject(value) ? value : null;
}

function readList(
  value: JsonValue | undefined,
  path: string,
  source: PromptfooSource,
): readonly FoundTest[] {
  return toItems(value).flatMap((item, index) => {
    const at = Array.isArray(value) ? `${path}[${index}]` : path;
    if (typeof item === 'string') return readTestFiles(item, at, source);
    if (isJsonObject(item) && typeof item['path'] === 'string')
      return readTestFiles(item['path'], at, source);
    if (isJsonObject(item)) return [{ path: at, value: item }];
    source.left(at, 'it is not a test');
    return [];
  });
}

function readTestFiles(word: string, path: string, source: PromptfooSource): readonly FoundTest[] {
  if (/^(?:https?|huggingface|az|s3):\/\//u.test(word)) {
    source.left(path, `"${word}" is not a file beside the configuration`);
    return [];
  }
  return source.expand(word).flatMap((file) => {
    const value = source.readFile(file, path);
    return toItems(value).flatMap((item, index) =>
      isJsonObject(item)
        ? [
            {
              path: `${path} (${file}:${index + 1})`,
              value: file.endsWith('.csv') ? fromRow(item) : item,
            },
          ]
        : [],
    );
  });
}

/** A row of a table: columns are variables, and those that begin with two underscores say something of the test. */
function fromRow(row: JsonObject): JsonObject {
  const columns = Object.entries(row);
  const asserts = columns.flatMap(([name, cell]) =>
    /^__expected[0-9]*$/u.test(name) && typeof cell === 'string' && cell.trim() !== ''
      ? [fromCell(cell.trim())]
      : [],
  );
  return {
    vars: Object.fromEntries(columns.filter(([name]) => !name.startsWith('__'))),
    ...(typeof row['__description'] === 'string' ? { description: row['__description'] } : {}),
    ...(typeof row['__threshold'] === 'string' && row['__threshold'] !== ''
      ? { threshold: Number(row['__threshold']) }
      : {}),
    assert: asserts,
  };
}

/** `contains: Paris` is an assertion; any other text is what the answer equals. */
function fromCell(cell: string): JsonObject {
  const found = /^([a-z][a-z0-9:-]*?)(?:\(([0-9.]+)\))?:\s*([\s\S]*)$/u.exec(cell);
  if (found !== null) {
    const [, type = '', threshold, value = ''] = found;
    return { type, value, ...(threshold === undefined ? {} : { threshold: Number(threshold) }) };
  }
  return /^(?:not-)?is-[a-z-]+$/u.test(cell) ? { type: cell } : { type: 'equals', value: cell };
}

/** Each of its configurations with each of its tests. */
function readScenario(
  value: JsonValue,
  path: string,
  source: PromptfooSource,
): readonly FoundTest[] {
  if (!isJsonObject(value)) {
    source.left(path, 'it is not an object');
    return [];
  }
  const configs = readList(value['config'], `${path}.config`, source);
  const tests = readList(value['tests'], `${path}.tests`, source);
  const bare = tests.length === 0 ? [{ path: `${path}.tests`, value: {} }] : tests;
  return configs.flatMap((config) =>
    bare.map((test) => ({
      path: `${test.path} with ${config.path}`,
      value: lay(config.value, test.value),
    })),
  );
}

/** One test over another: its variables and its options count, and the assertions of both. */
function lay(under: JsonObject, over: JsonObject): JsonObject {
  const both = (name: string): JsonObject => ({
    ...(isJsonObject(under[name]) ? under[name] : {}),
    ...(isJsonObject(over[name]) ? over[name] : {}),
  });
  return {
    ...under,
    ...over,
    vars: both('vars'),
    options: both('options'),
    assert: [...toItems(under['assert']), ...toItems(over['assert'])],
  };
}

function toTests(
  { path, value }: FoundTest,
  under: JsonObject | null,
  source: PromptfooSource,
): readonly PromptfooTest[] {
  const merged = under === null ? value : lay(under, value);
  const count = under === null ? 0 : toItems(under['assert']).length;
  const own = isJsonObject(merged['vars']) ? readVars(merged['vars'], path, source) : {};
  if (own === null) return [];
  const options = isJsonObject(merged['options']) ? merged['options'] : {};
  noteOptions(merged, path, source);
  const asserts = toItems(merged['assert']).flatMap((item, index) => {
    const at = index < count ? `defaultTest.assert[${index}]` : `${path}.assert[${index - count}]`;
    return readAssert(item, at, { source, transform: options['transform'] });
  });
  const description = typeof merged['description'] === 'string' ? merged['description'] : '';
  const every = options['disableVarExpansion'] === true ? [own] : expand(own);
  if (every === null) {
    source.left(`${path}.vars`, `its lists have more than ${mostCombinations} combinations`);
    return [];
  }
  return every.map((vars) => ({ path, description, vars, asserts }));
}

function noteOptions(test: JsonObject, path: string, source: PromptfooSource): void {
  const { threshold } = test;
  if (typeof threshold === 'number' && threshold < 1) {
    source.changed(
      `${path}.threshold`,
      'each of its assertions must hold, not only a part of them',
    );
  }
  for (const name of ['assertScoringFunction', 'providers', 'prompts', 'provider']) {
    if (test[name] !== undefined && name !== 'provider')
      source.left(`${path}.${name}`, 'it has no meaning in a suite');
  }
}

/** Assertions in a set are its items; templates of assertions are filled in. */
function readAssert(
  item: JsonValue,
  path: string,
  context: { readonly source: PromptfooSource; readonly transform: JsonValue | undefined },
): readonly PromptfooAssertion[] {
  const { source, transform } = context;
  const found = resolve(item, source);
  if (found === null) {
    source.left(path, 'it is not an assertion');
    return [];
  }
  const { type, threshold } = found;
  if (type === 'assert-set') {
    if (typeof threshold === 'number' && threshold < 1) {
      source.left(`${path} (assert-set)`, 'only a part of its assertions must hold');
      return [];
    }
    return toItems(found['assert']).flatMap((one, index) =>
      readAssert(one, `${path}.assert[${index}]`, context),
    );
  }
  const own = transform === undefined || found['transform'] !== undefined ? {} : { transform };
  return [{ path, assert: { ...found, ...own } }];
}

function resolve(item: JsonValue, { config }: PromptfooSource): JsonObject | null {
  if (!isJsonObject(item)) return null;
  const { $ref } = item;
  const templates = config['assertionTemplates'];
  if (typeof $ref !== 'string') return item;
  const name = $ref.replace(/^#\/assertionTemplates\//u, '');
  const found = isJsonObject(templates) ? templates[name] : undefined;
  return isJsonObject(found) ? found : null;
}

/** Variables, with the texts of files where they name one; `null` where a file cannot be read. */
function readVars(vars: JsonObject, path: string, source: PromptfooSource): JsonObject | null {
  const read: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(vars)) {
    if (value === undefined) continue;
    if (!isFileWord(value)) {
      read[name] = value;
      continue;
    }
    const file = value.replace(/^file:\/\//u, '');
    const at = `${path}.vars.${name}`;
    const found = /\.(?:txt|md|html?|xml)$/iu.test(file)
      ? source.readText(file, at)
      : source.readFile(value, at);
    if (found === undefined || found === null) return null;
    read[name] = found;
  }
  return read;
}

/** Most combinations that the lists of one test are taken for. */
const mostCombinations = 1_000;

/** A list is one variable after the other, and several lists are all of their combinations. */
function expand(vars: JsonObject): readonly JsonObject[] | null {
  let all: readonly JsonObject[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values: readonly JsonValue[] = Array.isArray(value) ? value : [value ?? null];
    all = all.flatMap((one) => values.map((each) => ({ ...one, [name]: each })));
    if (all.length > mostCombinations) return null;
  }
  return all;
}
