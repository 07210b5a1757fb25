import type { PartDifference } from '../../core/talk/cassette.ts';
import { RigError } from '../../core/rig-error.ts';
import { list, nullable, object, oneOf, text } from '../../json/shape.ts';
import { readStored, type StoredFormat } from '../../json/stored-format.ts';
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

/** `drift.json`. */
export const waiversFormat: StoredFormat<WaiverFile> = {
  name: 'waivers',
  about: '`drift.json` beside the recordings of a suite: changes that were accepted.',
  field: 'version',
  upgrades: [],
  shape: object<WaiverFile>({
    version: oneOf(1),
    waivers: list(
      object<Waiver>({
        part: text,
        change: text,
        recorded: nullable(text),
        now: nullable(text),
        reason: text,
      }),
    ),
  }),
};

interface WaiverFile {
  readonly version: 1;
  readonly waivers: readonly Waiver[];
}

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
  const content = disk.read(path);
  if (content === null) return [];
  const file = readStored(parseJson(content), waiversFormat);
  if (file.ok) return file.value.waivers;
  const { text: wrong, isNewer } = file.error;
  const remedy = isNewer ? '. Update toolrig' : '';
  throw new RigError('DRIFT_FILE', `Cannot read waivers "${path}": ${wrong}${remedy}`);
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
