import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import { parse } from 'yaml';

import { repositoryRoot } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const github = join(repositoryRoot, '.github');
const readYaml = (path: string): unknown => parse(readFileSync(join(github, path), 'utf8'));
const action = readYaml('actions/toolrig/action.yml') as {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};
const workflow = readYaml('workflows/toolrig.yml') as {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
};

it('the workflow uses the action with inputs that it has', () => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const [use] = steps.filter((step) => step.uses === './.github/actions/toolrig');
  const known = Object.keys(action.inputs);
  expect(Object.keys(use?.with ?? {}).filter((name) => !known.includes(name))).toEqual([]);
  expect(use?.with?.['suite']).toBe('suites/orders');
});

it('no text of a pull request is pasted into a script', () => {
  const scripts = [
    ...action.runs.steps,
    ...Object.values(workflow.jobs).flatMap((job) => job.steps),
  ];
  expect(scripts.flatMap((step) => step.run ?? []).filter((run) => run.includes('${{'))).toEqual(
    [],
  );
});

it.each([
  { words: '--variant reference --scenario nothing-found', exitCode: 0, verdict: 'PASS' },
  { words: '--variant naive --scenario nothing-found', exitCode: 1, verdict: 'FAIL' },
  {
    words: '--scenario nothing-found --cassettes nowhere',
    exitCode: 4,
    verdict: 'INVALID',
  },
])('the action with "$words": exit code $exitCode', { timeout: 60_000 }, async (told) => {
  const { run, scratch } = await runAction(told.words);
  await using _ = scratch;
  expect([run.status, run.stderr.includes('fault of toolrig')]).toEqual([told.exitCode, false]);
  const read = async (name: string): Promise<string> =>
    await readFile(join(scratch.path, name), 'utf8');
  expect(await read('summary.md')).toContain(`toolrig \`orders\`: ${told.verdict}`);
  expect(await read('output')).toMatch(
    new RegExp(`^exit-code=${told.exitCode}\nrun-folder=.+\nverdict=${told.verdict}\n$`, 'u'),
  );
  const level = told.exitCode === 0 ? 'notice' : 'error';
  expect(run.stdout).toMatch(new RegExp(`^::${level} file=suites/orders/suite.ts,title=`, 'mu'));
  expect(await read('reports/junit.xml')).toContain('<testsuites ');
  expect(await read('reports/report.html')).toContain('<!doctype html>');
});

it(
  'a run that does not begin is reported as an error, with its exit code',
  { timeout: 60_000 },
  async () => {
    const { run, scratch } = await runAction('--mode nonsense');
    await using _ = scratch;
    expect(run.status).toBe(2);
    expect(run.stdout).toContain('::error title=toolrig::The run did not begin (exit code 2)');
  },
);

/** Runs the action's script as a runner would, with an `npx` that runs the sources. */
async function runAction(words: string) {
  const scratch = await createScratchFolder();
  const register = join(repositoryRoot, 'node_modules/jiti/lib/jiti-register.mjs');
  const main = join(repositoryRoot, 'harness/cli/main.ts');
  await scratch.write(
    'bin/npx',
    `#!/bin/bash\nexec "${process.execPath}" --import "${register}" "${main}" "\${@:3}"\n`,
  );
  await chmod(join(scratch.path, 'bin/npx'), 0o755);
  const run = spawnSync('bash', [join(github, 'actions/toolrig/run.sh')], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    env: {
      PATH: `${join(scratch.path, 'bin')}:${process.env['PATH'] ?? ''}`,
      SUITE: 'suites/orders',
      ARGUMENTS: words,
      REPORTS: join(scratch.path, 'reports'),
      GITHUB_OUTPUT: join(scratch.path, 'output'),
      GITHUB_STEP_SUMMARY: join(scratch.path, 'summary.md'),
    },
  });
  return { run, scratch };
}
