import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { type EndLine, sealLines } from '../cassette/lane/lane-line.ts';
import type { CassetteMissError, PartDifference } from '../core/talk/cassette.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import type { Suite } from '../core/suite/suite.ts';
import type { Tool } from '../core/suite/tool.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { copyOrders } from '../testing/copy-orders.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { repositoryRoot } from '../testing/run-command-line.ts';
import { type TestRun, toTestRunOptions } from '../testing/test-run-options.ts';
import { runSuite } from '../run/run-suite.ts';

const present = 'orders@2';
const orders = await loadSuite(`${repositoryRoot}/suites/orders`);
const desk = await loadSuite(`${repositoryRoot}/suites/support-desk`);

interface Outcome {
  readonly exitCode: number;
  readonly misses: readonly CassetteMissError[];
  /** What the command line prints of them. */
  readonly told: readonly string[];
}

async function replay(suite: Suite, run: TestRun): Promise<Outcome> {
  await using scratch = await createScratchFolder();
  const misses: CassetteMissError[] = [];
  const options = toTestRunOptions(suite, scratch.path, {
    ...run,
    onMiss: (miss) => misses.push(miss),
  });
  const result = await runSuite(options);
  return { exitCode: result.summary.exitCode, misses, told: result.misses };
}

/** The suite with one tool of its present toolset changed. */
function withTool(suite: Suite, name: string, change: (tool: Tool) => Tool): Suite {
  const toolsets = suite.toolsets.map((set) =>
    set.id === present
      ? { ...set, tools: set.tools.map((tool) => (tool.name === name ? change(tool) : tool)) }
      : set,
  );
  return { ...suite, toolsets };
}

function withParameters(name: string, change: (schema: JsonObject) => JsonObject): Suite {
  return withTool(orders, name, (tool) => ({ ...tool, parameters: change(tool.parameters) }));
}

/** The schema with the value at a path replaced; `undefined` takes it away. */
function setAt(schema: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [key = '', ...rest] = path;
  if (rest.length === 0) return { ...schema, [key]: value };
  // Paths come from a walk over the same schema.
  return { ...schema, [key]: setAt(schema[key] as JsonObject, rest, value) };
}

interface Place {
  readonly path: readonly string[];
  readonly value: JsonValue;
}

/** Everywhere in a schema where a keyword stands. */
function findPlaces(schema: JsonValue, keyword: string, path: readonly string[] = []): Place[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [];
  return Object.entries(schema as JsonObject).flatMap(([key, value]): readonly Place[] => {
    if (value === undefined) return [];
    const here = [...path, key];
    const isProperty = path.at(-1) === 'properties';
    if (key === keyword && !isProperty) return [{ path: here, value }];
    return findPlaces(value, keyword, here);
  });
}

interface Change {
  readonly part: string;
  readonly suite: Suite;
  readonly recorded: string;
  readonly now: string;
}

const offered = orders.toolsets.find((set) => set.id === present)?.tools ?? [];

function changeKeyword(keyword: string, toNew: (value: JsonValue) => JsonValue): Change[] {
  return offered.flatMap((tool) =>
    findPlaces(tool.parameters, keyword).map(({ path, value }) => ({
      part: `tool.${tool.name}.parameters.${path.join('.')}`,
      suite: withParameters(tool.name, (schema) => setAt(schema, path, toNew(value))),
      recorded: show(value),
      now: show(toNew(value)),
    })),
  );
}

