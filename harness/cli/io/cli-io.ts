import type { SecretRules } from '../../redact/find-secrets.ts';

/** Everything that the command line may touch of the process it runs in. Given, so that commands can be tested in-process. */
export interface ProcessIo {
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Standard error is a terminal: progress may redraw its line. */
  readonly isTerminal: boolean;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** Milliseconds from any fixed point, for progress only. */
  readonly nowMs: () => number;
  /** A fresh random text for redaction tokens. */
  readonly newSalt: () => string;
  /** Names this process, and tells whether another one still runs. */
  readonly process: { readonly owner: string; readonly isAlive: (owner: string) => boolean };
  /** What code of a suite threw where nobody waited for it, since the process began. */
  readonly escaped?: () => readonly string[];
  /** How many timers keep the process alive. */
  readonly pendingTimers?: () => number;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
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
