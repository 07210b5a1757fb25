import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { startCountingModel } from '../../testing/counting-model.ts';
import { type CommandResult, runCommandLine, type TestIo } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { verdictSuite } from '../../testing/verdict-suite.ts';
import { runCli } from '../run-cli.ts';

const made = await createScratchFolder();
await made.write('suite.mjs', verdictSuite);
await made.write('file', '');
for (const variant of ['*', 'good', 'bad', 'same']) {
  const out = variant === '*' ? 'all' : variant;
  await runCommandLine(runCli, ['run', 'suite.mjs', '--variant', variant, '--out', out], {
    cwd: made.path,
  });
}
afterAll(async () => {
  await made[Symbol.asyncDispose]();
});

const runOf = (variant: string): string => `${variant}/20260101T000000Z-verdicts`;
const sides = ['suite.mjs', '--by', 'toolset', '--baseline', 'good', '--candidate'];
const stored = [runOf('all'), ...sides.slice(1)];

/** Each call has a folder of its own for the run that it makes. */
let calls = 0;
async function compare(
  args: readonly string[],
  place: Partial<Pick<TestIo, 'env' | 'signal'>> = {},
): Promise<CommandResult & { readonly folder: string }> {
  calls += 1;
  const isStored = args.every((word) => !word.endsWith('.mjs'));
  const out = isStored ? [] : ['--out', `made/${calls}`];
  const result = await runCommandLine(runCli, ['compare', ...args, ...out], {
    cwd: made.path,
    ...place,
  });
  return { ...result, folder: `made/${calls}/20260101T000000Z-verdicts` };
}

const listSaved = (folder: string): readonly string[] =>
  readdirSync(join(made.path, folder)).filter((name) => name.startsWith('comparison'));

it('says what a live comparison may send, and what it sent', async () => {
  await using model = await startCountingModel(() => 'Done.');
  const tool = { name: 'f', effect: 'read', parameters: { type: 'object' } };
  const toolsets = ['F.', 'G.'].map((description, at) => ({
    id: `t@${at + 1}`,
    tools: [{ ...tool, description }],
  }));
  const live = {
    name: 'live',
    toolsets,
    models: [{ name: 'till', model: 'm-1', baseUrl: model.baseUrl }],
    variants: toolsets.map(({ id }) => ({ name: id, toolset: id })),
    scenarios: [{ id: 'a', user: 'Hello', expected: { calls: [] } }],
  };
  await made.write('live.json', JSON.stringify(live));
  const line = ['live.json', '--mode', 'live'];
  const plain = await compare([...line, '--json']);
  expect([plain.exitCode, model.takeCount()]).toEqual([0, 2]);
  expect(JSON.parse(plain.out)).toMatchObject({ spent: [{ model: 'till', requests: 2 }] });
  const looks = await compare([...line, '--sequential']);
  const begin = 'A sequential comparison may stop early. If it does not, all of this is sent:\n';
  expect(looks.err).toContain(begin);
  expect(looks.err).toMatch(/\n2 model requests\nSent 2 requests to till: .*\n$/u);
  const refused = await compare([...line, '--max-cost', '1']);
  expect([refused.exitCode, refused.err]).toEqual([2, expect.not.stringContaining('Sent')]);
  const cut = await compare([...line, '--sequential', '--max-requests', '1']);
  expect([cut.exitCode, cut.err]).toEqual([4, expect.stringContaining('Sent 1 request to till')]);
});

const onlyToolsets = /Cannot bisect: it works only for toolsets and runs all scenarios at once/u;
const recordFirst = /Cannot record while comparing: use `toolrig record` first/u;
const plans = /Cannot compare plans cluster by cluster: remove --sequential/u;

