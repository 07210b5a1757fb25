import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { RunMode } from '../../core/run.ts';
import type { JsonValue } from '../../json/json.ts';

/**
 * What workers leave for the reporter, one JSON object a line, in a folder of its own for each test file. The folder is
 * private to one run of vitest and gone with it, so its format has no version.
 */
export type StagedLine =
  /** Files and folders that the tests of a file depend on besides its modules. */
  | { readonly type: 'files'; readonly test: string; readonly paths: readonly string[] }
  | StagedSuite
  | StagedTrial
  /** What a call of `describeSuite` or `runScenario` asked for. */
  | {
      readonly type: 'ask';
      readonly suite: string;
      readonly faults: readonly string[];
      readonly repeats: number;
      /** All that was asked for was run. */
      readonly isWhole: boolean;
    }
  /** Why the run as a whole is not reliable. */
  | {
      readonly type: 'reason';
      readonly suite: string;
      readonly code: string;
      readonly text: string;
    };

/** A suite, with all that a manifest can hold of it. */
export interface StagedSuite {
  readonly type: 'suite';
  /** Identity in the other lines. */
  readonly suite: string;
  readonly name: string;
  readonly file: string;
  /** Of the whole suite, without secrets. */
  readonly content: JsonValue;
  readonly variants: readonly {
    readonly name: string;
    readonly model: string;
    readonly toolset: string;
    readonly loop: string;
  }[];
  readonly models: readonly {
    readonly name: string;
    readonly nature: 'real' | 'learned' | 'scripted';
    readonly about: string | null;
  }[];
  readonly plans: readonly string[];
}

/** A trial that was run. */
export interface StagedTrial {
  readonly type: 'trial';
  readonly suite: string;
  /** Which test ran it; a test that is tried again replaces what it left. */
  readonly by: string;
  readonly mode: RunMode;
  /** Its place in the plan: variant, scenario, repeat, plan. */
  readonly rank: readonly [number, number, number, number];
  /** Its lines in `trials.jsonl` and `scores.jsonl`, without secrets. */
  readonly trial: string;
  readonly score: string;
}

/** The file that a staging folder has for one test file. */
export function toStagedFile(root: string, testFile: string): string {
  const name = createHash('sha256').update(testFile).digest('hex').slice(0, 24);
  return join(root, `${name}.jsonl`);
}

/** Appends a line; nothing without a folder, which only the reporter makes. */
export function stageLine(root: string | undefined, testFile: string, line: StagedLine): void {
  if (root === undefined) return;
  if (!existsSync(root)) mkdirSync(root, { recursive: true, mode: 0o700 });
  appendFileSync(toStagedFile(root, testFile), `${JSON.stringify(line)}\n`, { mode: 0o600 });
}
