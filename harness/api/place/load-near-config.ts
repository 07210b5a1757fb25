import { listUpwards } from '../../disk/list-files.ts';
import { toShownPath } from '../../disk/shown-path.ts';
import { findConfigFile, loadConfig, type LoadedConfig } from '../../suite/load/load-config.ts';
import type { Surroundings } from './surroundings.ts';
import { findSuite } from './find-suite.ts';

/**
 * Loads the configuration that a command has: the nearest from the suite's folder upwards, else from the current folder
 * upwards; the other way round for a suite that ships with the package.
 *
 * Consent to hosts and keys is the user's, not the suite's: `allow` is read from the current folder upwards only.
 */
export async function loadNearConfig(
  suite: string | null,
  io: Pick<Surroundings, 'cwd' | 'err'>,
): Promise<LoadedConfig> {
  const ownFile = findConfigUpwards(io.cwd);
  const own = await loadConfig(io.cwd, ownFile);
  if (suite === null) return own;
  const place = findSuite(suite, io.cwd, undefined);
  if (place.isShipped && ownFile !== null) return own;
  const file = findConfigUpwards(place.folder);
  if (file === null || file === ownFile) return own;
  const near = await loadConfig(place.folder, file);
  if (near.allow.hosts.length + near.allow.keys.length > 0) {
    io.err(
      `toolrig: warning: "allow" of "${toShownPath(io.cwd, file)}" has no effect: consent to hosts and keys is given in the folder where the command runs, or above it\n`,
    );
  }
  return { ...near, allow: own.allow };
}

/** The nearest configuration from a folder upwards. */
export function findConfigUpwards(from: string): string | null {
  for (const folder of listUpwards(from)) {
    const file = findConfigFile(folder);
    if (file !== null) return file;
  }
  return null;
}
