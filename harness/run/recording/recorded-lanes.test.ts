import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { toLaneName } from '../../cassette/lane/lane-path.ts';
import type { Agent } from '../../core/suite/agent.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import { openRecordedTill } from '../../testing/recorded-till.ts';
import { toTestRunOptions } from '../../testing/test-run-options.ts';
import type { RunOptions } from '../run-options.ts';
import { runSuite } from '../run-suite.ts';
import { acceptParts, checkRecordings } from './check-recordings.ts';
import { planPruning, removeRecordings } from './prune-recordings.ts';
import { callsOf, readRecordedUse } from './read-recorded-calls.ts';
import { replayRecordings } from './replay-recordings.ts';

const till = await openRecordedTill();
const talked = await till.copy();
await till.record(till.suite, talked.path, { scenarios: ['pay'], talks: true });
const owned = await till.copy();
await till.record(till.suite, owned.path, { faults: ['standard-own', 'Own plan'] });
const twice = await till.copy();
await till.record(till.suite, twice.path, { variants: ['second'], repeats: 2 });
const roots = { plain: till.cassettes, talked: talked.path, owned: owned.path, twice: twice.path };
afterAll(async () => {
  await till[Symbol.asyncDispose]();
  for (const root of Object.values(roots)) rmSync(root, { recursive: true, force: true });
});

const look = 'till/look/first/none.r1.jsonl';
const pay = 'till/pay/first/none.r1.jsonl';
const [lookScenario, payScenario] = till.suite.scenarios;
if (lookScenario === undefined || payScenario === undefined) throw new Error('no scenario');
const agent: Agent = () => Promise.resolve({ stopReason: 'answered', text: '' });

/** The suite after an edit. */
const edits = {
  none: till.suite,
  description: editTools({ description: 'Does it.' }),
  tools: editTools({ description: 'Does it.', parameters: { type: 'object' } }),
  question: { ...till.suite, scenarios: [lookScenario, { ...payScenario, turns: ['Pay!'] }] },
  longer: { ...till.suite, scenarios: [lookScenario, { ...payScenario, turns: ['pay', 'pay'] }] },
  shorter: { ...till.suite, scenarios: [payScenario] },
  agent: { ...till.suite, variants: till.suite.variants.map((one) => ({ ...one, agent })) },
  scripted: {
    ...till.suite,
    models: till.suite.models.map(({ name, nature, about, price }) => ({
      name,
      nature,
      about,
      price,
      kind: 'script' as const,
      replies: [],
    })),
  },
} satisfies Readonly<Record<string, Suite>>;

function editTools(part: Partial<Suite['toolsets'][number]['tools'][number]>): Suite {
  const toolsets = till.suite.toolsets.map((set) => ({
    ...set,
    tools: set.tools.map((tool) => ({ ...tool, ...part })),
  }));
  return { ...till.suite, toolsets };
}

const toOptions = (edit: keyof typeof edits, cassettes: string): RunOptions => ({
  ...toTestRunOptions(edits[edit], '', { cassettes }),
  out: null,
});

it.each<
  [
    edit: keyof typeof edits,
    root: keyof typeof roots,
    stale: readonly string[],
    unreached: readonly (string | RegExp)[],
  ]
>([
  ['none', 'plain', [], []],
  ['none', 'owned', [], []],
  ['none', 'twice', [], []],
  ['none', 'talked', [], [/pay\/first\/standard-dup/u, /pay.*standard-dup/u, /pay.*standard-mal/u]],
  ['description', 'plain', ['till/look/first/none/r1', 'till/pay/first/none/r1'], []],
  [
    'description',
    'twice',
    [
      'till/look/first/none/r1',
      'till/look/second/none/r1',
      'till/look/second/none/r2',
      'till/pay/first/none/r1',
      'till/pay/second/none/r1',
      'till/pay/second/none/r2',
    ],
    [],
  ],
  ['question', 'plain', ['till/pay/first/none/r1'], []],
  ['longer', 'plain', ['till/pay/first/none/r1'], []],
  [
    'shorter',
    'talked',
    [],
    [/pay\/first\/standard-dup/u, /pay.*standard-dup/u, /pay.*standard-mal/u],
  ],
  ['agent', 'talked', [], []],
  ['scripted', 'talked', [], []],
])('after the edit %j, the recordings "%s" are stale: %j, and unreached: %j', async (...given) => {
  const [edit, root, stale, unreached] = given;
  const state = await replayRecordings(toOptions(edit, roots[root]));
  expect(state.stale.map(({ lane }) => lane).toSorted()).toEqual(stale);
  expect(state.unreached.map(toLaneName)).toEqual(
    unreached.map((path) => (typeof path === 'string' ? path : expect.stringMatching(path))),
  );
});