function show(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const changes: readonly Change[] = [
  ...offered.map((tool) => ({
    part: `tool.${tool.name}.description`,
    suite: withTool(orders, tool.name, (old) => ({
      ...old,
      description: `Kindly: ${old.description}`,
    })),
    recorded: tool.description.slice(0, 12),
    now: 'Kindly: ',
  })),
  ...changeKeyword('description', (text) => `In short: ${show(text)}`),
  ...changeKeyword('enum', (values) => [...(values as readonly string[]), 'else']),
  ...changeKeyword('required', (names) => (names as readonly string[]).slice(1)),
  {
    part: 'tools.order',
    suite: {
      ...orders,
      toolsets: orders.toolsets.map((set) => ({ ...set, tools: set.tools.toReversed() })),
    },
    recorded: 'search_orders, get_order',
    now: 'request_capability, list_vouchers',
  },
  {
    part: 'system',
    suite: changeVariants(orders, { systemPrompt: 'You are the order desk.' }),
    recorded: 'You are the order desk of a mail-order shop',
    now: 'You are the order desk.',
  },
  {
    part: 'model',
    suite: {
      ...orders,
      models: orders.models.map(
        (model) => ({ ...model, kind: 'openai', model: 'clerk-2' }) as never,
      ),
    },
    recorded: 'clerk',
    now: 'clerk-2',
  },
  ...(
    [
      ['temperature', 0.2, '0.2'],
      ['tool_choice', 'required', 'required'],
      ['parallel_tool_calls', false, 'false'],
      ['stream', true, 'true'],
      ['seed', 7, '7'],
      ['x_vendor_field', { deep: [1] }, '{"deep":[1]}'],
    ] as const
  ).map(([name, value, now]) => ({
    part: `params.${name}`,
    suite: changeVariants(orders, { params: { [name]: value } }),
    recorded: '',
    now,
  })),
];

function changeVariants(suite: Suite, change: Partial<Suite['variants'][number]>): Suite {
  return { ...suite, variants: suite.variants.map((variant) => ({ ...variant, ...change })) };
}

function partsOf(misses: readonly CassetteMissError[]): readonly string[] {
  return [...new Set(misses.flatMap(({ differences }) => differences.map(({ part }) => part)))];
}

const asShipped: TestRun = { scenarios: ['refund-mug-zh', 'not-cancelled', 'two-addresses'] };

it('replays as shipped', async () => {
  expect(await replay(orders, {})).toEqual({ exitCode: 0, misses: [], told: [] });
});

it('turns every part of the request', () => {
  const kinds = changes.map(({ part }) => part.replace(/^tool\.\w+\.|properties\.\w+\./gu, ''));
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  expect(counts).toMatchObject({
    description: offered.length,
    'parameters.description': 16,
    'parameters.enum': 4,
    'parameters.items.enum': 1,
    'parameters.required': 7,
    'tools.order': 1,
    system: 1,
    model: 1,
  });
});

it.each(changes)('$part changed: exit 4 and just this part, 0 when put back', async (change) => {
  const changed = await replay(change.suite, asShipped);
  expect(changed.exitCode).toBe(4);
  expect(changed.misses.map(({ reason }) => reason)).toEqual(['changed', 'changed', 'changed']);
  expect(partsOf(changed.misses)).toEqual([change.part]);
  const [difference] = changed.misses[0]?.differences ?? [];
  expect(difference?.recorded ?? '').toContain(change.recorded);
  expect(difference?.now ?? '').toContain(change.now);
  expect(changed.told.join('\n')).toContain(toLine(difference));
  expect((await replay(orders, asShipped)).exitCode).toBe(0);
});

function toLine(difference: PartDifference | undefined): string {
  const { part = '', recorded = null, now = null } = difference ?? {};
  const quote = (text: string | null): string => (text === null ? 'nothing' : JSON.stringify(text));
  return `${part}: recorded ${quote(recorded)}, now ${quote(now)}`;
}

const sampled: TestRun = { variants: ['sampled-desk2'], scenarios: ['visit-1'] };

it.each([
  ['temperature', 0.2, '0.7', '0.2'],
  ['stream', false, 'true', 'false'],
  ['stream_options', { include_usage: false }, '{"include_usage":true}', '{"include_usage":false}'],
])('a recorded parameter changed: %s', async (...[name, value, recorded, now]) => {
  const params = { ...desk.variants.find((known) => known.name === 'sampled-desk2')?.params };
  const changed = await replay(
    changeVariants(desk, { params: { ...params, [name]: value } }),
    sampled,
  );
  expect(changed.exitCode).toBe(4);
  expect(changed.misses.flatMap(({ differences }) => differences)).toMatchObject([
    { part: `params.${name}`, recorded, now },
  ]);
  const { [name]: _taken, ...rest } = params;
  const gone = await replay(changeVariants(desk, { params: rest }), sampled);
  expect(gone.misses.flatMap(({ differences }) => differences)).toMatchObject([
    { part: `params.${name}`, recorded, now: null },
  ]);
  expect((await replay(desk, sampled)).exitCode).toBe(0);
});

it('several parts changed at once are all named, and nothing besides', async () => {
  const first =
    changes.find(({ part }) => part === 'tool.search_orders.description')?.suite ?? orders;
  const both = changeVariants(first, { systemPrompt: 'Be brief.', params: { temperature: 1 } });
  const changed = await replay(both, {});
  expect(partsOf(changed.misses)).toEqual([
    'system',
    'tool.search_orders.description',
    'params.temperature',
  ]);
  expect(changed.told).toEqual([
    expect.stringMatching(/^22 lanes .* system: .* tool\.search_orders/u),
  ]);
});

it('what the user says and what a tool gives are parts too', async () => {
  const scenarios = orders.scenarios.map((scenario) => ({ ...scenario, turns: ['Good day!'] }));
  const said = await replay({ ...orders, scenarios }, { scenarios: ['opening-hours-zh'] });
  expect(said.exitCode).toBe(4);
  expect(partsOf(said.misses)).toEqual(['message.1']);
  expect(said.misses[0]?.differences[0]?.now).toContain('Good day!');
  const handler = () => ({ name: 'Somebody' });
  const other = withTool(orders, 'get_order', (tool) => ({ ...tool, handler }));
  const given = await replay(other, { scenarios: ['not-cancelled', 'already-cancelled-zh'] });
  expect(partsOf(given.misses)[0]).toMatch(/^tool_result\.get_order\.t1c0$/u);
});

it('harness texts of another version are a part of their own', async () => {
  await using scratch = await copyOrders();
  const cassettes = join(scratch.path, 'cassettes');
  const lane = join(cassettes, 'orders/refund-mug-zh/reference/none.r1.jsonl');
  const text = readFileSync(lane, 'utf8');
  const lines = text.split('\n').slice(0, -2);
  const { calls, end } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as EndLine;
  const [head = '', ...rest] = lines;
  writeFileSync(
    lane,
    sealLines([head.replace('"protocol":1', '"protocol":2'), ...rest], { calls, end }),
  );
  const one: TestRun = { scenarios: ['refund-mug-zh'], cassettes };
  const changed = await replay(orders, one);
  expect(changed.exitCode).toBe(4);
  expect(changed.misses.flatMap(({ differences }) => differences)).toMatchObject([
    { part: 'harness_text', recorded: 'version 2', now: 'version 1' },
  ]);
  expect((await replay({ ...orders, drift: ['harness_text'] }, one)).exitCode).toBe(0);
  writeFileSync(lane, text);
  expect((await replay(orders, one)).exitCode).toBe(0);
});

interface RecordedArguments {
  readonly tool: string;
  readonly args: JsonObject;
}

/** Calls that the model made in the clean lanes of the default variant, read without the harness. */
function readRecordedCalls(): readonly RecordedArguments[] {
  const forReference = orders.scenarios.filter(
    ({ variants }) => variants === null || variants.includes('reference'),
  );
  return forReference.flatMap(({ id }) => {
    const lane = join(repositoryRoot, `cassettes/orders/${id}/reference/none.r1.jsonl`);
    const messages = readFileSync(lane, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"type":"msg"'));
    return messages.flatMap((line) => {
      const { message } = JSON.parse(line) as {
        message: { tool_calls?: { function: { name: string; arguments: string } }[] };
      };
      return (message.tool_calls ?? []).map((call) => ({
        tool: call.function.name,
        args: JSON.parse(call.function.arguments) as JsonObject,
      }));
    });
  });
}

it.each([
  [
    'an enum without "damaged"',
    withParameters('refund_order', (schema) =>
      setAt(schema, ['properties', 'reason', 'enum'], ['missing_item', 'late', 'other']),
    ),
    ({ tool, args }: RecordedArguments) => tool === 'refund_order' && args['reason'] === 'damaged',
    /\$\.reason: .*missing_item/u,
  ],
  [
    'one more required field',
    withParameters('search_orders', (schema) => setAt(schema, ['required'], ['limit'])),
    ({ tool, args }: RecordedArguments) => tool === 'search_orders' && !('limit' in args),
    /\$\.limit: /u,
  ],
  [
    'a lower maximum',
    withParameters('refund_order', (schema) =>
      setAt(schema, ['properties', 'amount_cents', 'maximum'], 2000),
    ),
    ({ tool, args }: RecordedArguments) =>
      tool === 'refund_order' && Number(args['amount_cents']) > 2000,
    /\$\.amount_cents: .*2000/u,
  ],
])('%s: tells which recorded calls it would reject', async (...[, suite, isRejected, reason]) => {
  const { exitCode, misses, told } = await replay(suite, {});
  const wanted = new Set(
    readRecordedCalls()
      .filter(isRejected)
      .map(({ tool, args }) => `${tool}(${JSON.stringify(args)})`),
  );
  const rejects = [...new Set(misses.flatMap((miss) => miss.rejects))];
  expect(exitCode).toBe(4);
  expect(wanted.size).toBeGreaterThan(0);
  expect(new Set(rejects.map((text) => text.slice(0, text.indexOf(': $'))))).toEqual(wanted);
  for (const text of rejects) {
    expect(text).toMatch(reason);
    expect(told.join('\n')).toContain(`The changed schema rejects a recorded call: ${text}`);
  }
});
