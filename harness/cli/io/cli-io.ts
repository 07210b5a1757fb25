import type { Surroundings } from '../../api/place/surroundings.ts';
import type { SecretRules } from '../../redact/find-secrets.ts';

/** Everything that the command line may touch of the process it runs in. Given, so that commands can be tested in-process. */
export interface ProcessIo extends Surroundings {
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Lines of standard input, as they come; absent where there is none. */
  readonly lines?: () => AsyncIterable<string>;
  /** Standard error is a terminal: progress may redraw its line. */
  readonly isTerminal: boolean;
  /** Milliseconds from any fixed point, for progress only. */
  readonly nowMs: () => number;
}

/** What a command gets: `out` and `err` pass any text, whoever wrote it, without harm to a terminal or a CI job. */
export interface CliIo extends ProcessIo {
  /** Writes to standard output lines that the runner of a CI job shall obey; their values are escaped by their maker. */
  readonly command: (text: string) => void;
  /** Moves the cursor of the terminal behind standard error; the text is toolrig's own. */
  readonly redraw: (text: string) => void;
  /** Takes more out of all that is written from now on. */
  readonly hide: (more: SecretRules) => void;
}