it('only the lanes that are meant are looked at', async () => {
  const options = toOptions('description', roots.plain);
  const { stale } = await replayRecordings(options, ({ scenario }) => scenario === 'pay');
  expect(stale.map(({ lane }) => lane)).toEqual(['till/pay/first/none/r1']);
  const { unreached } = await replayRecordings(
    toOptions('none', roots.talked),
    ({ plan }) => plan === 'none',
  );
  expect(unreached).toEqual([]);
});

const asks = 'the suite asks something else now: ';

it.each<[edit: keyof typeof edits, root: keyof typeof roots, found: readonly string[]]>([
  ['none', 'plain', []],
  ['none', 'owned', []],
  [
    'description',
    'plain',
    [
      `stale ${look}: ${asks}tool.find_order.description, tool.pay_order.description`,
      `stale ${pay}: ${asks}tool.find_order.description, tool.pay_order.description`,
    ],
  ],
  ['longer', 'plain', [`stale ${pay}: ${asks}more than was recorded`]],
])('a check after the edit %j finds in "%s": %j', async (edit, root, found) => {
  const findings = await checkRecordings(toOptions(edit, roots[root]));
  expect(findings.map(({ kind, path, text }) => `${kind} ${path}: ${text}`)).toEqual(found);
  expect(findings.every(({ line }) => line === null)).toBe(true);
  for (const { remedy } of findings)
    expect(remedy).toMatch(/^Record it again: toolrig record .* --stale$/u);
});

it('a check names three parts at most, damage once, and nothing of other suites', async () => {
  await using copy = await till.copy();
  const many = await checkRecordings(toOptions('tools', copy.path));
  expect(many[0]?.text).toMatch(/^the suite asks something else now: (?:[^,]+, ){3}…$/u);
  writeFileSync(join(copy.path, pay), readFileSync(join(copy.path, pay), 'utf8').slice(0, 700));
  await copy.write('other/look/first/none.r1.jsonl', 'x');
  await copy.write('parts/0000000000000000.json', '{}');
  const found = await checkRecordings(toOptions('description', copy.path));
  expect(
    found.map(({ kind, path }) => `${kind} ${path}`).filter((one) => !one.includes('standard')),
  ).toEqual(['damaged parts/0000000000000000.json', `stale ${look}`, `damaged ${pay}`]);
});

it.each<[edit: keyof typeof edits, parts: readonly string[], says: string]>([
  ['none', ['tool.find_order'], 'Nothing differs that can be accepted'],
  [
    'description',
    ['tool.find_order', 'tool.none'],
    'Cannot accept "tool.none": no replay differs there. What differs: tool.find_order.description, tool.pay_order.description',
  ],
  ['description', ['system', 'model'], 'Cannot accept "system", "model"'],
  ['description', ['message.1'], 'Cannot allow drift of "message.1"'],
])('after the edit %j, accepting %j is refused, and nothing is written', async (...given) => {
  const [edit, parts, says] = given;
  await using copy = await till.copy();
  const accepted = acceptParts(toOptions(edit, copy.path), parts, 'Meant.');
  await expect(accepted).rejects.toThrow(says);
  if (!says.startsWith('Cannot allow')) await expect(accepted).rejects.toBeInstanceOf(UsageError);
  expect(existsSync(join(copy.path, 'till/drift.json'))).toBe(false);
});

it('what was accepted is waived, and the run passes again', async () => {
  await using copy = await till.copy();
  const options = toOptions('description', copy.path);
  expect((await runSuite(options)).summary.exitCode).toBe(4);
  const waived = await acceptParts(options, ['tool.description'], 'Meant.');
  expect(waived.map(({ part, reason }) => [part, reason])).toEqual([
    ['tool.find_order.description', 'Meant.'],
    ['tool.pay_order.description', 'Meant.'],
  ]);
  expect((await runSuite(options)).summary.exitCode).toBe(0);
});

it.each(['standard', 'standard-own', 'Own plan', 'none'])(
  'recordings of plans that --faults %j does not run are not missed',
  async (word) => {
    const options = { ...toOptions('none', roots.owned), faults: [word] };
    const { summary } = await runSuite(options);
    expect([summary.exitCode, summary.invalidReasons]).toEqual([0, []]);
  },
);

