import { RigError } from '../core/rig-error.ts';
import { isJsonObject } from '../core/json.ts';
import type { Lane } from '../core/lane.ts';
import type { Result } from '../core/result.ts';
import type { LaneDisk } from './lane-disk.ts';
import { toLanePath, toPartPath } from './lane-path.ts';
import type { Mask } from './match-text.ts';
import type { Part } from './part.ts';
import { type Damage, parseRecording } from './parse-recording.ts';
import { type IndexedRecording, indexRecording } from './recording-view.ts';

/** Reads lanes and parts of one folder; each file once while it is in use. */
export interface Library {
  /** `null` when there is no file. */
  open(lane: Lane): Result<IndexedRecording, Damage> | null;
  part(id: string): Part | null;
  /** Forgets a lane that was written anew. */
  forget(lane: Lane): void;
}

/** Lanes kept in memory: a clean lane is read by all its faulted lanes, which run close together. */
const keptLanes = 64;

/** Opens a folder of recordings. */
export function createLibrary(root: string, disk: LaneDisk, mask: Mask | null): Library {
  const lanes = new Map<string, Result<IndexedRecording, Damage> | null>();
  const parts = new Map<string, Part | null>();
  const read = (path: string, lane: Lane): Result<IndexedRecording, Damage> | null => {
    const text = readText(disk, path);
    if (text === null) return null;
    const parsed = parseRecording(text, lane);
    return parsed.ok ? { ok: true, value: indexRecording(parsed.value, mask) } : parsed;
  };
  return {
    open(lane) {
      const path = toLanePath(root, lane);
      const known = lanes.get(path);
      if (known !== undefined) return known;
      const found = read(path, lane);
      for (const oldest of lanes.keys()) {
        if (lanes.size < keptLanes) break;
        lanes.delete(oldest);
      }
      lanes.set(path, found);
      return found;
    },
    part(id) {
      const known = parts.get(id);
      if (known !== undefined) return known;
      const part = parsePart(readText(disk, toPartPath(root, id)));
      parts.set(id, part);
      return part;
    },
    forget(lane) {
      lanes.delete(toLanePath(root, lane));
      parts.clear();
    },
  };
}

function readText(disk: LaneDisk, path: string): string | null {
  try {
    return disk.read(path);
  } catch (error) {
    throw new RigError('CASSETTE_UNREADABLE', `Cannot read recording "${path}"`, { cause: error });
  }
}

function parsePart(text: string | null): Part | null {
  if (text === null) return null;
  try {
    const { version, ...part } = JSON.parse(text) as Record<string, unknown>;
    // The id in the file name vouches for the content; `cassettes check` compares the two.
    return version === 1 && isJsonObject(part) ? (part as unknown as Part) : null;
  } catch {
    return null;
  }
}
