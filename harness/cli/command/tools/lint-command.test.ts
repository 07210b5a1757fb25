import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { lintRules } from '../../../lint/registry.ts';
import { repositoryRoot, runCommandLine } from '../../../testing/run-command-line.ts';
import { createScratchFolder } from '../../../testing/scratch-folder.ts';
import { runCli } from '../../run-cli.ts';

const lint = async (
  args: readonly string[],
  cwd = repositoryRoot,
): Promise<Awaited<ReturnType<typeof runCommandLine>>> =>
  await runCommandLine(runCli, ['lint', ...args], { cwd });

it('a careless toolset has no description that says when not to use a tool, a careful one has no warning', async () => {
  const careless = await lint([
    'suites/support-desk',
    '--toolset',
    'desk@1',
    '--only',
    'no-when-not',
  ]);
  expect(careless.exitCode).toBe(0);
  expect(careless.out.match(/\[no-when-not\]/gu)?.length).toBe(12);
  for (const [suite, set] of [
    ['suites/orders', 'orders@2'],
    ['suites/support-desk', 'desk@2'],
  ] as const) {
    const careful = await lint([suite, '--toolset', set, '--fail-on', 'warning']);
    expect([careful.exitCode, careful.out]).toEqual([0, expect.stringContaining('0 warnings')]);
  }
});

it('evidence of runs is added to the findings about the same tool', async () => {
  await using scratch = await createScratchFolder();
  await runCommandLine(runCli, ['run', 'support-desk', '--variant', 'encoder-desk1'], {
    cwd: scratch.path,
  });
  const [run] = readdirSync(join(scratch.path, 'reports/runs'));
  const { out } = await lint(
    ['support-desk', '--toolset', 'desk@1', '--run', `reports/runs/${run}`],
    scratch.path,
  );
  expect(out).toContain('in runs, "get_case" was made 2 times where "get_device" was expected');
});

const open = [
  {
    name: 'refund',
    description: 'Refunds an order once.',
    input_schema: {
      type: 'object',
      properties: {
        order: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        lines: {
          type: 'array',
          items: { type: 'object', properties: { no: { type: 'integer' } } },
        },
      },
    },
  },
];

it('--fix closes open objects at every depth, touches nothing else, and has nothing more to mend after that', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('tools.json', JSON.stringify({ model: 'm', tools: open }));
  const first = await lint(['tools.json', '--fix'], scratch.path);
  expect(first.err).toContain('mended 1 of 1 tools');
  const fixed: unknown = JSON.parse(readFileSync(join(scratch.path, 'tools.json'), 'utf8'));
  const closed = { additionalProperties: false };
  expect(fixed).toEqual({
    model: 'm',
    tools: [
      {
        name: 'refund',
        description: 'Refunds an order once.',
        input_schema: {
          type: 'object',
          ...closed,
          properties: {
            order: {
              type: 'object',
              properties: { id: { type: 'string' } },
              required: ['id'],
              ...closed,
            },
            lines: {
              type: 'array',
              items: { type: 'object', properties: { no: { type: 'integer' } }, ...closed },
            },
          },
        },
      },
    ],
  });
  const again = await lint(['tools.json', '--fix'], scratch.path);
  expect(again.err).toContain('mended 0 of 1 tools');
});

it('writes SARIF with every rule and a place for each finding, and annotations', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('tools.json', JSON.stringify(open));
  const { out } = await lint(['tools.json', '--sarif', 'out.sarif', '--annotations'], scratch.path);
  const sarif: unknown = JSON.parse(readFileSync(join(scratch.path, 'out.sarif'), 'utf8'));
  expect(sarif).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { rules: lintRules.map(({ id }) => ({ id })) } },
        results: expect.arrayContaining([
          expect.objectContaining({
            ruleId: 'open-object',
            level: 'warning',
            locations: [
              expect.objectContaining({
                logicalLocations: [{ fullyQualifiedName: 'tools.json/refund/lines[]' }],
              }),
            ],
          }),
        ]),
      },
    ],
  });
  expect(out).toContain('::warning file=tools.json,title=open-object%3A refund::');
});

it.each([
  ['an unknown rule', ['tools.json', '--only', 'nope'], 'There is no rule "nope"'],
  ['no rule left', ['tools.json', '--only', 'overlap', '--ignore', 'overlap'], 'no rule is left'],
  ['no input', [], 'name a suite or a JSON file'],
  ['no list', ['7.json'], 'expected a list of tools'],
  ['no JSON', ['broken.json'], 'it is not JSON'],
  ['a suite with --fix', ['orders', '--fix'], 'Cannot fix a suite'],
  ['an unknown toolset', ['orders', '--toolset', 'orders@9'], 'it has orders@1, orders@2'],
  ['no run', ['tools.json', '--run', 'nowhere'], 'it is not a run folder'],
  ['long ids with --fix', ['ids.json', '--fix'], 'would round'],
])('refuses %s', async (...[, args, message]) => {
  await using scratch = await createScratchFolder();
  await scratch.write('tools.json', JSON.stringify(open));
  await scratch.write('7.json', '7');
  await scratch.write('broken.json', '[');
  await scratch.write('ids.json', JSON.stringify(open).replace('once', '1234567890123456789'));
  const result = await lint(args, scratch.path);
  expect([result.exitCode, result.err]).toEqual([2, expect.stringContaining(message)]);
});

it.each([
  ['error', 0],
  ['warning', 1],
  ['never', 0],
])('--fail-on %s ends with exit code %i where there are only warnings', async (severity, code) => {
  await using scratch = await createScratchFolder();
  await scratch.write('tools.json', JSON.stringify(open));
  expect((await lint(['tools.json', '--fail-on', severity], scratch.path)).exitCode).toBe(code);
});
