import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { repositoryRoot } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { spawnCommandLine } from '../testing/spawn-command-line.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** `NODE_OPTIONS` under which no module may be loaded whose name has the pattern. */
function refuseModules(pattern: string): string {
  const hook = `export async function resolve(name, context, next) {
    if (new RegExp(${JSON.stringify(pattern)}, 'u').test(name)) throw new Error(name + ' was loaded');
    return next(name, context);
  }`;
  const toUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const register = `import { register } from 'node:module';
register(${JSON.stringify(toUrl(hook))});`;
  return `--import ${toUrl(register)}`;
}

it('a replay never loads the openai package', async () => {
  await using folder = await createScratchFolder();
  const { exitCode, err } = await spawnCommandLine(
    ['run', 'suites/orders', '--out', join(folder.path, 'runs')],
    { env: { NODE_OPTIONS: refuseModules('^openai(\\/|$)') } },
  ).done;
  expect([exitCode, err]).toEqual([0, expect.not.stringContaining('was loaded')]);
});

it.each<[string, readonly string[]]>([
  ['commands, reports and packages but one', ['--version']],
  ['other commands and pictures', ['run', 'suites/orders', '--scenario', 'goodbye']],
])('not loaded where they are not needed: %s', async (_, args) => {
  await using folder = await createScratchFolder();
  const isRun = args[0] === 'run';
  const pattern = isRun
    ? '^(chart\\.js|@napi-rs|csv-stringify|fflate)|(view|lint|init|compare)-command|write-html'
    : '^(?!node:|\\.|file:|commander$)|command/|html/|run-suite';
  const place = isRun ? ['--out', join(folder.path, 'runs')] : [];
  const { exitCode, err } = await spawnCommandLine([...args, ...place], {
    env: { NODE_OPTIONS: refuseModules(pattern) },
  }).done;
  expect([exitCode, err]).toEqual([0, expect.not.stringContaining('was loaded')]);
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
