import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Lane } from '../core/lane.ts';

/** Names that Windows keeps for devices, with or without an ending, and the folder of parts. */
const reserved = /^(con|prn|aux|nul|com[0-9]|lpt[0-9]|parts)(\.|$)/;
const plain = /^[a-z0-9_-][a-z0-9._-]{0,59}$/;

/**
 * A file name for any name: itself where it is `[a-z0-9._-]{1,60}` and safe on every disk, otherwise
 * what can be read of it, `~`, and 8 hex digits of its hash. Different names give different file names.
 */
export function toSafeName(name: string): string {
  const known = safeNames.get(name);
  if (known !== undefined) return known;
  const safe = makeSafeName(name);
  if (safeNames.size >= mostSafeNames) safeNames.clear();
  safeNames.set(name, safe);
  return safe;
}

/** A run asks for few names and for each of them very often. */
const safeNames = new Map<string, string>();
const mostSafeNames = 1_000;

function makeSafeName(name: string): string {
  if (plain.test(name) && !name.endsWith('.') && !reserved.test(name)) return name;
  const readable = name
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);
  const hash = createHash('sha256').update(JSON.stringify(name)).digest('hex').slice(0, 8);
  return `${readable}~${hash}`;
}

/** Where a lane's recording lies below the root, with `/` on every system. */
export function toLaneName(lane: Lane): string {
  const folders = [lane.suite, lane.scenario, lane.variant].map(toSafeName).join('/');
  return `${folders}/${toSafeName(lane.plan)}.r${lane.repeat}.jsonl`;
}

/** Where a lane's recording lies. */
export function toLanePath(root: string, lane: Lane): string {
  return join(root, toLaneName(lane));
}

/** Where a part lies, by its id. */
export function toPartPath(root: string, id: string): string {
  return join(root, 'parts', `${id}.json`);
}

/** The folder of parts and the file of waivers are siblings of the lanes. */
export function toWaiverPath(root: string, suite: string): string {
  return join(root, toSafeName(suite), 'drift.json');
}
