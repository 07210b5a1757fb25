import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Finds a file of the data next to the repository (`TOOLRIG_DATA`, default `../shared/data`).
 *
 * @returns `null`, with the reason printed, when it is not there.
 */
export function findSharedData(file: string): string | null {
  const root = join(import.meta.dirname, '../..');
  const path = join(process.env['TOOLRIG_DATA'] ?? join(root, '../shared/data'), file);
  if (existsSync(path)) return path;
  console.log(`Skipped: "${file}" is not there. Set TOOLRIG_DATA to the folder that holds it`);
  return null;
}
