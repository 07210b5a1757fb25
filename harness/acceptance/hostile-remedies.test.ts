import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

import { expect, it } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';

function toSuite(ids: readonly string[], more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    name: 'odd',
    tools: [
      { name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' } },
    ],
    model: 'm',
    variants: [{ name: 'v $(touch variant)' }],
    scenarios: ids.map((id) => ({ id, user: 'Look', expected: { calls: [{ tool: 'look' }] } })),
    ...more,
  });
}

/** The words that a shell hands to `toolrig` for a command that a message gives. */
function readByShell(command: string, cwd: string): readonly string[] {
  const script = `toolrig() { printf '%s\\0' "$@"; }\n${command}`;
  const out = execFileSync('sh', ['-c', script], { cwd, encoding: 'utf8' });
  return out.split('\0').slice(0, -1);
}

const ids = [
  'plain',
  'two words',
  'a; touch semicolon #',
  '$(touch dollar)',
  "it's; touch quote",
  '--rerecord; touch flag',
  'x --scenario y; touch nested',
  '&& touch and',
];

it.each<[string, readonly string[]]>([
  ...ids.map((id): [string, readonly string[]] => [id, [id]]),
  ['all of them', ids],
])('the command that records what is missing is one command: %s', async (_, chosen) => {
  await using folder = await createScratchFolder();
  const file = 'a b;touch file.json';
  await folder.write(file, toSuite(chosen));
  for (const [more, scenario] of [
    [[], []],
    [
      ['--scenario', '*'],
      ['--scenario', chosen.join(',')],
    ],
  ] as const) {
    const args = ['run', file, '--json', '--out', 'runs', ...more];
    const { err } = await runCommandLine(runCli, args, { cwd: folder.path });
    const [, command = ''] = /`(toolrig record .*)`/u.exec(err) ?? [];
    const variant = ['--variant', 'v $(touch variant)'];
    expect(readByShell(command, folder.path)).toEqual(['record', file, ...scenario, ...variant]);
  }
  expect(readdirSync(folder.path).sort()).toEqual([file, 'runs']);
});

it.each<[string, unknown, readonly string[]]>([
  [
    'a host',
    { name: 'm', baseUrl: 'https://a;touch$IFS-host;.example/v1' },
    ['--allow-host', 'a;touch$ifs-host;.example'],
  ],
  [
    'a variable',
    { name: 'm', baseUrl: 'https://api.openai.com/v1', apiKeyEnv: 'A;touch variable;' },
    ['--allow-key', 'A;touch variable;'],
  ],
])('the option that agrees to %s is one option', async (_, model, words) => {
  await using folder = await createScratchFolder();
  await folder.write('suite.json', toSuite(['one'], { model }));
  const { exitCode, err } = await runCommandLine(runCli, ['record', 'suite.json'], {
    cwd: folder.path,
    env: { OPENAI_API_KEY: 'sk-none', 'A;touch variable;': 'sk-other' },
  });
  expect(exitCode).toBe(2);
  const [, option = ''] = /(--allow-.*), or with/u.exec(err) ?? [];
  expect([option, readByShell(`toolrig ${option}`, folder.path).slice(0, 2)]).toEqual([
    option,
    words,
  ]);
});
