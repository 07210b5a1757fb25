import { CassetteMissError, type CassetteStore, type LaneRecorder } from '../core/talk/cassette.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import { cleanPlan, type Lane, toCleanLane, toLaneId } from '../core/suite/lane.ts';
import { RigError } from '../core/rig-error.ts';
import {
  createRuleMaker,
  type RuleMaker,
  toPresentSide,
  toRecordedSide,
} from './match/answer-rules.ts';
import { createMiss, type MissCause, type MissContext } from './match/create-miss.ts';
import { findRejects } from './match/find-rejects.ts';
import { type LaneDisk, nodeDisk } from './lane/lane-disk.ts';
import { toLanePath } from './lane/lane-path.ts';
import { createLanePlayer, type PlayerContext, type PlayerSources } from './lane/lane-player.ts';
import { createLaneRecorder } from './lane/lane-recorder.ts';
import { createLibrary, type Library } from './lane/library.ts';
import { createMask, type Mask } from './match/match-text.ts';
import { findNearestRecording } from './match/nearest-lane.ts';
import { createRecordingView, type RecordingView } from './lane/recording-view.ts';
import type { Redactor } from '../redact/redactor.ts';
import { createShaper, type Shaper } from './match/request-shape.ts';

/** Settings of a folder of recordings. */
export interface CassetteStoreOptions {
  readonly root: string;
  /** In `replay` nothing is ever written. */
  readonly mode: 'replay' | 'record';
  /** Time of the recording, ISO 8601 in UTC. */
  readonly recordedAt: string;
  /** Version of the texts that the harness puts into conversations. */
  readonly protocolVersion: number;
  readonly redactor: Redactor;
  /** Parts that may differ, see `createDriftRule`. */
  readonly drift: readonly string[];
  /** Regular expressions over message text whose matches are not compared. */
  readonly volatile: readonly string[];
  /** The loosest rung of the matching ladder that is accepted. */
  readonly tier: 'exact' | 'loose' | 'position';
  /** Start of the command that records, such as `toolrig record suites/orders`. */
  readonly command: string;
  /** Validates a value against a schema and returns the errors as texts: a miss then lists the recorded calls that a changed schema rejects. */
  readonly validate?: (schema: JsonObject, value: JsonValue) => readonly string[];
  /** Names this process in locks. */
  readonly owner?: string;
  /** Whether the owner of a lock still runs; the lock of a dead one is taken over. Default: yes. */
  readonly isOwnerAlive?: (owner: string) => boolean;
  readonly disk?: LaneDisk;
  /** The suite's texts for a lane, as plain data: values that were redacted in a reply are looked up in it. */
  readonly vocabulary?: (lane: Lane) => unknown;
  /** Whether a faulted lane is recorded only from where it differs from its clean lane; default: yes. */
  readonly fork?: boolean;
}

/**
 * Opens a folder of recordings. Its format is in the README of this folder.
 *
 * @throws RigError for an invalid drift part or volatile pattern.
 */
export function createCassetteStore(options: CassetteStoreOptions): CassetteStore {
  const disk = options.disk ?? nodeDisk;
  const mask = createMask(options.volatile);
  const library = createLibrary(options.root, disk, mask);
  const store: Store = {
    options,
    disk,
    mask,
    library,
    shape: createShaper(options.redactor),
    rules: createRuleMaker({ ...options, disk, mask, library }),
    misses: { command: options.command, redactor: options.redactor },
  };
  const context = toPlayerContext(store);
  return {
    player: async (lane) =>
      await Promise.resolve(createLanePlayer(openSources(lane, store), context)),
    recorder: async (lane, head) => await Promise.resolve(openRecorder(lane, head, store)),
    has: (lane) => Promise.resolve(disk.exists(toLanePath(options.root, lane))),
  };
}

interface Store {
  readonly options: CassetteStoreOptions;
  readonly disk: LaneDisk;
  readonly mask: Mask | null;
  readonly library: Library;
  readonly shape: Shaper;
  readonly rules: RuleMaker;
  readonly misses: MissContext;
}

function toPlayerContext({ options, library, shape, rules, misses }: Store): PlayerContext {
  const { validate } = options;
  return {
    ...misses,
    vocabulary: options.vocabulary ?? (() => null),
    shape,
    rulesFor: rules,
    findRejects: (view, attempt, shaped) => {
      if (validate === undefined) return [];
      const recorded = toRecordedSide(attempt.shape, library);
      const sides = { recording: view.recording, recorded, now: toPresentSide(shaped) };
      return findRejects(sides, validate);
    },
  };
}

function openView(lane: Lane, store: Store): RecordingView | null {
  const { library, mask, options } = store;
  const found = library.open(lane);
  if (found === null) return null;
  if (found.ok) return createRecordingView(found.value, { mask, redactor: options.redactor });
  throw createLost(lane, found.error, store);
}

/** A miss without a recording to compare with: its cost estimate is taken from the nearest recording. */
function createLost(
  lane: Lane,
  cause: Pick<MissCause, 'reason' | 'text'>,
  { options, disk, misses }: Store,
): CassetteMissError {
  const nearest = findNearestRecording(options.root, lane, disk);
  const detail = {
    ...cause,
    differences: [],
    nearest: nearest === null ? null : toLaneId(nearest.head.lane),
    requests: nearest === null ? null : nearest.attempts.length,
    rejects: [],
  };
  return createMiss(lane, detail, misses);
}

function openSources(lane: Lane, store: Store): PlayerSources {
  const isClean = lane.plan === cleanPlan;
  const own = openView(lane, store);
  const needsClean = !isClean && (own === null || own.recording.head.fork !== null);
  const clean = needsClean ? openView(toCleanLane(lane), store) : null;
  const openClean = (): RecordingView | null =>
    isClean ? null : openCleanOrNone(toCleanLane(lane), store);
  if (own !== null || clean !== null) return { lane, own, clean, openClean };
  const text = isClean ? 'there is no recording' : 'neither it nor its clean lane has a recording';
  throw createLost(lane, { reason: 'no_cassette', text }, store);
}

function openRecorder(lane: Lane, head: JsonObject, store: Store): LaneRecorder {
  const { options, disk, shape, rules, library } = store;
  if (options.mode !== 'record') {
    throw new RigError(
      'CASSETTE_REPLAY_ONLY',
      'Cannot record in replay mode: nothing is ever written there',
    );
  }
  const isWhole = lane.plan === cleanPlan || options.fork === false;
  const clean = isWhole ? null : openCleanOrNone(toCleanLane(lane), store);
  const nothingAllowed = { isAllowed: () => false, otherTextsAllowed: false };
  return createLaneRecorder(lane, head, {
    root: options.root,
    disk,
    redactor: options.redactor,
    vocabulary: options.vocabulary ?? (() => null),
    shape,
    recordedAt: options.recordedAt,
    protocolVersion: options.protocolVersion,
    clean:
      clean === null ? null : { view: clean, rules: { ...rules(clean, true), ...nothingAllowed } },
    owner: options.owner ?? '',
    isOwnerAlive: options.isOwnerAlive ?? (() => true),
    onSealed: () => {
      library.forget(lane);
    },
  });
}

/** When the clean lane cannot be used, the lane is recorded as a whole. */
function openCleanOrNone(lane: Lane, store: Store): RecordingView | null {
  try {
    return openView(lane, store);
  } catch (error) {
    if (error instanceof CassetteMissError) return null;
    throw error;
  }
}
