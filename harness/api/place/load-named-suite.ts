import type { RunMode } from '../../core/run.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { checkInjection } from '../../boundary/fault/check-injection.ts';
import { loadSuite } from '../../suite/load/load-suite.ts';
import type { RigConfig } from '../../suite/load/parse-config.ts';
import { formatSuiteProblem } from '../../suite/load/suite-error.ts';
import type { Surroundings } from './surroundings.ts';
import type { SuitePlace } from './find-suite.ts';

/** Where the tools of MCP servers are read: a replay starts none. */
const sources = { replay: 'kept', record: 'asked and kept', live: 'asked' } as const;

/** Loads a suite under the name that the user gave it; warnings about it are printed on standard error. */
export async function loadNamedSuite(
  place: SuitePlace,
  { faultKinds, mode = 'replay' }: Pick<RigConfig, 'faultKinds'> & { readonly mode?: RunMode },
  io: Surroundings,
): Promise<Suite> {
  const loaded = await loadSuite(place.path, {
    checkInjection,
    ownFaults: faultKinds,
    mcp: sources[mode],
    onWarning: (problem) => {
      io.err(`toolrig: warning: ${formatSuiteProblem(problem)}\n`);
    },
  });
  return { ...loaded, file: place.shown };
}
