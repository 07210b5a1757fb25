import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { createScriptedAgent } from '../harness/agent/create-scripted-agent.ts';
import { runCli } from '../harness/cli/run-cli.ts';
import type { RunSummary } from '../harness/core/run.ts';
import { runCommandLine } from '../harness/testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../harness/testing/scratch-folder.ts';
import { type SpawnedCommand, spawnCommandLine } from '../harness/testing/spawn-command-line.ts';
import { handbook } from '../suites/orders/handbook.ts';
import { createAgentServer } from './agent-server/create-agent-server.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

interface GatedServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Resolves when the gate holds its first request. */
  readonly held: Promise<void>;
  /** Lets everything through, now and later. */
  open(): void;
}

/** The scripted agents behind a gate that lets so many requests through and holds the others. */
async function startGatedServer(through: number): Promise<GatedServer> {
  const { server: agents } = createAgentServer(
    new Map([['clerk', createScriptedAgent('clerk', handbook)]]),
  );
  let count = 0;
  let tellHeld = (): void => undefined;
  let open = (): void => undefined;
  const held = new Promise<void>((resolve) => (tellHeld = resolve));
  const gate = new Promise<void>((resolve) => (open = resolve));
  const server = createServer((request, response) => {
    count += 1;
    if (count > through) tellHeld();
    const pass = count > through ? gate : Promise.resolve();
    void pass.then(() => agents.emit('request', request, response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    held,
    open,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Polls for the next change of a file system, which sends no events. */
async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { timeout: 15_000, interval: 10 }).toBe(true);
}

function onlyRun(folder: ScratchFolder): string {
  const runs = join(folder.path, 'runs');
  const [run = '', ...others] = existsSync(runs) ? readdirSync(runs) : [];
  expect(others).toEqual([]);
  return join(runs, run);
}

function readLines(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

const stable = ['trials.jsonl', 'scores.jsonl', 'summary.json'] as const;

function readStable(run: string): readonly string[] {
  return stable.map((file) => readFileSync(join(run, file), 'utf8'));
}

/** A run folder that says that it was interrupted, of whole lines only. */
function expectInterrupted(run: string): void {
  expect(readdirSync(run).sort()).toEqual(['manifest.json', ...stable].sort());
  const summary = JSON.parse(readFileSync(join(run, 'summary.json'), 'utf8')) as {
    readonly planned: number;
    readonly invalidReasons: readonly { readonly code: string }[];
  };
  expect(summary).toMatchObject({ exitCode: 130, verdict: 'INVALID' });
  expect(summary.invalidReasons.map(({ code }) => code)).toContain('interrupted');
  for (const file of ['trials.jsonl', 'scores.jsonl']) {
    const lines = readLines(join(run, file));
    expect(lines.at(-1)).toBe('');
    expect(lines.slice(0, -1).map((line) => typeof JSON.parse(line))).toEqual(
      Array.from({ length: summary.planned }, () => 'object'),
    );
  }
}

/** All files of recordings by path, without what tells the moment of recording. */
function readRecordings(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
  return Object.fromEntries(
    paths.map((path) => [
      path,
      readFileSync(join(folder, path), 'utf8')
        .replace(/"recordedAt":"[^"]*"/u, '')
        .replace(/"salt":"[^"]*"/u, '')
        .replace(/("type":"end".*"hash":)"[0-9a-f]*"/u, '$1'),
    ]),
  );
}

const signals = ['SIGINT', 'SIGTERM'] as const;
const replayed = [
  'run',
  'suites/orders',
  '--faults',
  'standard',
  '--variant',
  'reference,naive',
] as const;

it.each(signals)(
  'B151 %s in the middle of a run: 130, a valid folder, and --resume finishes it',
  async (signal) => {
    await using folder = await createScratchFolder();
    const args = [...replayed, '--out', join(folder.path, 'runs')];
    const { child, done } = spawnCommandLine(args);
    await until(() => {
      const runs = join(folder.path, 'runs');
      const [run] = existsSync(runs) ? readdirSync(runs) : [];
      return run !== undefined && readLines(join(runs, run, 'trials.jsonl')).length > 20;
    });
    child.kill(signal);
    const { exitCode, err } = await done;
    expect([exitCode, err]).toEqual([130, expect.stringContaining('Stopping')]);
    const run = onlyRun(folder);
    expectInterrupted(run);
    const resumed = await runCommandLine(runCli, [...args, '--resume', run]);
    expect(resumed.exitCode).toBe(1);
    const whole = await runCommandLine(runCli, [...replayed, '--out', join(folder.path, 'whole')]);
    expect(whole.exitCode).toBe(1);
    const [again = ''] = readdirSync(join(folder.path, 'whole'));
    expect(readStable(run)).toEqual(readStable(join(folder.path, 'whole', again)));
  },
);

function record(
  folder: ScratchFolder,
  server: GatedServer,
  more: readonly string[] = [],
): readonly string[] {
  return [
    'record',
    'suites/orders',
    '--base-url',
    server.baseUrl,
    '--cassettes',
    join(folder.path, 'cassettes'),
    '--out',
    join(folder.path, 'runs'),
    ...more,
  ];
}

async function recordWhole(): Promise<Readonly<Record<string, string>>> {
  await using folder = await createScratchFolder();
  await using server = await startGatedServer(Number.POSITIVE_INFINITY);
  const { exitCode } = await runCommandLine(runCli, record(folder, server));
  expect(exitCode).toBe(0);
  return readRecordings(join(folder.path, 'cassettes'));
}

async function startRecording(folder: ScratchFolder, server: GatedServer): Promise<SpawnedCommand> {
  const command = spawnCommandLine(record(folder, server));
  await Promise.race([server.held, command.done]);
  return command;
}

it.each(signals)(
  '%s in the middle of a recording: no half lane, and --resume finishes it',
  async (signal) => {
    await using folder = await createScratchFolder();
    await using server = await startGatedServer(30);
    const { child, done } = await startRecording(folder, server);
    child.kill(signal);
    const { exitCode } = await done;
    expect(exitCode).toBe(130);
    expectInterrupted(onlyRun(folder));
    const whole = await recordWhole();
    const kept = readRecordings(join(folder.path, 'cassettes'));
    const lanes = Object.keys(kept).filter((path) => path.startsWith('orders/'));
    expect(lanes.length).toBeGreaterThan(3);
    expect(lanes.length).toBeLessThan(22);
    expect(whole).toMatchObject(kept);
    server.open();
    const resume = ['--resume', onlyRun(folder)];
    const resumed = await runCommandLine(runCli, record(folder, server, resume));
    expect(resumed.exitCode).toBe(0);
    expect(readRecordings(join(folder.path, 'cassettes'))).toEqual(whole);
  },
);

it('a second signal quits at once', async () => {
  await using folder = await createScratchFolder();
  await folder.write(
    'suite.ts',
    "console.error('loading');\nawait new Promise((end) => setTimeout(end, 1e8));\n",
  );
  const { child, done, errSoFar } = spawnCommandLine(['run', 'suite.ts'], { cwd: folder.path });
  await until(() => errSoFar().includes('loading'));
  child.kill('SIGINT');
  await until(() => errSoFar().includes('Press again to quit at once'));
  expect(child.exitCode).toBe(null);
  child.kill('SIGINT');
  const { exitCode, signal } = await done;
  // Between two waits of the thread that watches signals, a signal ends the process itself; a shell calls that 130 too.
  expect(signal === 'SIGINT' ? 130 : exitCode).toBe(130);
});

it('SIGKILL in the middle of a recording: nothing of it is used, and the next recorder takes over', async () => {
  await using folder = await createScratchFolder();
  await using server = await startGatedServer(30);
  const { child, done } = await startRecording(folder, server);
  child.kill('SIGKILL');
  expect(await done).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  const whole = await recordWhole();
  const left = readRecordings(join(folder.path, 'cassettes'));
  const drafts = Object.keys(left).filter((path) => path.endsWith('.part'));
  expect(drafts.length).toBeGreaterThan(0);
  const sealed = Object.entries(left).filter(([path]) => !path.endsWith('.part'));
  expect(whole).toMatchObject(Object.fromEntries(sealed));
  const cassettes = ['--cassettes', join(folder.path, 'cassettes')];
  const out = ['--out', join(folder.path, 'replays')];
  const replay = await runCommandLine(runCli, [
    'run',
    'suites/orders',
    '--json',
    ...cassettes,
    ...out,
  ]);
  const lanes = sealed.filter(([path]) => path.startsWith('orders/'));
  const summary = JSON.parse(replay.out) as RunSummary;
  expect(summary).toMatchObject({ exitCode: 4, passed: lanes.length, invalid: 22 - lanes.length });
  expect(new Set(summary.invalidReasons.map(({ code }) => code))).toEqual(
    new Set(['cassette_no_cassette']),
  );
  server.open();
  const again = await spawnCommandLine(record(folder, server, ['--resume', onlyRun(folder)])).done;
  expect([again.exitCode, again.err]).toEqual([0, expect.not.stringContaining('Cannot')]);
  expect(readRecordings(join(folder.path, 'cassettes'))).toEqual(whole);
});

it('of two recorders of one lane the second is refused with the name of the first, which is not disturbed', async () => {
  await using folder = await createScratchFolder();
  await using server = await startGatedServer(1);
  const one = ['--scenario', 'goodbye'];
  await runCommandLine(runCli, record(folder, server, ['--scenario', 'opening-hours-zh']));
  const first = spawnCommandLine(record(folder, server, one));
  await server.held;
  const second = await runCommandLine(runCli, [...record(folder, server, one), '--json']);
  expect(second.exitCode).toBe(4);
  expect(JSON.parse(second.out)).toMatchObject({
    invalidReasons: [
      {
        code: 'cassette_locked',
        text: expect.stringMatching(
          /Cannot record lane "orders\/goodbye\/reference\/none\/r1": another recorder holds ".*none\.r1\.jsonl\.lock\.part"\. Wait for it/u,
        ) as unknown,
      },
    ],
  });
  server.open();
  expect((await first.done).exitCode).toBe(0);
  expect(Object.keys(readRecordings(join(folder.path, 'cassettes/orders')))).toEqual([
    'goodbye/reference/none.r1.jsonl',
    'opening-hours-zh/reference/none.r1.jsonl',
  ]);
});

/** Runs a shell script that sees mounts of its own. */
const inOwnMounts = ['unshare', '-m', 'sh', '-c'] as const;

/** A small disk of its own for one command: mounted for it alone, copied to `left` when it ends. */
function onDisk(mountOptions: string, disk: string, left: string): readonly string[] {
  const script = `mount -t tmpfs -o ${mountOptions} none "${disk}" || exit 99; "$@"; code=$?; cp -r "${disk}" "${left}"; exit $code`;
  return [...inOwnMounts, script, 'sh'];
}

function canMount(): boolean {
  const [program, ...rest] = inOwnMounts;
  const tried = spawnSync(program, [...rest, 'mount -t tmpfs -o size=4k none /mnt']);
  if (tried.status === 0) return true;
  console.log('Skipped: full and read-only disks need the right to mount one');
  return false;
}

interface Ending {
  readonly what: string;
  readonly options: string;
  readonly place: 'runs' | 'cassettes';
  /** Options of the command; paths in them are below the place. */
  readonly more?: readonly string[];
  /** Default 4: it began, and could not be measured. */
  readonly exitCode?: number;
  readonly told: RegExp;
}

const readOnly =
  /^toolrig: Cannot make the run folder ".*": the file system is read-only \(EROFS\)\. Choose another place with --out$/mu;

const endings: readonly Ending[] = [
  {
    what: 'a full disk under the run folder',
    options: 'size=32k',
    place: 'runs',
    told: /^toolrig: Cannot write the run folder ".*": the disk is full \(ENOSPC\)\. Free or choose another place with --out$/mu,
  },
  {
    what: 'a read-only run folder',
    options: 'ro',
    place: 'runs',
    exitCode: 2,
    told: readOnly,
  },
  {
    what: 'a folder of runs that cannot be made on a read-only disk',
    options: 'ro',
    place: 'runs',
    more: ['--out', 'deep/er'],
    exitCode: 2,
    told: readOnly,
  },
  {
    what: 'a full disk under the recordings',
    options: 'size=60k',
    place: 'cassettes',
    told: /^toolrig: Cannot record to ".*": the disk is full\. Make room and record again; nothing half written is used$/mu,
  },
  {
    what: 'a read-only folder of recordings',
    options: 'ro',
    place: 'cassettes',
    told: /^toolrig: Cannot record to ".*": the folder may not be written to\. Change its permissions or choose another folder$/mu,
  },
];

it.each(canMount() ? endings : [])(
  '$what: its exit code, one clear message, nothing half used',
  async (ending) => {
    await using folder = await createScratchFolder();
    await using server = await startGatedServer(Number.POSITIVE_INFINITY);
    const disk = join(folder.path, ending.place);
    const left = join(folder.path, 'left');
    mkdirSync(disk);
    const [option, path = ''] = ending.more ?? [];
    const more = option === undefined ? [] : [option, join(disk, path)];
    const args = record(folder, server, more);
    const { exitCode, out, err } = await spawnCommandLine(args, {
      under: onDisk(ending.options, disk, left),
    }).done;
    expect([exitCode, out + err]).toEqual([
      ending.exitCode ?? 4,
      expect.not.stringMatching(/^ +at |fault of toolrig/mu),
    ]);
    expect(err).toMatch(ending.told);
    expect(err.match(/^toolrig: /gmu)).toHaveLength(1);
    const whole = await recordWhole();
    const recorded = readRecordings(
      ending.place === 'runs' ? join(folder.path, 'cassettes') : left,
    );
    expect(Object.keys(recorded).filter((path) => path.endsWith('.part'))).toEqual([]);
    expect(whole).toMatchObject(recorded);
    expect(Object.keys(recorded).length).toBeLessThan(Object.keys(whole).length);
  },
);
