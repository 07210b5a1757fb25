import { cpSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { RunSummary } from '../../core/run.ts';
import {
  type CommandResult,
  repositoryRoot,
  runCommandLine,
} from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const orders = 'suites/orders';

async function runIn(
  folder: ScratchFolder,
  args: readonly string[],
  cwd?: string,
): Promise<CommandResult> {
  const place = cwd === undefined ? {} : { cwd };
  return await runCommandLine(runCli, ['run', ...args, '--out', join(folder.path, 'runs')], place);
}

/** A copy of the shipped suite and its recordings that a test may damage. */
async function copyOrders(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  cpSync(join(repositoryRoot, orders), join(folder.path, orders), { recursive: true });
  for (const part of ['orders', 'parts']) {
    cpSync(join(repositoryRoot, 'cassettes', part), join(folder.path, 'cassettes', part), {
      recursive: true,
    });
  }
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder.path, 'node_modules'));
  return folder;
}

function readSummary(
  result: CommandResult,
): RunSummary & { readonly scores: Record<string, { readonly value: number | null }> } {
  // The command prints exactly this object.
  return JSON.parse(result.out) as ReturnType<typeof readSummary>;
}

it('replays the shipped suite: the counts add up, every fault kind strikes, all pass', async () => {
  await using folder = await createScratchFolder();
  const result = await runIn(folder, [orders, '--faults', 'standard', '--json']);
  const summary = readSummary(result);
  expect(result.exitCode).toBe(0);
  expect(summary.verdict).toBe('PASS');
  expect(summary.planned).toBe(summary.passed + summary.failed + summary.invalid + summary.skipped);
  expect(summary.faults.planned).toBe(summary.faults.fired + summary.faults.unreachable);
  expect(Object.values(summary.faultKinds).every((counts) => counts.fired >= 5)).toBe(true);
  expect(summary.scores['effects.double']?.value).toBe(0);
  expect(summary.scores['termination.clean']?.value).toBe(1);
});

it('shows the naive loop doing things twice and ended by nothing but a guard', async () => {
  await using folder = await createScratchFolder();
  const result = await runIn(folder, [
    orders,
    '--faults',
    'standard',
    '--variant',
    'naive',
    '--json',
  ]);
  const summary = readSummary(result);
  expect(result.exitCode).toBe(1);
  expect(summary.scores['effects.double']?.value).toBeGreaterThan(0);
  expect(summary.failures.some((failure) => failure.code === 'ended_max_turns')).toBe(true);
});

it('runs naive and reference with manifests that differ in nothing but the loop', async () => {
  await using folder = await createScratchFolder();
  const contents = [];
  for (const variant of ['naive', 'reference']) {
    await runIn(folder, [orders, '--variant', variant]);
  }
  for (const run of readdirSync(join(folder.path, 'runs')).sort()) {
    const manifest: unknown = JSON.parse(
      readFileSync(join(folder.path, 'runs', run, 'manifest.json'), 'utf8'),
    );
    const { content } = manifest as { content: { variants: { loop: unknown }[] } };
    expect(content.variants).toHaveLength(1);
    contents.push({
      ...content,
      variants: content.variants.map(({ loop: _loop, ...rest }) => rest),
    });
  }
  expect(contents[0]).toEqual(contents[1]);
});

it('writes the same bytes at any concurrency', async () => {
  await using folder = await createScratchFolder();
  const bytes: string[][] = [];
  for (const concurrency of ['1', '16']) {
    const out = join(folder.path, concurrency);
    await runCommandLine(runCli, [
      'run',
      orders,
      '--faults',
      'standard',
      '--variant',
      'reference,naive',
      '--concurrency',
      concurrency,
      '--out',
      out,
    ]);
    const [run = ''] = readdirSync(out);
    bytes.push(
      ['trials.jsonl', 'scores.jsonl', 'summary.json'].map((file) =>
        readFileSync(join(out, run, file), 'utf8'),
      ),
    );
  }
  expect(bytes[0]?.[0]?.length).toBeGreaterThan(100_000);
  expect(bytes[0]).toEqual(bytes[1]);
}, 120_000);

