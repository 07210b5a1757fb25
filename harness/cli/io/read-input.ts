import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { UsageError } from '../../core/usage-error.ts';
import { toReason } from '../../disk/disk-reason.ts';
import type { CliIo } from './cli-io.ts';

/**
 * Reads a file that the user named.
 *
 * @throws UsageError when it cannot be read.
 */
export function readInput(file: string, io: CliIo): string {
  try {
    return readFileSync(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`Cannot read "${file}": ${toReason(error)}`);
  }
}
