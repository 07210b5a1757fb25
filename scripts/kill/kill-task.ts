import type { Random } from '../../harness/core/random.ts';
import type { CommandResult } from '../../harness/testing/run-command-line.ts';

/** What a kill may do harm to. */
export const killNames = [
  'run',
  'record',
  'resume',
  'compare',
  'import',
  'baseline accept',
  'report',
] as const;
export type KillName = (typeof killNames)[number];

/** What was found after one kill. Each text is one violation; there should be none. */
export interface KillDamage {
  /** Whole lines and sealed lanes that were on disk after the kill. */
  readonly kept: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Half content where whole content was promised, or half content that was read as whole. */
  readonly torn: readonly string[];
  /** A lock of the killed process, or a message that is not a clear sentence, blocked the next command. */
  readonly blocked: readonly string[];
  /** Finished, it has not the bytes of a command that was never killed. */
  readonly different: readonly string[];
}

/** One command that is killed, again and again, each time in a new folder. */
export interface KillTask {
  readonly name: KillName;
  /** What the command gives when it is left alone. */
  readonly exitCode: number;
  /** Makes the folder ready and gives the command line, which runs in that folder. */
  prepare(folder: string, random: Random): Promise<readonly string[]>;
  /** Whether the command has begun to write; `null` where that cannot be seen. */
  readonly hasBegun: ((folder: string) => boolean) | null;
  /** Looks at what the kill left, finishes the work, and looks again. */
  inspect(folder: string, args: readonly string[]): Promise<KillDamage>;
}

/** Runs a command line to its end, in this process. */
export type RunCommand = (args: readonly string[], cwd: string) => Promise<CommandResult>;

export const noDamage: KillDamage = {
  kept: 0,
  lost: [],
  doubled: [],
  torn: [],
  blocked: [],
  different: [],
};
