import { arch, platform, release } from 'node:os';

import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { Surroundings } from './surroundings.ts';
import { readGit } from './read-git.ts';

/** Where and when a run happened: versions, machine, the state of the repository. */
export function readEnvironment(
  own: Readonly<Record<string, JsonValue>>,
  io: Pick<Surroundings, 'cwd' | 'env'>,
): JsonObject {
  return {
    ...own,
    node: process.versions.node,
    system: `${platform()} ${release()} ${arch()}`,
    git: readGit(io),
  };
}
