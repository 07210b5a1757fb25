import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { findSharedData } from './find-shared-data.ts';

/** Text of a file of the shared data, unpacked; `null`, with the reason printed, when it is not there. */
export function readSharedData(file: string): string | null {
  const path = findSharedData(file);
  if (path === null) return null;
  const bytes = readFileSync(path);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** Values of a file with one JSON value a line. */
export function parseJsonLines<Value>(text: string): readonly Value[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Value);
}
