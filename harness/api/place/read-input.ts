import { resolve } from 'node:path';

import { UsageError } from '../../core/usage-error.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { readFile } from '../../disk/read-file.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Reads a file that the user named.
 *
 * @throws UsageError when it cannot be read.
 */
export function readInput(file: string, io: Surroundings): string {
  try {
    return readFile(resolve(io.cwd, file), 'inputBytes', file);
  } catch (error) {
    throw new UsageError(`Cannot read "${file}": ${toReason(error)}`);
  }
}
