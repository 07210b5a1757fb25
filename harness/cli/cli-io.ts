/** Everything that a command may touch of the process it runs in. Given, so that commands can be tested in-process. */
export interface CliIo {
  /** Writes to standard output as it is. */
  readonly out: (text: string) => void;
  /** Writes to standard error as it is. */
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
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}
