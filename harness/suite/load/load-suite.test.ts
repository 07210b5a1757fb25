import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSampleSuite } from '../../testing/sample-suite.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { loadSuite, type LoadSuiteOptions } from './load-suite.ts';
import { SuiteError } from './suite-error.ts';

/** The problems with which a suite is refused, as `code file:line:column path`; none when it is not. */
async function problemsOf(path: string, options?: LoadSuiteOptions): Promise<readonly string[]> {
  try {
    await loadSuite(path, options);
    return [];
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    return error.problems.map(({ code, file, line, column, path: at }) => {
      const name = file.slice(file.lastIndexOf('/') + 1);
      return `${code} ${name}:${line ?? '-'}:${column ?? '-'} ${at}`;
    });
  }
}

const yaml = `
tools:
  - name: ping
    description: Say whether the desk is there
    effect: read
    parameters: { type: object }
    results: [{ give: there }]
scenarios:
  - id: hello
    user: Are you there?
    expected: { calls: [ping] }
    script: ['Yes.']
`;

it('loads a folder, and names the suite after it', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('desk/suite.yaml', yaml);
  const suite = await loadSuite(join(scratch.path, 'desk'));
  expect(suite).toMatchObject({
    name: 'desk',
    file: join(scratch.path, 'desk'),
    toolsets: [{ id: 'main@1', tools: [{ name: 'ping' }] }],
    models: [{ name: 'script', kind: 'script', nature: 'scripted' }],
    variants: [{ name: 'reference', model: 'script', toolset: 'main@1', isDefault: true }],
  });
});

it('loads the same suite from YAML, JSON and a module', async () => {
  await using scratch = await createScratchFolder();
  const text = JSON.stringify(
    { ...createSampleSuite(), tools: [closeTool, ...sampleTools()] },
    null,
    '\t',
  );
  await scratch.write('a.json', text);
  await scratch.write('b.yaml', text.replaceAll('\t', ' '));
  await scratch.write('c.suite.ts', `const suite: object = ${text};\nexport default suite;\n`);
  const suites = await Promise.all(
    ['a.json', 'b.yaml', 'c.suite.ts'].map(async (name) => {
      const { file: _file, ...suite } = await loadSuite(join(scratch.path, name));
      return JSON.stringify(suite);
    }),
  );
  expect(new Set(suites).size).toBe(1);
});

const closeTool = {
  name: 'close_account',
  description: 'x',
  effect: 'irreversible',
  parameters: { type: 'object' },
};

function sampleTools(): readonly unknown[] {
  return createSampleSuite()['tools'] as unknown as readonly unknown[];
}

it('loads a TypeScript suite with typed tools, with toolrig as it runs', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write(
    'suite.ts',
    `import { anyOf, defineSuite, defineTool, emptyResult, lostAfterCommit, model, tool } from 'toolrig';
import { z } from 'zod';
const find = defineTool({
  name: 'find',
  description: 'Find orders',
  effect: 'read',
  parameters: z.strictObject({ status: z.enum(['open', 'closed']), limit: z.int().min(1).max(100).default(20) }),
  handler: (args) => (args.status === 'open' ? emptyResult('no order is open') : [args.limit ?? 0]),
});
export default defineSuite({
  tools: [find],
  model: { respond: () => ({ type: 'text', status: 200, text: 'x' }) , name: 'mute' },
  scenarios: [{
    id: 'a', user: 'x',
    expected: { calls: [{ tool: 'find', arguments: { status: anyOf(['open', 'closed']), limit: 20 } }] },
    faults: [{ on: tool('find').call(1), inject: lostAfterCommit() }, { on: model.turn(2).attempt('*'), inject: 'http' }],
  }],
});
`,
  );
  const suite = await loadSuite(scratch.path);
  const [tool] = suite.toolsets[0]?.tools ?? [];
  expect(tool?.parameters).toEqual({
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['open', 'closed'] },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    },
    required: ['status'],
    additionalProperties: false,
  });
  expect(suite.models[0]).toMatchObject({ name: 'mute', kind: 'responder', nature: 'scripted' });
  expect(suite.scenarios[0]?.faults.map(({ address }) => address)).toEqual([
    { on: 'tool', tool: 'find', call: 1 },
    { on: 'model', turn: 2, attempt: '*' },
  ]);
  // The very class of this process, not a second copy of it.
  const { HandlerOutcome } = await import('../../core/trial/tool-outcome.ts');
  expect(tool?.handler({ status: 'open' }, {} as never)).toBeInstanceOf(HandlerOutcome);
});

