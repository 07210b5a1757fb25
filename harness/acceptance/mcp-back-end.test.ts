import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import type { RunSummary } from '../core/run.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import type { JsonValue } from '../json/json.ts';
import { readRun } from '../run/folder/read-run.ts';
import { notesServer } from '../testing/notes-server.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';

type Call = readonly [name: string, args: object];

interface Case {
  readonly id: string;
  readonly calls: readonly Call[];
  readonly expected?: object;
}

function toScenario({ id, calls, expected }: Case): object {
  return {
    id,
    user: `Do ${id}.`,
    expected: expected ?? { calls: calls.map(([tool]) => ({ tool, outcome: 'attempted' })) },
    script: [
      ...calls.map(([name, args]) => ({ calls: [{ name, arguments: args }] })),
      'That is what I found.',
    ],
  };
}

/** A suite whose tools are those of the notes server, in a scratch folder. */
async function writeSuite(
  cases: readonly Case[],
  mcp: Readonly<Record<string, unknown>> = {},
): Promise<ScratchFolder> {
  const scratch = await createScratchFolder();
  await scratch.write('server.mjs', notesServer);
  await scratch.write('files/a.txt', 'first');
  const command = ['node', '{suite}/server.mjs', '{folder}'];
  const suite = {
    name: 'notes',
    tools: { mcp: { command, folder: 'files', ...mcp } },
    scenarios: cases.map(toScenario),
  };
  await scratch.write('suite.json', JSON.stringify(suite));
  return scratch;
}

interface Ran {
  readonly summary: RunSummary;
  readonly exitCode: number;
  readonly err: string;
  readonly events: ReadonlyMap<string, readonly TranscriptEvent[]>;
}

async function run(scratch: ScratchFolder, words: readonly string[]): Promise<Ran> {
  const out = `runs-${words[0] ?? ''}-${words.length}`;
  const line = [...words, 'suite.json', '--json', '--out', out, '--cassettes', 'cassettes'];
  const result = await runCommandLine(runCli, line, { cwd: scratch.path });
  expect(result.out).not.toBe('');
  // The command prints exactly this object.
  const summary = JSON.parse(result.out) as RunSummary & { readonly runFolder: string };
  const events = new Map<string, readonly TranscriptEvent[]>();
  for await (const trial of readRun(join(scratch.path, summary.runFolder)).trials()) {
    if (trial.lane.plan === 'none') events.set(trial.lane.scenario, trial.events);
  }
  return { summary, exitCode: result.exitCode, err: result.err, events };
}

/** Status and value, or kind of error, of each result of a scenario. */
function results(ran: Ran, scenario: string): readonly (readonly [string, JsonValue])[] {
  return (ran.events.get(scenario) ?? []).flatMap((event) =>
    event.type === 'result' ? [[event.status, event.error?.kind ?? event.value] as const] : [],
  );
}

const adding: Case = {
  id: 'add',
  calls: [
    ['add_note', { note: 'milk' }],
    ['list_notes', {}],
  ],
};

it('is recorded, and replayed with the server removed, under every fault of standard', async () => {
  await using scratch = await writeSuite([adding, { id: 'look', calls: [['list_notes', {}]] }], {
    tools: { add_note: { effect: 'irreversible', effects: { key: ['note'] } } },
  });
  const recorded = await run(scratch, ['record', '--faults', 'standard']);
  expect(recorded.summary).toMatchObject({ invalid: 0, skipped: 0, exitCode: 0 });
  rmSync(join(scratch.path, 'server.mjs'));
  const replayed = await run(scratch, ['run', '--faults', 'standard']);
  expect(replayed.exitCode).toBe(0);
  const { planned, passed, faults, faultKinds } = replayed.summary;
  expect({ planned, passed, faults, faultKinds }).toEqual({
    planned: recorded.summary.planned,
    passed: recorded.summary.passed,
    faults: recorded.summary.faults,
    faultKinds: recorded.summary.faultKinds,
  });
  expect(Object.values(faultKinds).every(({ fired }) => fired > 0)).toBe(true);
  // A life for each trial: what another wrote is not there.
  expect(results(replayed, 'add')).toEqual([
    ['success', 'Added as number 1'],
    ['success', { notes: ['milk'] }],
  ]);
  expect(results(replayed, 'look')).toEqual([['success', { notes: [] }]]);
}, 120_000);

it('effects are measured where the suite gives a key, and are not applicable elsewhere', async () => {
  const twice: Case = {
    id: 'twice',
    calls: [
      ['add_note', { note: 'milk' }],
      ['add_note', { note: 'milk' }],
    ],
  };
  const doubles: unknown[] = [];
  for (const own of [{}, { effects: { key: ['note'] } }]) {
    await using scratch = await writeSuite([twice], {
      tools: { add_note: { effect: 'irreversible', ...own } },
    });
    await run(scratch, ['record']);
    const { summary } = await run(scratch, ['run']);
    doubles.push(summary.variants['reference']?.scores['effects.double']?.value ?? null);
  }
  // The reference loop answers the second call from its journal.
  expect(doubles).toEqual([null, 0]);
}, 60_000);

it('grades of hints are named until the suite confirms them', async () => {
  await using scratch = await writeSuite([{ id: 'look', calls: [['list_notes', {}]] }], {
    tools: { put_note: { effect: 'idempotent' } },
  });
  const { err } = await run(scratch, ['record']);
  expect(err.match(/"\w+" is taken for [^.]*/gu)).toEqual([
    '"add_note" is taken for irreversible: by the hint idempotentHint: false of the server',
    '"drop_notes" is taken for irreversible: the server gives no hint',
  ]);
});

