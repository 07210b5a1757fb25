import { toLaneId } from '../../core/suite/lane.ts';
import { isJsonObject } from '../../json/json.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import { runFiles } from '../folder/run-files.ts';
import type { WorkedGroup } from '../worker/worker-link.ts';

/**
 * Says where the stored result of a conversation is another than the one that it has when it runs again.
 *
 * @param now - `null`: it is INVALID now.
 * @returns `null` when they are equal, byte for byte.
 */
export function describeDifference(stored: WorkedGroup, now: WorkedGroup | null): string | null {
  const lane = toLane(stored);
  if (now === null) return `"${lane}" was measured, and is INVALID when it runs again`;
  for (const part of ['trials', 'scores'] as const) {
    if (stored[part] === now[part]) continue;
    const [before, after] = [stored[part].split('\n'), now[part].split('\n')];
    const line = before.findIndex((text, place) => text !== after[place]);
    const place = Math.max(0, line);
    const at = findPath(parse(before[place]), parse(after[place]), []);
    const where = `line ${place + 1} of the conversation in ${runFiles[part]}`;
    return `"${toLane(stored, place)}", ${where}: ${at}`;
  }
  return null;
}

function toLane({ kept }: WorkedGroup, place = 0): string {
  const record = (kept[place] ?? kept[0])?.trial;
  return record === undefined ? '' : toLaneId(record.lane);
}

function parse(line: string | undefined): unknown {
  return line === undefined || line === '' ? undefined : JSON.parse(line);
}

/** The first place where two values differ. */
function findPath(
  before: unknown,
  after: unknown,
  path: readonly (string | number)[],
): string | null {
  if (Array.isArray(before) && Array.isArray(after)) {
    return findInside(
      Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index),
      (index) => findPath(before[index], after[index], [...path, index]),
    );
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return findInside(names, (name) => findPath(before[name], after[name], [...path, name]));
  }
  if (before === after) return null;
  return `${toJsonPath(path)} was ${toWord(before)} and is ${toWord(after)}`;
}

function findInside<Key>(keys: readonly Key[], look: (key: Key) => string | null): string | null {
  for (const key of keys) {
    const found = look(key);
    if (found !== null) return found;
  }
  return null;
}

function toWord(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
