import type { PartDifference } from '../../core/talk/cassette.ts';
import { RigError } from '../../core/rig-error.ts';
import { isJsonObject } from '../../json/json.ts';
import type { LaneDisk } from '../lane/lane-disk.ts';
import { toWaiverPath } from '../lane/lane-path.ts';

/** One change of one part that somebody looked at and accepted. Another change of the part is a miss again. */
export interface Waiver {
  readonly part: string;
  readonly change: string;
  readonly recorded: string | null;
  readonly now: string | null;
  readonly reason: string;
}

/** Version of `drift.json`. */
export const waiverVersion = 1;

/** Whether a difference was accepted. */
export function isWaived(found: PartDifference, waivers: readonly Waiver[]): boolean {
  return (
    found.change !== undefined &&
    waivers.some((waiver) => waiver.part === found.part && waiver.change === found.change)
  );
}

/**
 * Reads the waivers of a suite; none when it has no file.
 *
 * @throws RigError `DRIFT_FILE` when the file is not of this form: a waiver is never guessed.
 */
export function loadWaivers(root: string, suite: string, disk: LaneDisk): readonly Waiver[] {
  const path = toWaiverPath(root, suite);
  const text = disk.read(path);
  if (text === null) return [];
  const file = parseJson(text);
  if (!isJsonObject(file) || file['version'] !== waiverVersion || !Array.isArray(file['waivers'])) {
    throw new RigError(
      'DRIFT_FILE',
      `Cannot read waivers "${path}": the form of version ${waiverVersion} is expected`,
    );
  }
  return file['waivers'] as readonly Waiver[];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
