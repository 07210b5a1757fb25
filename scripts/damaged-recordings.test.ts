import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCli } from '../harness/cli/run-cli.ts';
import type { RunSummary } from '../harness/core/run.ts';
import {
  type CommandResult,
  repositoryRoot,
  runCommandLine,
} from '../harness/testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../harness/testing/scratch-folder.ts';
import { handbook } from '../suites/orders/handbook.ts';
import { startAgentServer } from './agent-server/start-agent-server.ts';

const suite = 'suites/orders';
const scenarios = ['refund-mug-zh', 'not-cancelled', 'goodbye'] as const;

/** The shipped recordings of three scenarios, to be damaged. */
async function copyRecordings(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  for (const path of ['parts', ...scenarios.map((scenario) => `orders/${scenario}/reference`)]) {
    const from = join(repositoryRoot, 'cassettes', path);
    cpSync(from, join(folder.path, path), { recursive: true });
  }
  return folder;
}

function toLane(folder: ScratchFolder, scenario: string): string {
  return join(folder.path, `orders/${scenario}/reference/none.r1.jsonl`);
}

async function toolrig(folder: ScratchFolder, ...args: readonly string[]): Promise<CommandResult> {
  const place = ['--cassettes', folder.path, '--out', join(folder.path, 'runs')];
  return await runCommandLine(runCli, [...args, ...place]);
}

async function replay(
  folder: ScratchFolder,
  ids: readonly string[] = ['refund-mug-zh'],
): Promise<CommandResult & { readonly summary: RunSummary }> {
  const result = await toolrig(folder, 'run', suite, '--scenario', ids.join(','), '--json');
  return { ...result, summary: JSON.parse(result.out) as RunSummary };
}

const shipped = readFileSync(
  join(repositoryRoot, 'cassettes/orders/refund-mug-zh/reference/none.r1.jsonl'),
  'utf8',
);
const shippedLines = shipped.split('\n').slice(0, -1);

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

interface Damage {
  readonly what: string;
  readonly damaged: string;
  readonly code: string;
  readonly text: string;
}

const damages: readonly Damage[] = [
  { what: 'emptied', damaged: '', code: 'cassette_damaged', text: 'the file is empty' },
  ...shippedLines.slice(0, -1).map((_, index) => ({
    what: `cut after line ${index + 1}`,
    damaged: toText(shippedLines.slice(0, index + 1)),
    code: 'cassette_unsealed',
    text: `the seal is missing: the file ends after line ${index + 1}`,
  })),
  ...shippedLines.map((line, index) => ({
    what: `cut inside line ${index + 1}`,
    damaged: toText(shippedLines.slice(0, index)) + line.slice(0, line.length / 2),
    code: 'cassette_damaged',
    text: `the file is cut inside line ${index + 1}`,
  })),
  {
    what: 'of version 99',
    damaged: shipped.replace('"version":1}\n', '"version":99}\n'),
    code: 'cassette_wrong_version',
    text: 'expected version 1, found 99: it was made by a newer toolrig',
  },
  {
    what: 'with one byte of a message flipped',
    damaged: shipped.replace('B-2001', 'B-2003'),
    code: 'cassette_damaged',
    text: 'the content does not match its seal',
  },
  {
    what: 'with a line lost',
    damaged: toText(shippedLines.toSpliced(2, 1)),
    code: 'cassette_damaged',
    text: `the seal counts ${shippedLines.length - 1} lines, the file has ${shippedLines.length - 2}`,
  },
];

it('reports every kind of damage with its own message', () => {
  const told = damages.map(({ text }) => text.replaceAll(/[0-9]+/gu, 'n'));
  expect([...new Set(told)]).toHaveLength(6);
});

it.each(damages)(
  'a recording $what: exit 4, with its own message',
  async ({ damaged, code, text }) => {
    await using folder = await copyRecordings();
    writeFileSync(toLane(folder, 'refund-mug-zh'), damaged);
    const { exitCode, summary, err } = await replay(folder);
    expect([exitCode, summary.invalid, summary.failed]).toEqual([4, 1, 0]);
    expect(summary.invalidReasons).toMatchObject([{ code }]);
    expect(err).toContain(text);
    expect(err).toContain(
      '`toolrig record suites/orders --scenario refund-mug-zh --variant reference --stale`',
    );
  },
);