it.each([
  ...(
    [
      ['--scenario', 'refund-once,nope', /scenario "nope": the suite "orders" has .*refund-once/u],
      ['--scenario', 'refund-once,nope-*', /scenario "nope-\*": the suite "orders" has .*refund-/u],
      ['--scenario', 'zzzz', /scenario "zzzz": the suite "orders" has .*refund-once/u],
      [
        '--variant',
        'naive,refernce',
        /variant "refernce": the suite "orders" has reference, naive/u,
      ],
      ['--variant', 'zz*', /variant "zz\*": the suite "orders" has reference, naive/u],
      ['--toolset', 'orders@2,orders@9', /toolset "orders@9": the suite "orders" has .*orders@2/u],
      ['--model', 'clerk,clark', /model "clark": the suite "orders" has .*clerk/u],
      ['--faults', 'standard,ful', /fault plan "ful": expected one of standard, full/u],
    ] satisfies [string, string, RegExp][]
  ).map(([flag, words, text]): [string, string[], number, RegExp] => [
    `${flag} ${words}`,
    [orders, flag, words],
    2,
    text,
  ]),
  [
    'an unknown variant',
    [orders, '--variant', 'nobody'],
    2,
    /Cannot run variant "nobody": the suite "orders" has reference, naive/u,
  ],
  [
    'an unknown fault plan',
    [orders, '--faults', 'earthquake'],
    2,
    /Cannot use fault plan "earthquake": expected one of standard/u,
  ],
  ['no such suite', ['suites/nowhere'], 2, /Cannot load suite .*nowhere/u],
  ['no suite', [], 2, /Cannot run without a suite/u],
  ['an unknown option', [orders, '--varaint', 'x'], 2, /Did you mean --variant/u],
  ...['0', '-1', '1.5', 'abc', ''].map((repeats): [string, string[], number, RegExp] => [
    `B142 ${repeats === '' ? 'no' : repeats} repeats`,
    [orders, '--repeats', repeats],
    2,
    /Expected a whole number of at least 1/u,
  ]),
  ['an unknown mode', [orders, '--mode', 'cached'], 2, /Allowed choices are replay, record, live/u],
])('refuses %s with its own exit code', async (...[, args, exitCode, text]) => {
  await using folder = await createScratchFolder();
  const result = await runIn(folder, args);
  expect(result.exitCode).toBe(exitCode);
  expect(result.out + result.err).toMatch(text);
  expect(result.out + result.err).not.toMatch(/^\s+at /mu);
});

it('names file and place of every mistake in a data suite', async () => {
  await using folder = await createScratchFolder();
  await folder.write(
    'bad.yaml',
    'name: bad\ntools:\n  - name: find\n    descripton: typo\n    effect: read\n    parameters: { type: object }\nscenarios: []\n',
  );
  const result = await runIn(folder, ['bad.yaml'], folder.path);
  expect(result.exitCode).toBe(2);
  expect(result.err).toMatch(/bad\.yaml:4:\d+ .*descripton.*description/u);
});

it('records nothing in CI unless that is allowed', async () => {
  const result = await runCommandLine(runCli, ['record', orders], { env: { CI: 'true' } });
  expect(result.exitCode).toBe(2);
  expect(result.err).toMatch(/Cannot record while CI is set.*--allow-record/u);
});

