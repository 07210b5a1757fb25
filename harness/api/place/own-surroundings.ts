import { randomBytes } from 'node:crypto';
import process from 'node:process';

import { childGroups } from './child-groups.ts';
import { processOwner } from './process-owner.ts';
import type { Surroundings } from './surroundings.ts';

/** What a caller may set of the surroundings of a call. */
export interface SurroundingsOptions {
  /** Folder that relative paths start from; default: the current one. */
  readonly cwd?: string;
  /** Where keys and secrets are found; default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Ends the work early; what was measured so far is kept. */
  readonly signal?: AbortSignal;
  /** Called with each warning, as one line without a line break; default: nothing is printed. */
  readonly onWarning?: (text: string) => void;
}

/** The surroundings of a call from a program: those of its process, where the caller gives no others. */
export function ownSurroundings(options: SurroundingsOptions): Surroundings {
  const { cwd, env, signal, onWarning = () => undefined } = options;
  return {
    err: (text) => {
      onWarning(text.replace(/\n$/u, ''));
    },
    env: env ?? process.env,
    cwd: cwd ?? process.cwd(),
    now: () => new Date().toISOString(),
    newSalt: () => randomBytes(16).toString('hex'),
    process: processOwner,
    children: childGroups,
    signal: signal ?? new AbortController().signal,
  };
}
