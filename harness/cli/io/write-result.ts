import { toReason } from '../../disk/disk-reason.ts';
import { replaceFile } from '../../disk/replace-file.ts';
import { StoreError } from '../../run/folder/store-error.ts';

/**
 * Adds a file to a run folder, such as the result of its gates.
 *
 * @throws StoreError when it cannot be written.
 */
export function writeResult(path: string, text: string): void {
  try {
    replaceFile(path, text);
  } catch (error) {
    const message = `Cannot write "${path}": ${toReason(error)}`;
    throw new StoreError('RUN_UNWRITABLE', message, { path, cause: error });
  }
}