it.each([
  { args: [...sides, 'bad', '--bisect', '--sequential'], says: onlyToolsets },
  { args: ['suite.mjs', '--bisect', '--by', 'model'], says: onlyToolsets },
  { args: [...sides, 'bad', '--mode', 'record'], says: recordFirst },
  { args: [...sides, 'bad', '--budget', '3'], says: /Cannot keep a budget without --sequential/u },
  { args: ['suite.mjs', '--sequential', '--by', 'plan'], says: plans },
  { args: ['suite.mjs', '--sequential', '--by', 'faults'], says: plans },
  { args: ['suite.mjs', '--sequential', '--by', 'attack'], says: plans },
  { args: [...sides, 'bad', '--sequential', '--margin', '0'], says: /a margin between 0 and 1/u },
  { args: [...sides, 'bad', '--sequential', '--margin', '1'], says: /a margin between 0 and 1/u },
  { args: ['suite.mjs', 'suite.mjs', '--sequential'], says: /without exactly one suite: name it/u },
  { args: ['--bisect'], says: /without exactly one suite: name it/u },
  {
    args: ['suite.mjs', '--bisect'],
    says: /choose one with --candidate from same, bad, slip, few/u,
  },
  ...['model', 'loop', 'prompt', 'params'].map((by) => ({
    args: ['suite.mjs', '--by', by],
    says: new RegExp(`no two variants differ in the ${by} and in nothing else`, 'u'),
  })),
  { args: ['suite.mjs', '--by', 'attack'], says: /by attack: no trial of it is under an attack/u },
  {
    args: ['suite.mjs', '--by', 'tool'],
    says: /Allowed choices are model, toolset, loop, prompt, params, plan, attack\./u,
  },
  {
    args: [...sides, 'bad', '--mode', 'guess'],
    says: /Allowed choices are replay, live, record\./u,
  },
])('refuses $args', async ({ args, says }) => {
  const { exitCode, out, err } = await compare(args);
  expect([exitCode, out, err]).toEqual([2, '', expect.stringMatching(says)]);
});

it.each([
  { CI: 'true', args: ['--mode', 'record'], exitCode: 2 },
  { CI: 'true', args: ['--mode', 'record', '--allow-record'], exitCode: 1 },
  { CI: '', args: ['--mode', 'record'], exitCode: 1 },
  { CI: 'true', args: [], exitCode: 1 },
])('bisects under CI=$CI with $args: exit code $exitCode', async ({ CI, args, exitCode }) => {
  const words = [...sides, 'bad', '--bisect', ...args];
  const result = await compare(words, { env: { CI } });
  expect(result.exitCode).toBe(exitCode);
  const refusal = 'toolrig: Cannot record while CI is set';
  const announced = 'Each toolset that is tried is announced before anything is sent for it:\n';
  const isSending = args.includes('record') && exitCode !== 2;
  expect([result.err.startsWith(refusal), result.err.startsWith(announced)]).toEqual([
    exitCode === 2,
    isSending,
  ]);
});

it.each([
  { args: [...stored, 'bad'], exitCode: 1, verdict: 'REGRESSION' },
  { args: [...stored, 'bad', '--swap'], exitCode: 0, verdict: 'PASS' },
  { args: [...stored, 'same'], exitCode: 0, verdict: 'PASS' },
  // One of eight is lost: too little to be sure, and within a margin of all.
  { args: [...stored, 'slip'], exitCode: 3, verdict: 'INCONCLUSIVE' },
  { args: [...stored, 'slip', '--margin', '1'], exitCode: 0, verdict: 'PASS' },
  // Six of eight scenarios are for both.
  { args: [...stored, 'few'], exitCode: 4, verdict: 'INVALID' },
  { args: [...stored, 'few', '--min-coverage', '0.75'], exitCode: 0, verdict: 'PASS' },
  {
    args: [...stored, 'bad', '--metrics', 'termination.clean', '--margin', '0.4'],
    exitCode: 0,
    verdict: 'PASS',
  },
  { args: [...stored, 'bad', '--metrics', 'selection.f1'], exitCode: 1, verdict: 'REGRESSION' },
  { args: [runOf('good'), runOf('bad')], exitCode: 1, verdict: 'REGRESSION' },
  { args: [runOf('good'), runOf('bad'), '--swap'], exitCode: 0, verdict: 'PASS' },
  { args: [...sides, 'bad', '--sequential'], exitCode: 1, verdict: 'REGRESSION' },
  { args: [...sides, 'same', '--sequential', '--margin', '0.99'], exitCode: 0, verdict: 'PASS' },
  {
    args: [...sides, 'bad', '--sequential', '--budget', '1'],
    exitCode: 3,
    verdict: 'INCONCLUSIVE',
  },
  {
    args: [...sides, 'bad', '--sequential', '--metrics', 'termination.clean'],
    exitCode: 3,
    verdict: 'INCONCLUSIVE',
  },
])('$args: $verdict', async ({ args, exitCode, verdict }) => {
  const { exitCode: code, out } = await compare([...args, '--json']);
  const comparisons = [expect.objectContaining({ verdict })];
  expect([code, JSON.parse(out)]).toEqual([
    exitCode,
    { schemaVersion: 1, verdict, exitCode, comparisons, saved: [] },
  ]);
});

