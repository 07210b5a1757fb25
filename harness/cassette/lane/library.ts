import { cleanPlan, isSameLane, type Lane } from '../../core/suite/lane.ts';
import type { Result } from '../../json/result.ts';
import type { LaneDisk } from './lane-disk.ts';
import { isPartId, toLanePath, toPartPath } from './lane-path.ts';
import { readStored } from '../../json/stored-format.ts';
import { partFormat } from './lane-shape.ts';
import type { Mask } from '../match/match-text.ts';
import type { Part } from './part.ts';
import { type Damage, parseRecording } from './parse-recording.ts';
import { type IndexedRecording, indexRecording } from './recording-view.ts';

/** Reads lanes and parts of one folder; each file once while it is in use. */
export interface Library {
  /** `null` when there is no file. */
  open(lane: Lane): Result<IndexedRecording, Damage> | null;
  part(id: string): Part | null;
  /** Forgets a lane that was written again. */
  forget(lane: Lane): void;
}

/** Clean lanes kept in memory: each is read by all its faulted lanes, which run close together. All others are read once. */
const keptLanes = 16;

type FoundLane = Result<IndexedRecording, Damage> | null;

/** Opens a folder of recordings. */
export function createLibrary(root: string, disk: LaneDisk, mask: Mask | null): Library {
  const lanes = createLaneShelf();
  const parts = new Map<string, Part | null>();
  const read = (lane: Lane): FoundLane => {
    const text = disk.read(toLanePath(root, lane));
    if (text === null) return null;
    const parsed = parseRecording(text, lane);
    return parsed.ok ? { ok: true, value: indexRecording(parsed.value, mask) } : parsed;
  };
  return {
    open(lane) {
      const known = lanes.find(lane);
      if (known !== null) return known.found;
      const found = read(lane);
      if (lane.plan === cleanPlan) lanes.add({ lane, found });
      return found;
    },
    part(id) {
      const known = parts.get(id);
      if (known !== undefined) return known;
      const part = isPartId(id) ? parsePart(disk.read(toPartPath(root, id))) : null;
      parts.set(id, part);
      return part;
    },
    forget(lane) {
      lanes.remove(lane);
      parts.clear();
    },
  };
}

interface KeptLane {
  readonly lane: Lane;
  readonly found: FoundLane;
}

interface LaneShelf {
  find(lane: Lane): KeptLane | null;
  add(kept: KeptLane): void;
  remove(lane: Lane): void;
}

/**
 * The lanes asked for last. A list, not a map: a map that is filled and emptied all the time leaves a chain of its old tables
 * in the engine's memory, and each of them holds on to recordings.
 */
function createLaneShelf(): LaneShelf {
  const kept: KeptLane[] = [];
  const placeOf = (lane: Lane): number => kept.findIndex((entry) => isSameLane(entry.lane, lane));
  return {
    find(lane) {
      const place = placeOf(lane);
      const found = kept[place];
      if (found === undefined) return null;
      kept.splice(place, 1);
      kept.push(found);
      return found;
    },
    add(entry) {
      if (kept.length >= keptLanes) kept.shift();
      kept.push(entry);
    },
    remove(lane) {
      const place = placeOf(lane);
      if (place >= 0) kept.splice(place, 1);
    },
  };
}

function parsePart(text: string | null): Part | null {
  if (text === null) return null;
  try {
    const file: unknown = JSON.parse(text);
    // `cassettes check` compares the content with the id in the file name.
    const part = readStored(file, partFormat);
    return part.ok ? part.value : null;
  } catch {
    return null;
  }
}
