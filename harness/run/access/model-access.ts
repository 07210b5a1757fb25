/** How models are reached; filled by the command line from the environment. */
export interface ModelAccess {
  /** Goes before a model's own base URL; `null` = the suite's. */
  readonly baseUrl: string | null;
  /** The value of a key by the name of its environment variable; `null` when it is not set. */
  readonly keyOf: (apiKeyEnv: string) => string | null;
  /** Hosts of a suite's choice that the user agreed to, as `host` or `host:port`; default none. */
  readonly allowedHosts?: readonly string[];
  /** Environment variables of a suite's choice that the user agreed to send as keys; default none. */
  readonly allowedKeys?: readonly string[];
}