it.each([
  { args: [...stored, 'bad'], exitCode: 1, line: 'REGRESSION' },
  { args: [...stored, 'few'], exitCode: 4, line: 'INVALID' },
  { args: [...stored, 'bad,same'], exitCode: 1, line: 'all comparisons together: REGRESSION' },
  {
    args: [...stored, 'slip', '--allow-inconclusive'],
    exitCode: 0,
    line: 'INCONCLUSIVE, allowed by --allow-inconclusive',
  },
  { args: [...sides, 'bad', '--sequential', '--budget', '1'], exitCode: 3, line: 'INCONCLUSIVE' },
])('$args: the page has the verdict once', async ({ args, exitCode, line }) => {
  const shown = await compare(args);
  expect([shown.exitCode, shown.out]).toEqual([
    exitCode,
    expect.stringContaining(`\n${line} (exit code ${exitCode})\n`),
  ]);
  expect(shown.out.match(/exit code/gu)).toHaveLength(1);
  expect(shown.out).not.toContain('saved: ');
});

it('ranks three candidates before their pages, and two not', async () => {
  const starts = await Promise.all(
    ['same,bad,slip', 'bad,same'].map(async (names) => (await compare([...stored, names])).out),
  );
  expect(starts.map((out) => out.split('\n')[0])).toEqual([
    '4 sides, the best first:',
    'suite verdicts · good -> bad · by toolset',
  ]);
});

it('saves a comparison in the run that was made for it', async () => {
  const shown = await compare([...sides, 'same']);
  const file = `${shown.folder}/comparison.json`;
  expect([shown.exitCode, shown.out]).toEqual([
    0,
    expect.stringMatching(/\nPASS \(exit code 0\)\n/u),
  ]);
  expect(shown.out.endsWith(`\nsaved: ${file}\n`)).toBe(true);
  expect(listSaved(shown.folder)).toEqual(['comparison.json']);
  expect(JSON.parse(readFileSync(join(made.path, file), 'utf8'))).toMatchObject({
    verdict: 'PASS',
  });
});

it.each([
  { candidates: 'bad,same', isRanked: false },
  { candidates: 'same,bad,slip', isRanked: true },
])('$candidates: one verdict over all', async ({ candidates, isRanked }) => {
  const shown = await compare([...sides, candidates]);
  const names = candidates.split(',');
  const files = names.map((_, at) => `comparison-${at + 1}.json`);
  const line = `all comparisons together: REGRESSION (exit code 1)`;
  const saved = files.map((file) => `saved: ${shown.folder}/${file}\n`).join('');
  expect([shown.exitCode, shown.out.endsWith(`\n\n${line}\n${saved}`)]).toEqual([1, true]);
  expect(shown.out.startsWith('4 sides, the best first:')).toBe(isRanked);
  expect(shown.out.match(/exit code/gu)).toHaveLength(1);
  expect(shown.out.match(/^suite verdicts · good -> /gmu)).toHaveLength(names.length);
  const kept = files.map(
    (file) =>
      // The command wrote exactly this.
      JSON.parse(readFileSync(join(made.path, shown.folder, file), 'utf8')) as {
        readonly candidate: { readonly name: string };
      },
  );
  expect(kept.map(({ candidate }) => candidate.name)).toEqual(names);
});

it('saves nothing where several runs were made, and saves into the one that was', async () => {
  await made.write('again.mjs', verdictSuite.replace("'good' ? {", "'bad' ? {"));
  const few = ['--scenario', 's2', '--json'];
  const two = await compare(['suite.mjs', 'again.mjs', ...few]);
  const one = await compare([runOf('good'), 'again.mjs', ...few]);
  expect([JSON.parse(two.out), JSON.parse(one.out)]).toMatchObject([
    { saved: [] },
    { saved: [`${one.folder}/comparison.json`] },
  ]);
});

const csv = ['--csv', 'file/tables'];

it.each([
  { args: [...stored, 'bad', ...csv], pages: 1 },
  { args: [...stored, 'bad,same', ...csv], pages: 2 },
  { args: [...stored, 'bad', ...csv, '--json'], pages: 0 },
])('a report that cannot be written is the verdict: $args', async ({ args, pages }) => {
  const { exitCode, out, err } = await compare(args);
  expect([exitCode, err]).toEqual([2, expect.stringContaining('Cannot write')]);
  expect(out).not.toMatch(/exit code|undefined/u);
  if (pages === 0) expect(JSON.parse(out)).toMatchObject({ exitCode: 2, error: {} });
  expect(out.match(/^suite verdicts/gmu) ?? []).toHaveLength(pages);
});

