import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { devNull, platform } from 'node:os';
import { delimiter, isAbsolute, join, relative } from 'node:path';

import type { JsonObject } from '../../json/json.ts';
import type { Surroundings } from './surroundings.ts';

/** Where to look, and the environment that leads there. */
export type GitPlace = Pick<Surroundings, 'cwd' | 'env'>;

/**
 * The commit of the working folder, its branch, and whether tracked files differ from it; `null` outside a repository or without
 * git.
 *
 * The folder may come from anyone, and git runs programs that a repository's own configuration names. So hooks, the
 * file-system monitor and bare repositories found by chance are switched off; `dirty` is `null` where the repository
 * configures filters, includes or another work tree, since comparing files would then run or read what it names
 * (https://git-scm.com/docs/git-config, `core.fsmonitor`, `filter.<driver>.clean`, `safe.bareRepository`).
 */
export function readGit(place: GitPlace): JsonObject | null {
  const program = findGit(place);
  if (program === null) return null;
  const git = (...args: readonly string[]): string | null => runGit(program, args, place);
  const commit = git('rev-parse', 'HEAD');
  if (commit === null || git('rev-parse', '--is-inside-work-tree') !== 'true') return null;
  const branch = toBranch(git('rev-parse', '--abbrev-ref', 'HEAD'));
  const settings = git('config', '--local', '--list', '--name-only', '--no-includes');
  if (settings === null || settings.split('\n').some(isActive))
    return { commit, branch, dirty: null };
  const changed = git('status', '--porcelain', '--untracked-files=no', '--ignore-submodules=all');
  return { commit, branch, dirty: changed === null ? null : changed !== '' };
}

/** A commit that was checked out by itself is on no branch. */
function toBranch(name: string | null): string | null {
  return name === 'HEAD' ? null : name;
}

/** Settings that `git status` would act on by running a program or by reading a place of the repository's choice. */
function isActive(name: string): boolean {
  return /^(?:filter\.|include\.|includeif\.|core\.worktree$|core\.attributesfile$|extensions\.worktreeconfig$)/iu.test(
    name,
  );
}

/**
 * The git of the search path, as an absolute path. Never one inside the working folder: Windows would take a `git.exe`
 * there first, and package runners put a project's own folder of programs on the path.
 */
function findGit({ cwd, env }: GitPlace): string | null {
  const name = platform() === 'win32' ? 'git.exe' : 'git';
  for (const folder of (env['PATH'] ?? env['Path'] ?? '').split(delimiter)) {
    if (!isAbsolute(folder) || isInside(cwd, folder)) continue;
    const program = join(folder, name);
    if (existsSync(program)) return program;
  }
  return null;
}

function isInside(folder: string, path: string): boolean {
  const steps = relative(folder, path);
  return steps === '' || !(steps.startsWith('..') || isAbsolute(steps));
}

function runGit(program: string, args: readonly string[], { cwd, env }: GitPlace): string | null {
  const safe = {
    'safe.bareRepository': 'explicit',
    'core.fsmonitor': 'false',
    'core.hooksPath': devNull,
  };
  const settings = Object.entries(safe).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    return execFileSync(program, ['--no-optional-locks', ...settings, ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2_000,
      env: { ...pick(env), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    }).trim();
  } catch {
    return null;
  }
}

/** Only the variables that locate the user's own configuration: others, such as `GIT_DIR`, could point elsewhere. */
function pick(env: GitPlace['env']): Record<string, string | undefined> {
  const names = ['PATH', 'Path', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SystemRoot'];
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}
