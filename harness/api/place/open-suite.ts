import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { RunMode } from '../../core/run.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { extendSuite } from '../start/extend-suite.ts';
import type { PreparedSuite } from '../start/prepare-run.ts';
import { findSuite } from './find-suite.ts';
import { loadNamedSuite } from './load-named-suite.ts';
import { loadNearConfig } from './load-near-config.ts';
import type { Surroundings } from './surroundings.ts';

/** What opening a suite depends on besides its name. */
export interface SuiteWish {
  /** Root of the recordings, where one is named. */
  readonly cassettes?: string | undefined;
  /** Default `replay`. */
  readonly mode?: RunMode;
}

/**
 * Opens a suite by its path or the name of a shipped one, or takes one that is loaded already; finds its recordings and
 * its configuration as the command line does.
 *
 * @throws SuiteError with all that is wrong in it.
 */
export async function openSuite(
  wanted: string | Suite,
  { cassettes, mode = 'replay' }: SuiteWish,
  around: Surroundings,
): Promise<PreparedSuite> {
  const named = typeof wanted === 'string' ? wanted : wanted.file;
  const place = findSuite(named, around.cwd, cassettes);
  // A suite that was made in memory may name a file that does not exist.
  const isThere = existsSync(resolve(around.cwd, named)) || place.isShipped;
  const config = await loadNearConfig(isThere ? named : null, around);
  const suite =
    typeof wanted === 'string' ? await loadNamedSuite(place, { ...config, mode }, around) : wanted;
  return {
    suite: extendSuite(suite, config),
    config,
    cassettes: place.cassettes,
    shownCassettes: place.shownCassettes,
  };
}
