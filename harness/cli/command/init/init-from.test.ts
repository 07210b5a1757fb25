import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCommandLine } from '../../../testing/run-command-line.ts';
import { createScratchFolder } from '../../../testing/scratch-folder.ts';
import { runCli } from '../../run-cli.ts';

const config = `
description: A desk for the weather
prompts: ['Weather in {{city}}?']
providers:
  - id: openai:gpt-4.1-mini
    config: { tools: file://tools.yaml }
tests:
  - vars: { city: Paris }
    assert:
      - { type: trajectory:tool-args-match, value: { name: weather, args: { city: '{{city}}' } } }
      - { type: contains, value: 'Paris (FR)' }
      - { type: llm-rubric, value: is polite }
`;
const tools = `
- type: function
  function:
    name: weather
    description: Shows the weather of a city.
    parameters: { type: object, properties: { city: { type: string } } }
`;

it('a suite made from promptfoo says what it does not hold, loads, and judges as the source does', async () => {
  await using folder = await createScratchFolder();
  const place = { cwd: folder.path };
  await writeFile(join(folder.path, 'promptfooconfig.yaml'), config);
  await writeFile(join(folder.path, 'tools.yaml'), tools);
  const words = ['init', 'mine', '--from', 'promptfooconfig.yaml', '--format', 'promptfoo'];
  const made = await runCommandLine(runCli, words, place);
  expect([made.exitCode, made.err]).toEqual([0, '']);
  const note = 'promptfooconfig.yaml $.tests[0].assert[2] (llm-rubric)';
  expect(made.out).toContain(
    `1 scenario from promptfooconfig.yaml\nnot carried over (1):\n  ${note}: `,
  );
  const file = join(folder.path, 'mine', 'suite.yaml');
  const text = await readFile(file, 'utf8');
  expect(text).toContain(`# - not carried over: ${note}: `);
  const runs: unknown[] = [];
  for (const [city, answer] of [
    ['Paris', 'In Paris (FR): sun.'],
    ['Rome', 'In Paris (FR): sun.'],
    ['Paris', 'In paris (FR): sun.'],
  ]) {
    const script = JSON.stringify([{ calls: [{ name: 'weather', arguments: { city } }] }, answer]);
    await writeFile(
      file,
      text.replace('  - name: gpt-4.1-mini\n', `  - { name: gpt-4.1-mini, script: ${script} }\n`),
    );
    const { out } = await runCommandLine(runCli, ['run', 'mine', '--json'], place);
    const { passed, failures } = JSON.parse(out) as {
      passed: number;
      failures: { code: string }[];
    };
    runs.push([passed, failures.map(({ code }) => code)]);
  }
  expect(runs).toEqual([
    [1, []],
    [0, [expect.any(String)]],
    [0, ['not_said']],
  ]);
});

it.each<[readonly string[], string]>([
  [['--from', 'promptfooconfig.yaml'], 'give both --from FILE and --format'],
  [['--format', 'promptfoo'], 'give both --from FILE and --format'],
  [['--from', 'none.yaml', '--format', 'promptfoo'], 'Cannot read "none.yaml"'],
  [['--from', 'empty.yaml', '--format', 'promptfoo'], 'nothing of it can be carried over'],
  [
    ['--from', 'broken.yaml', '--format', 'promptfoo'],
    'Cannot import "broken.yaml:2": cannot be read as YAML',
  ],
  [['--from', 'empty.yaml', '--format', 'promptfoo', '--class', 'match'], 'Cannot use --class'],
])('init %j is refused and writes nothing', async (flags, message) => {
  await using folder = await createScratchFolder();
  await writeFile(join(folder.path, 'promptfooconfig.yaml'), config);
  await writeFile(join(folder.path, 'empty.yaml'), 'prompts: [x]\ntests: []\n');
  await writeFile(join(folder.path, 'broken.yaml'), 'prompts: [x\n');
  const { exitCode, err } = await runCommandLine(runCli, ['init', 'mine', ...flags], {
    cwd: folder.path,
  });
  expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
  await expect(readFile(join(folder.path, 'mine', 'suite.yaml'))).rejects.toThrow(/ENOENT/u);
});
