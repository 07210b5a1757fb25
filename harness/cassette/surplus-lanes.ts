import { join } from 'node:path';
import type { Lane } from '../core/lane.ts';
import { type LaneDisk, nodeDisk } from './lane-disk.ts';
import { listLaneFiles } from './list-lane-files.ts';
import { toSafeName } from './lane-path.ts';
import { parseHead } from './parse-recording.ts';

/** A recording that no trial of its suite would replay. */
export interface SurplusLane {
  readonly lane: Lane;
  /** Below the root. */
  readonly path: string;
}

/**
 * Lanes of a suite that nobody wants any more: a scenario, variant or plan is gone or has another name.
 * Files whose head cannot be read are left to `checkCassettes`.
 */
export function findSurplusLanes(
  root: string,
  suite: string,
  options: { readonly isWanted: (lane: Lane) => boolean; readonly disk?: LaneDisk },
): readonly SurplusLane[] {
  const folder = `${toSafeName(suite)}/`;
  return listLaneFiles(root)
    .lanes.filter((path) => path.startsWith(folder))
    .flatMap((path) => {
      const head = parseHead((options.disk ?? nodeDisk).read(join(root, path)) ?? '');
      if (!head.ok || options.isWanted(head.value.lane)) return [];
      return [{ lane: head.value.lane, path }];
    });
}
