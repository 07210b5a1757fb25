import { join } from 'node:path';
import type { Lane } from '../../core/suite/lane.ts';
import { toSafeName } from '../../disk/safe-name.ts';

/** The path of a lane's recording below the root, with `/` on every system. */
export function toLaneName(lane: Lane): string {
  const folders = [lane.suite, lane.scenario, lane.variant].map(toSafeName).join('/');
  return `${folders}/${toSafeName(lane.plan)}.r${lane.repeat}.jsonl`;
}

/** The path of a lane's recording. */
export function toLanePath(root: string, lane: Lane): string {
  return join(root, toLaneName(lane));
}

/** Ids come from recordings: anything but a fingerprint could name a file outside the root. */
export function isPartId(id: string): boolean {
  return /^[0-9a-f]{16}$/u.test(id);
}

/** The path of a part, by its id. */
export function toPartPath(root: string, id: string): string {
  return join(root, 'parts', `${id}.json`);
}

/** The folder of parts and the file of waivers are siblings of the lanes. */
export function toWaiverPath(root: string, suite: string): string {
  return join(root, toSafeName(suite), 'drift.json');
}
