import { RigError } from '../../core/rig-error.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { listFiles } from '../../disk/list-files.ts';

/** Below the root: recordings of toolsets that exist only while edits are searched. No suite has such a name. */
export const mixedFolder = '.bisect';

/** The files of a folder of recordings, as sorted paths below its root with `/`. */
export interface LaneFiles {
  readonly lanes: readonly string[];
  readonly parts: readonly string[];
  readonly waivers: readonly string[];
  /** Locks and drafts of recordings that were never sealed. */
  readonly abandoned: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * Lists a folder of recordings, but for those of mixed toolsets; one that does not exist holds nothing.
 *
 * @throws RigError `CASSETTE_UNREADABLE` when it cannot be read.
 */
export function listLaneFiles(root: string): LaneFiles {
  const files = listAll(root);
  const isLane = (path: string): boolean => /^(?:[^/]+\/){3}[^/]+\.r[0-9]+\.jsonl$/.test(path);
  const isPart = (path: string): boolean => /^parts\/[0-9a-f]{16}\.json$/.test(path);
  const isWaiver = (path: string): boolean => /^[^/]+\/drift\.json$/.test(path);
  const isAbandoned = (path: string): boolean => path.endsWith('.part');
  const isNote = (path: string): boolean => /(?:^|\/)(?:README\.md|\.gitattributes)$/.test(path);
  const kinds = [isLane, isPart, isWaiver, isAbandoned, isNote];
  return {
    lanes: files.filter(isLane),
    parts: files.filter(isPart),
    waivers: files.filter(isWaiver),
    abandoned: files.filter(isAbandoned),
    unknown: files.filter((path) => !kinds.some((isKind) => isKind(path))),
  };
}

function listAll(root: string): readonly string[] {
  try {
    return listFiles(root, [mixedFolder]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    const message = `Cannot list recordings in "${root}": ${toReason(error)}`;
    throw new RigError('CASSETTE_UNREADABLE', message, { cause: error });
  }
}