it.each([
  { args: [...sides, 'bad'], trials: true },
  { args: [runOf('good'), runOf('bad')], trials: false },
])('report files have the verdict: $args', async ({ args, trials }) => {
  const files = ['--md', 'out.md', '--html', 'out.html', '--csv', 'tables'];
  const { exitCode, err } = await compare([...args, ...files]);
  const wrote = err.match(/^wrote (?!tables).*$/gmu);
  expect([exitCode, wrote]).toEqual([1, ['wrote out.html', 'wrote out.md']]);
  const [markdown, page] = ['out.md', 'out.html'].map((name) =>
    readFileSync(join(made.path, name), 'utf8'),
  );
  expect(markdown?.split('\n')[0]).toMatch(/^## ❌ .*REGRESSION/u);
  const has = (text: string): boolean => page?.includes(text) === true;
  expect([
    has('REGRESSION · verdicts'),
    has('exit code 1'),
    has('<section id="diagnosis">'),
  ]).toEqual([true, true, trials]);
});

it.each([
  { args: [...sides, 'bad'], exitCode: 1, says: 'harmful: f.description' },
  { args: [...sides, 'same'], exitCode: 0, says: 'there is no harmful edit to find' },
])('bisect prints what it found: $says', async ({ args, exitCode, says }) => {
  const shown = await compare([...args, '--bisect']);
  const folder = shown.folder.slice(0, shown.folder.lastIndexOf('/'));
  expect([shown.exitCode, shown.err, shown.out]).toEqual([
    exitCode,
    '',
    expect.stringContaining(says),
  ]);
  expect(shown.out.trimEnd().split('\n').at(-1)).toBe(
    `run folders: ${folder}/20260101T000000Z-verdicts-bisect*`,
  );
});

it.each([
  { args: ['bad'], exitCode: 1, culprits: [{ edits: ['f.description'] }] },
  { args: ['bad', '--metrics', 'termination.clean'], exitCode: 0, culprits: [] },
])('bisect $args: exit code $exitCode', async ({ args, exitCode, culprits }) => {
  const bisect = ['suite.mjs', '--baseline', 'good', '--bisect', '--json', '--candidate'];
  const printed = await compare([...bisect, ...args]);
  expect([printed.exitCode, JSON.parse(printed.out)]).toMatchObject([
    exitCode,
    { schemaVersion: 1, exitCode, culprits },
  ]);
});

it('compares plans, also under the name of faults', async () => {
  const flags = ['--faults', 'standard', '--scenario', 's1', '--json'];
  const [plan, faults] = await Promise.all(
    ['plan', 'faults'].map(async (by) => await compare(['suite.mjs', '--by', by, ...flags])),
  );
  expect(JSON.parse(plan?.out ?? '')).toMatchObject({ comparisons: [{ by: 'plan' }] });
  expect(faults?.exitCode).toBe(plan?.exitCode);
  expect(JSON.parse(faults?.out ?? '')).toMatchObject({ comparisons: [{ by: 'plan' }] });
});

/** Runs a command line whose standard error is seen as it is written. */
async function watch(
  args: readonly string[],
  err: (text: string) => void,
  place: Partial<Pick<TestIo, 'isTerminal' | 'signal'>>,
): Promise<number> {
  return await runCli(['compare', ...args], {
    out: () => undefined,
    err,
    env: {},
    cwd: made.path,
    isTerminal: false,
    now: () => '2026-01-01T00:00:00.000Z',
    nowMs: () => 0,
    newSalt: () => 'salt',
    process: { owner: 'test/1', isAlive: () => true },
    signal: new AbortController().signal,
    ...place,
  });
}

it('an interruption of the second of two runs is one of the command', async () => {
  const stop = new AbortController();
  let notes = 0;
  const err = (text: string): void => {
    if (text.startsWith('note: ')) notes += 1;
    if (notes === 2) stop.abort();
  };
  const args = ['suite.mjs', 'suite.mjs', '--scenario', 's1', '--out', 'stopped'];
  expect(await watch(args, err, { signal: stop.signal })).toBe(130);
  expect(notes).toBe(2);
});

it.each([true, false])('draws its looks on a terminal alone: %j', async (isTerminal) => {
  const lines: string[] = [];
  const args = [...sides, 'bad', '--sequential', '--out', `looks-${isTerminal}`];
  const exitCode = await watch(args, (text) => lines.push(text), { isTerminal });
  const looks = lines.filter((line) => line.startsWith('\r\u001B[2Klook '));
  const drawn = looks.map((line) => line.replace('\r\u001B[2K', ''));
  const count = Number(lines.at(-1)?.match(/^([0-9]+) model requests\n$/u)?.[1]);
  expect([exitCode, count > 0, lines.length - looks.length]).toEqual([1, true, 1]);
  const first = drawn.slice(0, -1).map((_, at) => `look ${at + 1}`);
  const all = [...first, `look ${drawn.length}: REGRESSION\n`];
  expect(drawn).toEqual(isTerminal ? all : []);
});
