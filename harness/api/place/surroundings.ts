import type { ChildHost } from '../../serve/start-child.ts';

/**
 * What a call needs from its process: the working folder, the environment, the clock. It is a parameter, so that
 * everything can be tested in-process.
 */
export interface Surroundings {
  /** Writes to standard error: warnings and notes. */
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** A fresh random text for redaction tokens. */
  readonly newSalt: () => string;
  /** Names this process, and says whether another one still runs. */
  readonly process: { readonly owner: string; readonly isAlive: (owner: string) => boolean };
  /** Ends the processes of agents with this one; they are given a part of `env`. */
  readonly children?: Omit<ChildHost, 'env'>;
  /** Errors that code of a suite threw where nothing awaited it, since the process began. */
  readonly escaped?: () => readonly string[];
  /** How many timers keep the process alive. */
  readonly pendingTimers?: () => number;
  /** Aborted when the work is to end early. */
  readonly signal: AbortSignal;
}
