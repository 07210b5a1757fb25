/** The time of one trial. Virtual when the model is recorded or scripted, real otherwise. */
export interface Clock {
  /** Milliseconds since the start of the trial. */
  nowMs(): number;
  /** Resolves after `ms`; at once, without an error, when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `ring` after `ms`, unless what it returns is called before: a wait that is hardly ever waited out. */
  alarm?(ms: number, ring: () => void): () => void;
  /** Runs work that does real I/O: virtual time is paused until it settles. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Names something real that goes before time: asked each time before it moves on, `null` when there is nothing. */
  waitFor?(busy: () => Promise<void> | null): void;
  /** Resolves when nothing sleeps any more, so that late effects are counted. */
  drain(): Promise<void>;
}

/** The clock of a trial as its runner holds it. A drain that does not end stops it. */
export interface TrialClock extends Clock {
  readonly isStopped: boolean;
  /** Time ends: no sleep that is pending or begins later ends, and nothing keeps the process alive. */
  stop(): void;
}
