import { execFileSync } from 'node:child_process';
import { arch, platform, release } from 'node:os';

import type { JsonObject, JsonValue } from '../core/json.ts';

/** Where and when a run happened: versions, machine, the state of the repository. */
export function readEnvironment(own: Readonly<Record<string, JsonValue>>): JsonObject {
  return {
    ...own,
    node: process.versions.node,
    system: `${platform()} ${release()} ${arch()}`,
    git: readGit(),
  };
}

function readGit(): JsonObject | null {
  const commit = git(['rev-parse', 'HEAD']);
  if (commit === null) return null;
  const changed = git(['status', '--porcelain', '--untracked-files=no']);
  return { commit, dirty: changed === null ? null : changed !== '' };
}

function git(args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2_000,
    }).trim();
  } catch {
    return null;
  }
}