it('misses when one word of one description changed, and names tool, texts and remedy', async () => {
  await using folder = await copyOrders();
  const file = join(folder.path, orders, 'tools', 'search-orders.ts');
  const before = readFileSync(file, 'utf8');
  const after = before.replace(/(description:\s*\[?\s*['"`])(\w+)/u, '$1Quickly $2');
  expect(after).not.toBe(before);
  writeFileSync(file, after);
  const changed = await runIn(folder, [orders], folder.path);
  expect(changed.exitCode).toBe(4);
  expect(changed.out).toMatch(/22 lanes/u);
  expect(changed.out).toMatch(/tool\.search_orders\.description: recorded ".*", now ".*Quickly/u);
  expect(changed.out).toMatch(/toolrig record suites\/orders .*--variant reference/u);
  expect(changed.out).toMatch(/[0-9]+ requests/u);
  writeFileSync(file, before);
  expect((await runIn(folder, [orders], folder.path)).exitCode).toBe(0);
});

it('misses when a recording was deleted, and does not count it against the model', async () => {
  await using folder = await copyOrders();
  rmSync(join(folder.path, 'cassettes/orders/nothing-found/reference/none.r1.jsonl'));
  const result = await runIn(folder, [orders, '--json'], folder.path);
  const summary = readSummary(result);
  expect(result.exitCode).toBe(4);
  expect([summary.failed, summary.invalid]).toEqual([0, 1]);
  expect(summary.invalidReasons[0]?.code).toBe('cassette_no_cassette');
  expect(summary.scores['task.success']?.value).toBe(1);
});

it('tells recordings that no trial asks for', async () => {
  await using folder = await copyOrders();
  const lane = join(folder.path, 'cassettes/orders/nothing-found/reference/none.r1.jsonl');
  cpSync(lane, join(folder.path, 'cassettes/orders/long-gone/reference/none.r1.jsonl'));
  const result = await runIn(folder, [orders], folder.path);
  expect(result.exitCode).toBe(4);
  expect(result.out).toMatch(/surplus_recordings: .*long-gone/u);
}, 60_000);

it('ends an interrupted run with 130 and a folder that says so', async () => {
  await using folder = await createScratchFolder();
  const stop = new AbortController();
  stop.abort();
  const out = join(folder.path, 'runs');
  const result = await runCommandLine(runCli, ['run', orders, '--out', out], {
    signal: stop.signal,
  });
  expect(result.exitCode).toBe(130);
  const [run = ''] = readdirSync(out);
  expect(JSON.parse(readFileSync(join(out, run, 'summary.json'), 'utf8'))).toMatchObject({
    exitCode: 130,
    verdict: 'INVALID',
  });
});

it('shows one trial turn by turn', async () => {
  await using folder = await createScratchFolder();
  const result = await runIn(folder, [orders, '--debug', 'nothing-found']);
  expect(result.exitCode).toBe(0);
  expect(result.out).toMatch(
    /user .*\n.*turn 1 .*\n.*model .*search_orders\(.*\n.*tool .*search_orders\(.*\n.*result .*empty/u,
  );
  expect(result.out.trimEnd().endsWith('PASS (exit code 0)')).toBe(true);
});

it('says first what the models are and how to use one of your own', async () => {
  await using folder = await createScratchFolder();
  const result = await runIn(folder, [orders]);
  const [first, second, ...others] = result.out.split('\n');
  expect(first).toBe('suite orders · replay · clean');
  expect(second).toMatch(/The model "clerk" is a scripted agent, not a language model/u);
  expect(others.slice(0, 3).join(' ')).toMatch(
    /OPENAI_API_KEY.*--base-url.*TOOLRIG_BASE_URL.*how many requests.*cost, before/u,
  );
});

it.each([
  ['no such suite', ['run', 'suites/nowhere', '--json'], 2, 'SUITE_INVALID'],
  ['no such option', ['run', '--frobnicate', '--json'], 2, 'USAGE'],
  ['no such run', ['report', 'nowhere', '--json'], 2, 'RUN_MISSING'],
  [
    'a place that is taken',
    ['run', 'suites/orders', '--out', 'package.json', '--json'],
    2,
    'RUN_REFUSED',
  ],
])('prints one JSON object also when it cannot begin: %s', async (...[, args, exitCode, code]) => {
  const result = await runCommandLine(runCli, args);
  expect(result.exitCode).toBe(exitCode);
  expect(JSON.parse(result.out)).toMatchObject({ schemaVersion: 1, exitCode, error: { code } });
});
