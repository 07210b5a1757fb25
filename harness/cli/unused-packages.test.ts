import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { repositoryRoot } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { spawnCommandLine } from '../testing/spawn-command-line.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Refuses to resolve the SDK. */
const hook = `export async function resolve(name, context, next) {
  if (/^openai(\\/|$)/u.test(name)) throw new Error('openai was loaded');
  return next(name, context);
}`;
const register = `import { register } from 'node:module';
register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;

it('a replay never loads the openai package', async () => {
  await using folder = await createScratchFolder();
  const { exitCode, err } = await spawnCommandLine(
    ['run', 'suites/orders', '--out', join(folder.path, 'runs')],
    {
      env: {
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(register)}`,
      },
    },
  ).done;
  expect([exitCode, err]).toEqual([0, expect.not.stringContaining('openai was loaded')]);
});

it('the openai package is imported for its types alone, or when it is used', () => {
  const folder = join(repositoryRoot, 'harness');
  const loading = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.ts$/u.test(path))
    .filter((path) =>
      /^(?:import|export)(?! type\b)[^;]*from 'openai[/']/mu.test(
        readFileSync(join(folder, path), 'utf8'),
      ),
    );
  expect(loading).toEqual([]);
});