it('any flipped byte is found, at any position', async () => {
  await using folder = await copyRecordings();
  const lane = toLane(folder, 'refund-mug-zh');
  const codes = new Set<string>();
  for (let at = 0; at < shipped.length; at += 389) {
    const bytes = Buffer.from(shipped);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(lane, bytes);
    const { exitCode, summary } = await replay(folder);
    expect([at, exitCode, summary.passed]).toEqual([at, 4, 0]);
    codes.add(summary.invalidReasons[0]?.code ?? '');
  }
  expect(codes).toContain('cassette_damaged');
});

it('two recordings swapped are both named, and the check says where each belongs', async () => {
  await using folder = await copyRecordings();
  const [first, second] = [toLane(folder, 'refund-mug-zh'), toLane(folder, 'goodbye')];
  writeFileSync(first, readFileSync(second));
  writeFileSync(second, shipped);
  const { exitCode, summary, err } = await replay(folder, scenarios);
  expect([exitCode, summary.passed, summary.invalid]).toEqual([4, 1, 2]);
  expect(summary.invalidReasons.map(({ code }) => code)).toEqual([
    'cassette_wrong_lane',
    'cassette_wrong_lane',
  ]);
  expect(err).toMatch(/2 lanes have the recording of another lane .*goodbye.*refund-mug-zh/u);
  expect(err).toMatch(/toolrig record suites\/orders --scenario \S+ --variant reference --stale/u);
  const check = await runCommandLine(runCli, [
    'cassettes',
    'check',
    suite,
    '--cassettes',
    folder.path,
  ]);
  expect(check.exitCode).toBe(4);
  expect(check.out).toMatch(
    /wrong_lane orders\/refund-mug-zh\/.* Move it to "orders\/goodbye\/reference\/none.r1.jsonl"/u,
  );
});

it('a recording that no trial asks for is named with what to do, and so is a lost one', async () => {
  await using folder = await createScratchFolder();
  for (const path of ['orders', 'parts']) {
    cpSync(join(repositoryRoot, 'cassettes', path), join(folder.path, path), { recursive: true });
  }
  const whole = await toolrig(folder, 'run', suite);
  expect(whole.exitCode).toBe(0);
  cpSync(toLane(folder, 'goodbye'), toLane(folder, 'long-gone'));
  rmSync(toLane(folder, 'goodbye'));
  const result = await toolrig(folder, 'run', suite, '--json');
  const summary = JSON.parse(result.out) as RunSummary;
  expect(result.exitCode).toBe(4);
  expect(summary.invalidReasons.map(({ code }) => code).sort()).toEqual([
    'cassette_no_cassette',
    'surplus_recordings',
  ]);
  const surplus = summary.invalidReasons.find(({ code }) => code === 'surplus_recordings');
  expect(surplus?.text).toMatch(
    /"orders\/long-gone\/.*Bring it back, or remove .* `toolrig cassettes prune/u,
  );
  expect(result.err).toMatch(/there is no recording.*`toolrig record .* --scenario goodbye/u);
});

it.each([
  ['damaged', () => ''],
  ['unsealed', (text: string) => text.slice(0, text.lastIndexOf('{"type":"end"'))],
  ['wrong_version', (text: string) => text.replace('"version":1}\n', '"version":99}\n')],
  [
    'wrong_lane',
    () =>
      readFileSync(
        join(repositoryRoot, 'cassettes/orders/goodbye/reference/none.r1.jsonl'),
        'utf8',
      ),
  ],
  ['no_cassette', () => null],
])('the suggested command repairs it: %s', async (...[reason, damage]) => {
  await using folder = await copyRecordings();
  const lane = toLane(folder, 'refund-mug-zh');
  const damaged = damage(shipped);
  if (damaged === null) rmSync(lane);
  else writeFileSync(lane, damaged);
  const before = await replay(folder);
  expect(before.summary.invalidReasons.map(({ code }) => code)).toEqual([`cassette_${reason}`]);
  const [, command = ''] = /`toolrig ([^`]+)`/u.exec(before.err) ?? [];
  const server = await startAgentServer(handbook, 0);
  const mended = await toolrig(folder, ...command.split(' '), '--base-url', server.baseUrl);
  await server.close();
  expect(mended.exitCode).toBe(0);
  expect((await replay(folder)).exitCode).toBe(0);
});
