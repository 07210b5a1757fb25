import { RigError } from '../../core/rig-error.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { readFile } from '../../disk/read-file.ts';
import { SuiteError } from './suite-error.ts';

/**
 * Reads the text of a suite, a module as well: a device, a pipe or too large a file is refused before anything runs.
 *
 * @param shown - the path as the user gave it.
 * @throws SuiteError when it cannot be read, LimitError when it is too large.
 */
export function readSuiteText(file: string, shown: string): string {
  try {
    return readFile(file, 'suiteBytes', shown);
  } catch (cause) {
    if (cause instanceof RigError) throw cause;
    const message = `the file cannot be read: ${toReason(cause)}`;
    const problem = { code: 'unreadable', path: '$', message, file, line: null, column: null };
    throw new SuiteError(shown, [{ severity: 'error', ...problem }], { cause });
  }
}
