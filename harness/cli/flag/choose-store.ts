import process from 'node:process';
import { join, resolve } from 'node:path';
import { existsSync } from 'node:fs';

import { findConfigUpwards } from '../../api/place/load-near-config.ts';
import type { SuitePlace } from '../../api/place/find-suite.ts';
import { findPackageRoot } from '../../api/place/package-info.ts';
import { UsageError } from '../../core/usage-error.ts';
import { listUpwards } from '../../disk/list-files.ts';
import { refuseLinkOut } from '../../disk/refuse-link-out.ts';
import { prepareReuse } from '../../reuse/prepare-reuse.ts';
import type { RunOptions } from '../../run/run-options.ts';
import type { LoadedConfig } from '../../suite/load/load-config.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { RunFlags } from './run-flags.ts';

/** Completes the options of a run once the suite is loaded. */
export type ChooseStore = (config: LoadedConfig) => Pick<RunOptions, 'changed' | 'store'>;

/**
 * Chooses where the results of earlier runs are, before the suite is loaded. Only a replay takes or keeps any.
 *
 * @returns what says how they are used.
 */
export function chooseStore(
  place: SuitePlace,
  { cache, fresh, verify = 0, mode, debug, changed, gate }: RunFlags,
  io: CliIo,
): ChooseStore {
  const wanted = cache ?? io.env['TOOLRIG_CACHE'];
  const isOff = wanted === 'off' || wanted === '';
  const root = wanted === undefined ? findRoot(place, io) : isOff ? null : resolve(io.cwd, wanted);
  if (root === null && changed === true) {
    throw new UsageError(
      'Cannot use --changed without results of earlier runs: there is no node_modules near the suite, or they are off. Name a folder with --cache',
    );
  }
  if (root === null || mode !== 'replay' || debug !== undefined) return () => ({});
  const configs = [place.folder, io.cwd].flatMap((folder) => findConfigUpwards(folder) ?? []);
  const toStore = prepareReuse({
    root,
    suite: place.path,
    configs: [...new Set(configs)],
    own: findPackageRoot(),
    machine: {
      node: process.versions.node.split('.', 2).join('.'),
      local: readLocal(),
      env: io.env,
      startedAtMs: performance.timeOrigin,
      nowMs: () => Date.parse(io.now()),
    },
  });
  return (config) => ({
    store: toStore({ config, isFresh: fresh === true, verify }),
    ...(changed === true ? { changed: { isGated: gate === true } } : {}),
  });
}

function readLocal(): Parameters<typeof prepareReuse>[0]['machine']['local'] {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  return { timeZone, locale, platform: process.platform };
}

/** Where tools keep what they can make again: in the `node_modules` that is nearest to the suite, or to the current folder. */
function findRoot({ folder }: SuitePlace, { cwd, keepsResults }: CliIo): string | null {
  if (keepsResults !== true) return null;
  const isInstalled = /[\\/]node_modules[\\/]/u.test(folder);
  for (const at of [...(isInstalled ? [] : listUpwards(folder)), ...listUpwards(cwd)]) {
    const modules = join(at, 'node_modules');
    if (!existsSync(modules)) continue;
    const root = join(modules, '.cache', 'toolrig');
    return leadsOut(modules, root) ? null : root;
  }
  return null;
}

/** A checkout could have put such a link there. */
function leadsOut(folder: string, path: string): boolean {
  try {
    refuseLinkOut(folder, path);
    return false;
  } catch {
    return true;
  }
}