it('a path that leads out of the folder is denied, by the boundary and by the server', async () => {
  const paths = ['a.txt', '/trial/a.txt', '../a.txt', '/etc/hosts', '/trial/../x'];
  const cases = paths.map((path, index) => ({
    id: `path-${index}`,
    calls: [['read_file', { path }]] as const,
    expected: { calls: [{ tool: 'read_file', outcome: index < 2 ? 'succeeded' : 'denied' }] },
  }));
  for (const own of [{}, { inside: [] }]) {
    await using scratch = await writeSuite(cases, { tools: { read_file: own } });
    const recorded = await run(scratch, ['record']);
    expect(recorded.summary).toMatchObject({ passed: paths.length, failed: 0, invalid: 0 });
    // The folder is the same on every machine.
    expect(results(recorded, 'path-0')).toEqual([['success', '/trial/a.txt: first']]);
    expect((await run(scratch, ['run'])).exitCode).toBe(0);
  }
}, 60_000);

it.each<[string, Case, string, RegExp]>([
  [
    'a call that the recording does not have',
    { ...adding, calls: [['add_note', { note: 'bread' }]] },
    'cassette_changed',
    /served\.add_note: recorded "\{\\"note\\":\\"milk\\"\}", now "\{\\"note\\":\\"bread\\"\}"/u,
  ],
  [
    'a call more than the recording has',
    { ...adding, calls: [...adding.calls, ['list_notes', {}]] },
    'cassette_exhausted',
    /no recorded answer left of the back end to "list_notes"/u,
  ],
])(
  '%s is a miss',
  async (...[, changed, code, text]) => {
    await using scratch = await writeSuite([adding]);
    await run(scratch, ['record']);
    const suite = JSON.parse(readFileSync(join(scratch.path, 'suite.json'), 'utf8')) as object;
    const scenarios = [toScenario(changed)];
    writeFileSync(join(scratch.path, 'suite.json'), JSON.stringify({ ...suite, scenarios }));
    const { summary, exitCode } = await run(scratch, ['run']);
    expect([exitCode, summary.invalid]).toEqual([4, 1]);
    expect(summary.invalidReasons[0]).toMatchObject({ code, text: expect.stringMatching(text) });
    expect((await run(scratch, ['record', '--stale'])).summary.exitCode).toBe(0);
    expect((await run(scratch, ['run'])).exitCode).toBe(0);
  },
  60_000,
);

it('a server that crashes makes the trial invalid, with its last words, and records nothing', async () => {
  await using scratch = await writeSuite([{ id: 'crash', calls: [['crash', {}]] }]);
  const { summary, exitCode } = await run(scratch, ['record']);
  expect([exitCode, summary.invalid]).toEqual([4, 1]);
  expect(summary.invalidReasons[0]).toMatchObject({
    code: 'mcp_server',
    text: expect.stringContaining('Its last line on standard error: Out of paper'),
  });
});

it.each<[string, Readonly<Record<string, unknown>>, readonly string[], RegExp]>([
  [
    'a replay before any recording',
    {},
    ['run'],
    /are not known yet: a replay never starts it .*Record the suite once/u,
  ],
  [
    'a program that is not there',
    { command: ['no-such-program'] },
    ['record'],
    /Cannot start the MCP server `no-such-program`/u,
  ],
  [
    'a program that ends at once',
    { command: ['node', '-e', 'console.error("No licence")'] },
    ['record'],
    /Cannot start the MCP server .*standard error: No licence/u,
  ],
  [
    'neither a command nor a URL',
    { command: undefined },
    ['record'],
    /must have either a command or a url/u,
  ],
  [
    'both of them',
    { url: 'http://127.0.0.1:1/mcp' },
    ['record'],
    /must have either a command or a url/u,
  ],
  [
    'a tool that it does not have',
    { only: ['list_note'] },
    ['record'],
    /there is no tool "list_note" of the server "notes".*Did you mean "list_notes"/u,
  ],
  ['a field that is not known', { comand: ['node'] }, ['record'], /comand/u],
  [
    'an effect that cannot be seen',
    { tools: { add_note: { effect: 'irreversible' } } },
    ['record'],
    /the effects of "add_note" cannot be seen/u,
  ],
])('%s is refused with what mends it', async (...[, mcp, words, text]) => {
  const expected = { calls: ['add_note'], effects: { add_note: 1 } };
  await using scratch = await writeSuite([{ ...adding, expected }], mcp);
  const result = await runCommandLine(runCli, [...words, 'suite.json'], { cwd: scratch.path });
  expect(result.exitCode).toBe(2);
  expect(result.err).toMatch(text);
});

it('a server is probed with --live only, and a tool that ends it is found', async () => {
  await using scratch = await writeSuite([{ id: 'look', calls: [['list_notes', {}]] }]);
  const probe = async (...more: readonly string[]): Promise<readonly unknown[]> => {
    const line = ['probe', 'suite.json', '--tool', 'list_notes,crash', '--json', ...more];
    const { exitCode, out } = await runCommandLine(runCli, line, { cwd: scratch.path });
    const codes = [...out.matchAll(/"(?:code|answered)": ("?\w+"?)/gu)].map(([, word]) => word);
    return [exitCode, ...codes];
  };
  // Nothing is known of the tools before the server was asked once.
  expect(await probe()).toEqual([2, '"SUITE_INVALID"']);
  expect(await probe('--live')).toEqual([1, '6', '0', '"crash"']);
});
