import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { starterSuite } from './command/init/starter-suite.ts';
import { repositoryRoot } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';

/** A suite whose one tool does what the test wants. */
function toSuiteText(before: string, handler: string): string {
  return `${before}
export default {
  name: 'odd',
  tools: [{ name: 'f', description: 'Does it.', effect: 'read', parameters: { type: 'object', properties: {} }, handler: () => { ${handler} } }],
  model: { script: [] },
  scenarios: [{ id: 'a', user: 'go', script: [{ calls: [{ name: 'f' }] }, 'ok'], expected: { calls: ['f'] } }],
};
`;
}

const ended = /the process ended before its work was done/u;
const threw = /threw outside of any trial: (lost|late)/u;

it.each([
  ['a suite that exits at load', toSuiteText('process.exit(0);', 'return 1;'), ended, null],
  ['a tool that exits', toSuiteText('', 'process.exit(0);'), ended, null],
  [
    'a suite that never settles',
    toSuiteText('await new Promise(() => undefined);', 'return 1;'),
    ended,
    null,
  ],
  [
    'a rejection that nothing awaits',
    toSuiteText('', "void Promise.reject(new Error('lost')); return 1;"),
    threw,
    'INVALID',
  ],
  [
    'a throw in a timer',
    toSuiteText('', "setTimeout(() => { throw new Error('late'); }, 0); return 1;"),
    threw,
    'INVALID',
  ],
])('%s is never a pass', async (...[, text, message, verdict]) => {
  await using folder = await createScratchFolder();
  await folder.write('suite.ts', text);
  const result = run(folder.path);
  expect([result.status, result.stderr]).toEqual([4, expect.stringMatching(message)]);
  expect(result.stdout === '' ? null : readVerdict(result.stdout)).toBe(verdict);
});

it('what a suite prints goes to standard error, and standard output is one JSON object', async () => {
  await using folder = await createScratchFolder();
  await folder.write(
    'suite.ts',
    toSuiteText("console.log('noise');", "console.info('more'); return 1;"),
  );
  const result = run(folder.path);
  expect(result.status).toBe(0);
  expect(result.stderr).toMatch(/noise\n(.*\n)*more/u);
  expect(readVerdict(result.stdout)).toBe('PASS');
});

function run(cwd: string): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const jiti = join(repositoryRoot, 'node_modules/jiti/lib/jiti-register.mjs');
  const main = join(repositoryRoot, 'harness/cli/main.ts');
  return spawnSync(process.execPath, ['--import', jiti, main, 'run', 'suite.ts', '--json'], {
    cwd,
    encoding: 'utf8',
  });
}

function readVerdict(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null && 'verdict' in parsed
    ? parsed.verdict
    : undefined;
}

it.each([[['--help']], [['run', 'suite.yaml', '--json']], [['run', 'suite.yaml']]])(
  'output that a full disk does not take is an error: %j',
  async (args) => {
    await using folder = await createScratchFolder();
    await folder.write('suite.yaml', starterSuite);
    const full = openSync('/dev/full', 'w');
    const entry = join(repositoryRoot, 'dist/harness/cli/main.js');
    const result = spawnSync(process.execPath, [entry, ...args], {
      cwd: folder.path,
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect([result.status, result.stderr]).toEqual([
      4,
      expect.stringContaining('the output could not be written: the disk is full (ENOSPC)'),
    ]);
  },
);