it('tells line and column of each problem of a data file, in their order', async () => {
  await using scratch = await createScratchFolder();
  const broken = yaml
    .replace('effect: read', 'effect: raed')
    .replace('user: Are', 'usr: Are')
    .replace('type: object', 'type: object, required: {}');
  await scratch.write('suite.yaml', broken);
  expect(await problemsOf(scratch.path)).toEqual([
    'not_in_enum suite.yaml:5:13 $.tools[0].effect',
    'bad_keyword_value suite.yaml:6:43 $.tools[0].parameters.required',
    'missing_required suite.yaml:9:5 $.scenarios[0].user',
    'unknown_field suite.yaml:10:5 $.scenarios[0].usr',
  ]);
});

it.each([
  ['a: [1', 'bad_yaml x.yaml:1:6 $'],
  ['a: 1\na: 2', 'bad_yaml x.yaml:2:1 $'],
  ['a: !secret x', 'bad_yaml x.yaml:1:4 $'],
  ['a: 1\n---\nb: 2', 'bad_yaml x.yaml:2:1 $'],
  ['', 'empty_suite x.yaml:-:- $'],
  ['# nothing here\n', 'empty_suite x.yaml:-:- $'],
  ['- a', 'not_a_suite x.yaml:1:1 $'],
  ['{"scenarios": [],}', 'too_few_items x.yaml:1:15 $.scenarios'],
])('refuses the text %j', async (text, wanted) => {
  await using scratch = await createScratchFolder();
  await scratch.write('x.yaml', text);
  expect(await problemsOf(join(scratch.path, 'x.yaml'))).toContain(wanted);
});

it('reports a number that would be rounded, with its place, beside all other errors', async () => {
  await using scratch = await createScratchFolder();
  const text = yaml.replace(
    '[ping]',
    '[ping, { tool: ping, arguments: { id: 1234567890123456789 } }]',
  );
  await scratch.write('suite.yaml', text.replace('effect: read', 'effect: raed'));
  expect(await problemsOf(scratch.path)).toEqual([
    'not_in_enum suite.yaml:5:13 $.tools[0].effect',
    'imprecise_number suite.yaml:11:62 $',
  ]);
});

it('merges with <<, so that a second version of a tool need not be written twice', async () => {
  await using scratch = await createScratchFolder();
  const text = `
toolsets:
  - id: desk@1
    tools:
      - &ping { name: ping, description: Ping, effect: read, parameters: { type: object }, results: [{ give: 1 }] }
  - id: desk@2
    tools:
      - <<: *ping
        description: Say whether the desk is there
scenarios: [{ id: a, user: b, expected: { calls: [ping] }, script: [x] }]
`;
  await scratch.write('suite.yaml', text);
  const suite = await loadSuite(scratch.path);
  expect(suite.toolsets.map(({ tools }) => tools[0]?.description)).toEqual([
    'Ping',
    'Say whether the desk is there',
  ]);
});

it.each([
  ['export default', 'suite_throws', 1],
  ['const a = 1;\nthrow new Error("no shop today");', 'suite_throws', 2],
  ['import { nothing } from "./gone.ts";\nexport default nothing;', 'suite_throws', null],
  ['export const suite = {};', 'no_default_export', null],
  ['export default undefined;', 'empty_suite', null],
  ['export default 7;', 'not_a_suite', null],
])('refuses the module %j: %s', async (text, code, line) => {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.ts', text);
  const error: unknown = await loadSuite(scratch.path).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SuiteError);
  const [problem] = (error as SuiteError).problems;
  expect(problem).toMatchObject({ code, file: join(scratch.path, 'suite.ts') });
  if (line !== null) expect(problem?.line).toBe(line);
});

