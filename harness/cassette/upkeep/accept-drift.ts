import { dirname } from 'node:path';

import type { PartDifference } from '../../core/talk/cassette.ts';
import { refuseLinkOut } from '../../disk/refuse-link-out.ts';
import { toWriteError } from '../lane/cassette-write-error.ts';
import { createDriftRule } from '../match/drift-rule.ts';
import { type LaneDisk, nodeDisk } from '../lane/lane-disk.ts';
import { toWaiverPath } from '../lane/lane-path.ts';
import { versionOf } from '../../json/stored-format.ts';
import { loadWaivers, type Waiver, waiversFormat } from '../match/waivers.ts';

/** What to accept. */
export interface AcceptOptions {
  readonly root: string;
  readonly suite: string;
  /** Parts as in `drift`: `tool.search.description`, `params`, ... */
  readonly parts: readonly string[];
  /** Differences of the given misses. */
  readonly differences: readonly PartDifference[];
  readonly reason: string;
  readonly disk?: LaneDisk;
}

/**
 * Accepts changes of parts: from now on they replay as `allowed`. A later change of the same part is a
 * miss again. Gives the waivers that are new; none when nothing at hand fits the parts.
 *
 * @throws RigError `DRIFT_UNKNOWN` for a part that cannot be waived, CassetteWriteError when the file cannot be written.
 */
export function acceptDrift(options: AcceptOptions): readonly Waiver[] {
  const { root, suite, reason } = options;
  const disk = options.disk ?? nodeDisk;
  const isMeant = createDriftRule(options.parts);
  const before = loadWaivers(root, suite, disk);
  const known = new Set(before.map(toKey));
  const fresh = new Map<string, Waiver>();
  for (const { part, change, recorded, now } of options.differences) {
    if (change === undefined || !isMeant(part)) continue;
    const waiver = { part, change, recorded, now, reason };
    if (!known.has(toKey(waiver))) fresh.set(toKey(waiver), waiver);
  }
  if (fresh.size > 0) {
    const path = toWaiverPath(root, suite);
    save(path, [...before, ...fresh.values()], { root, disk });
  }
  return [...fresh.values()];
}

function toKey({ part, change }: Pick<Waiver, 'part' | 'change'>): string {
  return `${part} ${change}`;
}

function save(
  path: string,
  waivers: readonly Waiver[],
  { root, disk }: { readonly root: string; readonly disk: LaneDisk },
): void {
  const sorted = waivers.toSorted((left, right) => (toKey(left) < toKey(right) ? -1 : 1));
  const draft = `${path}.part`;
  try {
    refuseLinkOut(root, dirname(path));
    disk.remove(draft);
    disk.create(
      draft,
      `${JSON.stringify({ version: versionOf(waiversFormat), waivers: sorted }, null, 2)}\n`,
    );
    disk.rename(draft, path);
    disk.syncFolderOf(path);
  } catch (error) {
    throw toWriteError(error, path);
  }
}
