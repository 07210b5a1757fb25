import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

async function run(
  out: string,
  rest: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return await runCommandLine(
    runCli,
    ['run', 'suites/tutorial', '--out', join(out, 'runs'), ...rest],
    { env },
  );
}

it('a second run says how many trials it took from the first, in words and as JSON', async () => {
  await using scratch = await createScratchFolder();
  const cache = ['--cache', join(scratch.path, 'cache')];
  const first = await run(scratch.path, cache);
  expect([first.exitCode, first.err, first.out]).toEqual([
    0,
    '',
    expect.not.stringContaining('reused'),
  ]);
  const second = await run(scratch.path, [...cache, '--quiet']);
  expect(second.out).toMatch(
    /^(?<n>\d+) of \k<n> trials reused: nothing that they depend on has changed\n/u,
  );
  const verified = await run(scratch.path, [...cache, '--verify', '1', '--json']);
  const reuse: unknown = JSON.parse(verified.out);
  expect(reuse).toMatchObject({ reuse: { reused: 5, of: 6, verified: 1, notes: [] } });
  const fresh = await run(scratch.path, [...cache, '--fresh', '--json']);
  expect(JSON.parse(fresh.out)).toMatchObject({ reuse: { reused: 0, of: 6 } });
});

it('TOOLRIG_CACHE names the folder for all runs, and turns reuse off', async () => {
  await using scratch = await createScratchFolder();
  const at = { TOOLRIG_CACHE: join(scratch.path, 'cache') };
  await run(scratch.path, [], at);
  expect((await run(scratch.path, [], at)).out).toContain('6 of 6 trials reused');
  const off = await run(scratch.path, ['--cache', 'off', '--json'], at);
  expect(JSON.parse(off.out)).not.toHaveProperty('reuse');
  expect((await run(scratch.path, [], { TOOLRIG_CACHE: 'off' })).out).not.toContain('reused');
  expect(readdirSync(scratch.path).toSorted()).toEqual(['cache', 'runs']);
});

it('a note says why a suite is not reused', async () => {
  await using scratch = await createScratchFolder();
  const text = `import { defineSuite } from 'toolrig';
const price = Number(process.env.PRICE ?? 1);
export default defineSuite({
  tools: [{ name: 'ask', description: 'Asks for the price.', effect: 'read', parameters: { type: 'object' }, handler: () => price }],
  scenarios: [{ id: 'one', user: 'Ask', script: ['Done.'], expected: { calls: [] } }],
});
`;
  await scratch.write('suite.ts', text);
  for (const args of [[], ['--quiet']]) {
    const { err } = await runCommandLine(runCli, ['run', 'suite.ts', '--cache', 'cache', ...args], {
      cwd: scratch.path,
    });
    expect(err).toBe(
      args.length > 0 ? '' : 'note: no trial is reused: "suite.ts" uses `process`\n',
    );
  }
});

it.each([
  [['--fresh', '--verify', '3'], 'Cannot use --verify with --fresh: a fresh run reuses no trial'],
  [
    ['--fresh', '--mode', 'live'],
    'Cannot use --fresh with --mode live: only a replay reuses trials',
  ],
  [
    ['--verify', '2', '--debug', 'x'],
    'Cannot use --verify with --debug: only a replay reuses trials',
  ],
  [['--changed', '--cache', 'a', '--fresh'], 'Cannot use --changed with --fresh'],
  [['--changed', '--cache', 'a', '--shard', '1/2'], 'Cannot use --changed with --shard'],
  [['--cache', 'a', '--mode', 'record'], 'Cannot use --cache with --mode record: only a replay'],
])('%j is refused', async (args, text) => {
  const { exitCode, err } = await run('unused', args);
  expect([exitCode, err]).toEqual([2, expect.stringContaining(text)]);
});

const dataSuite = (word: string): string => `name: shop
tools:
  - { name: find, description: Finds an item., effect: read, parameters: { type: object }, results: [{ give: { found: 3 } }] }
scenarios:
${['lamp', 'desk', 'sofa']
  .map(
    (id) =>
      `  - { id: ${id}, user: Is there a ${id === 'desk' ? word : id}?, script: [{ calls: [{ name: find, arguments: {} }] }, ${id === 'sofa' ? "'No.'" : "'Yes.'"}], expected: { calls: [find]${id === 'sofa' ? ', says: [Yes]' : ''} } }`,
  )
  .join('\n')}
`;

it('--changed leaves out what passed and has not changed; what failed is never left out, and no gate passes', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.yaml', dataSuite('desk'));
  await scratch.write(
    'toolrig.config.mjs',
    "export default { gates: [{ metric: 'task.success', min: 0.1 }] };\n",
  );
  const command = async (...args: readonly string[]): Promise<CommandResult> =>
    await runCommandLine(runCli, args, { cwd: scratch.path });
  const runHere = async (...args: readonly string[]): Promise<CommandResult> =>
    await command('run', 'suite.yaml', '--cache', 'cache', ...args);
  expect((await runHere('--changed', '--json')).exitCode).toBe(1);
  await scratch.write('suite.yaml', dataSuite('table'));
  const { out, exitCode } = await runHere('--changed', '--json');
  expect([exitCode, JSON.parse(out)]).toEqual([
    1,
    expect.objectContaining({
      planned: 2,
      passed: 1,
      failed: 1,
      verdict: 'FAIL',
      reuse: {
        left: { conversations: 1, of: 3, scenarios: ['lamp'] },
        reused: 1,
        of: 2,
        verified: 0,
        notes: [],
      },
    }),
  ]);
  const passing = ['--scenario', 'lamp,desk', '--changed', '--out', 'left'];
  const told = await runHere(...passing);
  expect([told.exitCode, told.out]).toEqual([
    3,
    expect.stringMatching(
      /^2 of 2 conversations left out \(--changed\): .*; scenarios lamp, desk$/mu,
    ),
  ]);
  const gated = await runHere(...passing, '--gate');
  expect([gated.exitCode, gated.out]).toEqual([
    4,
    expect.stringContaining('2 of 2 were not run: --changed left them out'),
  ]);
  const [folder = ''] = readdirSync(join(scratch.path, 'left')).toSorted();
  const accepted = await command('baseline', 'accept', join('left', folder));
  expect([accepted.exitCode, accepted.err]).toEqual([
    4,
    expect.stringContaining('--changed left conversations out'),
  ]);
  expect((await command('report', join('left', folder))).exitCode).toBe(3);
});

it('--changed needs results of earlier runs', async () => {
  const { exitCode, err } = await run('unused', ['--changed']);
  expect([exitCode, err]).toEqual([
    2,
    expect.stringContaining('Cannot use --changed without results of earlier runs'),
  ]);
});
