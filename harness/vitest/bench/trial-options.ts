import type { Suite } from '../../core/suite/suite.ts';
import type { SuiteInput } from '../../suite/input/suite-input.ts';

/**
 * A suite: as it was imported, as `loadSuite` gave it, or the path of its file or folder. A path that begins with `./` or
 * `../` is relative to the test file; any other is as on the command line (from the working folder, or a shipped suite).
 */
export type SuiteSource = SuiteInput | Suite | string | URL;

/** How trials get their replies. */
export interface TrialOptions {
  /** Where an imported suite was defined; needed only where it was not made by `defineSuite`. */
  readonly file?: string;
  /** Root of the recordings; default: the nearest folder `cassettes` from the suite upwards. */
  readonly cassettes?: string;
  /** `true` (default): from recordings, exactly; `'loose'` and `'position'` as `--tier`; `false`: models are asked. */
  readonly replay?: boolean | 'exact' | 'loose' | 'position';
  /** Endpoint for models that are not replayed. */
  readonly baseUrl?: string;
  /** Hosts of the suite's choice that may be asked. */
  readonly allowHosts?: readonly string[];
  /** Environment variables of the suite's choice that may be sent as keys. */
  readonly allowKeys?: readonly string[];
  /** The most requests that the tests of one call may send. */
  readonly maxRequests?: number;
  /** US dollars that they may cost at most. */
  readonly maxCost?: number;
  /** Milliseconds of real time that one trial may take; default 120,000. */
  readonly timeout?: number;
}
