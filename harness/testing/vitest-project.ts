import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { repositoryRoot } from './run-command-line.ts';
import type { ScratchFolder } from './scratch-folder.ts';

/** The result of a run of vitest in its own process. */
export interface VitestRun {
  readonly exitCode: number | null;
  /** Both outputs, without colours. */
  readonly text: string;
}

/** Makes a scratch folder a project that has toolrig, as it is built, and vitest. */
export function linkProject(project: ScratchFolder): void {
  buildIfOld();
  const modules = join(project.path, 'node_modules');
  mkdirSync(modules, { recursive: true });
  symlinkSync(repositoryRoot, join(modules, 'toolrig'));
  symlinkSync(join(repositoryRoot, 'node_modules/vitest'), join(modules, 'vitest'));
}

/** Runs the tests of a project once; nothing of this process's environment but the path reaches it. */
export async function runVitest(
  project: ScratchFolder,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<VitestRun> {
  const program = join(repositoryRoot, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [program, 'run', ...args], {
    cwd: project.path,
    env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => (text += more));
  }
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { exitCode, text: stripVTControlCharacters(text) };
}

/** The package is what is built, so it must be as new as the sources. */
function buildIfOld(): void {
  const built = join(repositoryRoot, 'dist/harness/vitest/reporter.js');
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = join(repositoryRoot, 'harness');
  const newest = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => !path.startsWith('testing'))
    .map((path) => statSync(join(sources, path)).mtimeMs)
    .reduce((last, time) => Math.max(last, time), 0);
  if (builtAt < newest) execFileSync('npm', ['run', '-s', 'build'], { cwd: repositoryRoot });
}