it('what can go: lanes without use, drafts that no one holds, and parts where all lanes are readable', async () => {
  await using copy = await till.copy();
  await copy.write(`${look}.part`, 'half');
  await copy.write('other/look/first/none.r1.jsonl.part', 'half');
  const options = {
    ...toOptions('shorter', copy.path),
    process: { owner: 'x', isAlive: () => false },
  };
  const { files, partsKept } = await planPruning(options, false);
  expect(partsKept).toBeNull();
  expect(
    files.map(({ path, why }) => `${path.replace(/standard-.*/u, 'faulted')}: ${why}`),
  ).toEqual([
    ...['none.r1.jsonl', 'faulted', 'faulted', 'faulted'].map(
      (name) => `till/look/first/${name}: the suite has no such scenario, variant or plan`,
    ),
    `${look}.part: a recording that was never finished`,
  ]);
  appendFileSync(join(copy.path, pay), 'x');
  await expect(planPruning(options, false)).resolves.toMatchObject({
    partsKept: `"${pay}" cannot be read, and may name any of them`,
  });
});

it('recorded calls and offered tools are read by scenario and variant, each once', async () => {
  const call = (scenario: string, variant: string, tool: string): object => ({
    scenario,
    variant,
    tool,
    argumentsText: expect.stringContaining('A'),
  });
  const use = readRecordedUse(till.suite, roots.twice);
  const firsts = [call('look', 'first', 'find_order'), call('look', 'second', 'find_order')];
  const payments = [call('pay', 'first', 'pay_order'), call('pay', 'second', 'pay_order')];
  const whole = use.calls.filter(({ argumentsText }) => argumentsText === '{"id":"A"}');
  expect(whole).toEqual([...firsts, ...payments]);
  expect(Object.keys(use.offered)).toEqual(['first', 'second']);
  expect(use.offered['first']).toMatchObject([
    { name: 'find_order', description: 'Finds an order.', parameters: { required: ['id'] } },
    { name: 'pay_order', description: 'Pays an order.' },
  ]);
  const of = (suite: Suite, toolset: string): readonly string[] =>
    callsOf(suite, toolset, { ...use, calls: whole }).map(
      ({ variant, tool }) => `${variant} ${tool}`,
    );
  expect(of(till.suite, 'till@1')).toEqual(['first find_order', 'first pay_order']);
  expect(of(till.suite, 'till@2')).toEqual(['second find_order', 'second pay_order']);
  expect(of(till.suite, 'till@3')).toEqual([]);
  const one = till.suite.variants.map((variant) => ({ ...variant, toolset: 'till@1' }));
  expect(of({ ...till.suite, variants: one }, 'till@1')).toHaveLength(2);
  expect(readRecordedUse({ ...till.suite, name: 'other' }, roots.plain).calls).toEqual([]);
});

it('a lane that cannot be read gives no calls', async () => {
  await using copy = await till.copy();
  writeFileSync(join(copy.path, look), 'x');
  const cut = readFileSync(join(copy.path, pay), 'utf8').slice(0, 700);
  writeFileSync(join(copy.path, pay), cut);
  const { offered } = readRecordedUse(till.suite, copy.path);
  expect(offered).toEqual({});
});

it('recordings of mixed toolsets go only where they are asked for, with the folders that they leave empty', async () => {
  await using copy = await till.copy();
  const mixed = ['.bisect/till/x/look/none.r1.jsonl', '.bisect/till/y/none.r1.jsonl'];
  for (const path of [...mixed, '.bisect/other/x/none.r1.jsonl']) await copy.write(path, '{}');
  const options = toOptions('none', copy.path);
  expect((await planPruning(options, false)).files).toEqual([]);
  const { files } = await planPruning(options, true);
  expect(files.map(({ path }) => path).toSorted()).toEqual(mixed);
  removeRecordings(copy.path, files.slice(0, 1));
  expect(existsSync(join(copy.path, '.bisect/till'))).toBe(true);
  removeRecordings(copy.path, files);
  const left = ['.bisect/till', '.bisect/other', 'till', 'parts'];
  expect(left.map((path) => existsSync(join(copy.path, path)))).toEqual([false, true, true, true]);
});

it('parts that only a removed lane names can go with it', async () => {
  await using copy = await till.copy();
  const second = { ...edits.description, scenarios: [lookScenario] };
  await till.record(second, copy.path, { variants: ['second'] });
  const [first] = till.suite.variants;
  if (first === undefined) throw new Error('no variant');
  const options = {
    ...toOptions('none', copy.path),
    suite: { ...till.suite, variants: [first] },
  };
  const { files } = await planPruning(options, false);
  const [lane, ...parts] = files.map(({ path }) => path);
  expect(lane).toBe('till/look/second/none.r1.jsonl');
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.every((path) => path.startsWith('parts/'))).toBe(true);
  removeRecordings(copy.path, files);
  expect((await planPruning(options, false)).files).toEqual([]);
  expect((await runSuite(toOptions('none', copy.path))).summary.exitCode).toBe(0);
});
