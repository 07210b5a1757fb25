import { expect, inject } from 'vitest';

import { ownSurroundings } from '../../api/place/own-surroundings.ts';
import type { Surroundings } from '../../api/place/surroundings.ts';
import { UsageError } from '../../core/usage-error.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder where workers leave what the reporter of toolrig needs. */
    toolrigStage: string;
  }
}

/** Where a test runs. */
export interface Worker {
  readonly testFile: string;
  /** Folder for the reporter; `undefined` without it. */
  readonly stage: string | undefined;
  readonly io: Surroundings;
}

/**
 * Finds out where this code runs.
 *
 * @throws UsageError outside of vitest.
 */
export function findWorker(): Worker {
  const { testPath } = expect.getState();
  if (testPath === undefined) {
    throw new UsageError('Cannot run a suite here: call this from a test file that vitest runs');
  }
  // Not provided without the reporter, whatever its type says.
  const stage: unknown = inject('toolrigStage');
  return {
    testFile: testPath,
    stage: typeof stage === 'string' ? stage : undefined,
    io: ownSurroundings({}),
  };
}

/** Whether recordings are to be made again: `--update` was given, and where CI is set that has no effect. */
export interface UpdateState {
  readonly isUpdating: boolean;
  readonly isUpdateRefused: boolean;
}

/** Reads how snapshots are treated now; recordings are treated likewise, but for new ones, which are never written unasked. */
export function readUpdateState({ env }: Surroundings): UpdateState {
  const state: unknown = expect.getState().snapshotState;
  // vitest 3 has no public name for it.
  const names = ['snapshotUpdateState', '_updateSnapshot'];
  const isAsked = names.some(
    (name) => typeof state === 'object' && state !== null && Reflect.get(state, name) === 'all',
  );
  const ci = env['CI'];
  const isCi = ci !== undefined && ci !== '' && ci !== 'false' && ci !== '0';
  return { isUpdating: isAsked && !isCi, isUpdateRefused: isAsked && isCi };
}