it('tells what a suite throws, and what it cannot say as data', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.ts', 'throw new Error("no shop today");');
  await expect(loadSuite(scratch.path)).rejects.toThrow('the module throws Error: no shop today');
  await scratch.write(
    'odd.ts',
    `const world = { made: new Date(0), deep: { count: 1n, again: {} as unknown } };
world.deep.again = world;
export default { tools: [], scenarios: [], world };`,
  );
  expect(await problemsOf(join(scratch.path, 'odd.ts'))).toEqual([
    'not_data odd.ts:-:- $.world.made',
    'not_data odd.ts:-:- $.world.deep.count',
    'not_data odd.ts:-:- $.world.deep.again',
    'too_few_items odd.ts:-:- $.scenarios',
    'no_model odd.ts:-:- $',
  ]);
});

it.each([
  ['gone', 'no_such_file gone:-:- $'],
  ['.', 'several_suites .:-:- $'],
  ['empty', 'no_suite_in_folder empty:-:- $'],
  ['notes.txt', 'unknown_kind_of_file notes.txt:-:- $'],
])('says what it looked for at %s', async (name, wanted) => {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.yaml', yaml);
  await scratch.write('suite.json', '{}');
  await scratch.write('empty/other.yaml', yaml);
  await scratch.write('notes.txt', yaml);
  expect(await problemsOf(`${scratch.path}/${name}`)).toEqual([wanted]);
});

it('is one error of the harness, with all problems in its message', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.yaml', yaml.replace('effect: read', 'effect: raed'));
  const file = join(scratch.path, 'suite.yaml');
  await expect(loadSuite(file)).rejects.toMatchObject({
    code: 'SUITE_INVALID',
    file,
    message: `Cannot load suite "${file}": 1 problem
  ${file}:5:13 $.tools[0].effect: tool "ping": must be one of "read", "idempotent", "irreversible", and is "raed"; did you mean "read"? (expected read, idempotent, irreversible, found raed) [not_in_enum]`,
  });
});

it('reads a module again that has changed', async () => {
  await using scratch = await createScratchFolder();
  const text = `export default ${JSON.stringify({ ...createSampleSuite(), tools: [closeTool, ...sampleTools()] })};`;
  await scratch.write('suite.ts', text);
  expect((await loadSuite(scratch.path)).name).toBe('desk');
  await scratch.write('suite.ts', text.replace('"name":"desk"', '"name":"shop"'));
  expect((await loadSuite(scratch.path)).name).toBe('shop');
});

it('takes the kinds of faults from its caller', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write(
    'suite.yaml',
    `${yaml}    faults: [{ on: tool(ping).call(1), inject: tmeout }]\n`,
  );
  expect(await problemsOf(scratch.path)).toEqual([]);
  const wanted = ['unknown_fault suite.yaml:13:48 $.scenarios[0].faults[0].inject.kind'];
  expect(await problemsOf(scratch.path, { faultKinds: ['timeout'] })).toEqual(wanted);
  const checkInjection = () => [{ field: 'inject.kind', expected: 'timeout', found: 'tmeout' }];
  expect(await problemsOf(scratch.path, { checkInjection })).toEqual(wanted);
});

it('warns when the expected calls do not give the expected state (B136)', async () => {
  await using scratch = await createScratchFolder();
  const text = `
tools:
  - { name: find_user, description: Find, effect: read, parameters: { type: object }, results: [{ give: u1 }] }
  - name: return_order
    description: Take an order back
    effect: irreversible
    parameters: { type: object, properties: { id: { type: string } }, required: [id] }
    effects: { key: [id], set: { 'orders.{id}': returned } }
world: { orders: { a: sent, b: sent } }
scenarios:
  - id: both
    user: Return both orders
    expected: { calls: [find_user], state: { orders.a: returned, orders.b: returned } }
    script: [x]
  - id: one
    user: Return a
    expected: { calls: [{ tool: return_order, arguments: { id: a } }], state: { orders.a: returned, orders.b: sent } }
    script: [x]
  - id: tried
    user: Return b
    expected: { calls: [{ tool: return_order, arguments: { id: b }, outcome: denied }], state: { orders.b: sent } }
    script: [x]
`;
  await scratch.write('suite.yaml', text);
  const warnings: string[] = [];
  await loadSuite(scratch.path, {
    onWarning: ({ code, path, line }) => warnings.push(`${code} ${line ?? '-'} ${path}`),
  });
  expect(warnings).toEqual([
    "state_not_reached 13 $.scenarios[0].expected.state['orders.a']",
    "state_not_reached 13 $.scenarios[0].expected.state['orders.b']",
  ]);
});
