import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Text of a file, unpacked where its name ends with `.gz`. */
export function readDataText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** Its lines that are not empty. */
export function readDataLines(path: string): readonly string[] {
  return readDataText(path)
    .split('\n')
    .filter((line) => line !== '');
}

/** Values of a file with one JSON value a line. */
export function readDataRows<Row>(path: string): readonly Row[] {
  return readDataLines(path).map((line) => JSON.parse(line) as Row);
}

/** Each item of `every`, from the first. */
export function pickEach<Item>(items: readonly Item[], every: number): readonly Item[] {
  return items.filter((_, index) => index % every === 0);
}
