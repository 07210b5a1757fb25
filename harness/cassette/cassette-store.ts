import { CassetteMissError, type CassetteStore, type PartDifference } from '../core/cassette.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { cleanPlan, type Lane, toCleanLane } from '../core/lane.ts';
import { RigError } from '../core/rig-error.ts';
import { compareShapes, type ShapeSide } from './compare-shapes.ts';
import { createMiss } from './create-miss.ts';
import { createDriftRule } from './drift-rule.ts';
import { findRejects } from './find-rejects.ts';
import { type LaneDisk, nodeDisk } from './lane-disk.ts';
import { toLanePath } from './lane-path.ts';
import { createLanePlayer, type PlayerContext } from './lane-player.ts';
import { createLaneRecorder } from './lane-recorder.ts';
import { createLibrary, type Library } from './library.ts';
import { createMask, createTokenPairs, isSameUnderTokens } from './match-text.ts';
import { findNearestLane } from './nearest-lane.ts';
import type { AnswerRules } from './play-call.ts';
import { createRecordingView, type RecordingView } from './recording-view.ts';
import type { Redactor } from './redactor.ts';
import { createShaper, type ShapedRequest } from './request-shape.ts';
import { isWaived, loadWaivers, type Waiver } from './waivers.ts';

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
  /** The lowest rung of the ladder that counts. */
  readonly tier: 'exact' | 'loose' | 'position';
  /** Start of the command that records, such as `toolrig record suites/orders`. */
  readonly command: string;
  /** Judges a value by a schema; texts of what is wrong. With it a miss tells which recorded calls a changed schema rejects. */
  readonly validate?: (schema: JsonObject, value: JsonValue) => readonly string[];
  /** Names this process in locks; with `isOwnerAlive` the lock of a dead recorder is taken over. */
  readonly owner?: string;
  readonly isOwnerAlive?: (owner: string) => boolean;
  readonly disk?: LaneDisk;
}

/**
 * Opens a folder of recordings. Its format is in the README of this folder.
 *
 * @throws RigError for a drift part or volatile pattern that makes no sense.
 */
export function createCassetteStore(options: CassetteStoreOptions): CassetteStore {
  const disk = options.disk ?? nodeDisk;
  const mask = createMask(options.volatile);
  const library = createLibrary(options.root, disk, mask);
  const shape = createShaper(options.redactor);
  const viewContext = { mask, redactor: options.redactor };
  const toRules = createRules(options, { disk, library });
  const missContext = { command: options.command, redactor: options.redactor };

  const openView = (lane: Lane): RecordingView | null => {
    const found = library.open(lane);
    if (found === null) return null;
    if (found.ok) return createRecordingView(found.value, viewContext);
    const { reason, text } = found.error;
    const cause = { reason, text, differences: [], nearest: null, requests: null, rejects: [] };
    throw createMiss(lane, cause, missContext);
  };
  const context: PlayerContext = {
    ...missContext,
    shape,
    rulesFor: toRules,
    findRejects: (view, attempt, shaped) =>
      options.validate === undefined
        ? []
        : findRejects(
            {
              recording: view.recording,
              recorded: toRecordedSide(attempt.shape, library),
              now: toSide(shaped),
            },
            options.validate,
          ),
  };

  return {
    async player(lane) {
      const isClean = lane.plan === cleanPlan;
      const own = openView(lane);
      const needsClean = !isClean && (own === null || own.recording.head.fork !== null);
      const clean = needsClean ? openView(toCleanLane(lane)) : null;
      if (own === null && clean === null) {
        const nearest = await findNearestLane(options.root, lane);
        const cause = {
          reason: 'no_cassette' as const,
          text: isClean ? 'there is no recording' : 'neither it nor its clean lane has a recording',
          differences: [],
          nearest,
          requests: null,
          rejects: [],
        };
        throw createMiss(lane, cause, missContext);
      }
      return createLanePlayer({ lane, own, clean }, context);
    },
    recorder(lane, head) {
      if (options.mode !== 'record') {
        return Promise.reject(
          new RigError(
            'CASSETTE_REPLAY_ONLY',
            `Cannot record in replay mode: nothing is ever written there`,
          ),
        );
      }
      try {
        const clean =
          lane.plan === cleanPlan ? null : openCleanOrNone(() => openView(toCleanLane(lane)));
        const recorder = createLaneRecorder(lane, head, {
          root: options.root,
          disk,
          redactor: options.redactor,
          shape,
          recordedAt: options.recordedAt,
          protocolVersion: options.protocolVersion,
          clean,
          cleanRules:
            clean === null
              ? null
              : { ...toRules(clean, true), isAllowed: () => false, tier: 'exact' },
          owner: options.owner ?? '',
          isOwnerAlive: options.isOwnerAlive ?? (() => true),
          onSealed: () => {
            library.forget(lane);
          },
        });
        return Promise.resolve(recorder);
      } catch (error) {
        return Promise.reject(error as Error);
      }
    },
    has: (lane) => Promise.resolve(disk.exists(toLanePath(options.root, lane))),
  };
}

/** A clean lane that cannot be used is no reason not to record: the lane is then recorded whole. */
function openCleanOrNone(open: () => RecordingView | null): RecordingView | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof CassetteMissError) return null;
    throw error;
  }
}

function toSide(shaped: ShapedRequest): ShapeSide {
  return { shape: shaped.shape, part: (id) => shaped.parts.get(id) ?? null };
}

function toRecordedSide(shape: ShapeSide['shape'], library: Library): ShapeSide {
  return { shape, part: (id) => library.part(id) };
}

interface RuleSources {
  readonly disk: LaneDisk;
  readonly library: Library;
}

function createRules(
  options: CassetteStoreOptions,
  { disk, library }: RuleSources,
): (view: RecordingView, reuse: boolean) => AnswerRules {
  const isDeclared = createDriftRule(options.drift);
  const mask = createMask(options.volatile);
  /** Shapes are few and compared often: one comparison for each pair of them. */
  const compared = new WeakMap<object, WeakMap<object, readonly PartDifference[]>>();

  const compare = (
    recorded: ShapeSide['shape'],
    shaped: ShapedRequest,
  ): readonly PartDifference[] => {
    const known = compared.get(recorded)?.get(shaped);
    if (known !== undefined) return known;
    const pairs = createTokenPairs();
    const found = compareShapes(toRecordedSide(recorded, library), toSide(shaped), (texts) => {
      const prepare = (text: string): string =>
        mask !== null && texts.part.startsWith('system') ? mask(text) : text;
      return isSameUnderTokens(prepare(texts.recorded), prepare(texts.now), pairs);
    });
    const row = compared.get(recorded) ?? new WeakMap<object, readonly PartDifference[]>();
    compared.set(recorded, row.set(shaped, found));
    return found;
  };

  const waivers = new Map<string, readonly Waiver[]>();
  const waiversOf = (suite: string): readonly Waiver[] => {
    const known = waivers.get(suite) ?? loadWaivers(options.root, suite, disk);
    waivers.set(suite, known);
    return known;
  };

  return (view, reuse) => {
    const { head } = view.recording;
    const otherTexts = head.protocol !== options.protocolVersion;
    const version: PartDifference = {
      part: 'harness_text',
      recorded: String(head.protocol),
      now: String(options.protocolVersion),
      change: `${head.protocol}-${options.protocolVersion}`,
    };
    const isAllowed = (found: PartDifference): boolean =>
      isDeclared(found.part) || isWaived(found, waiversOf(head.lane.suite));
    return {
      tier: reuse ? 'exact' : options.tier,
      reuse,
      isAllowed,
      otherTexts,
      otherTextsAllowed: otherTexts && isAllowed(version),
      compareShape: (attempt, shaped) =>
        attempt.shapeKey === shaped.key && !otherTexts
          ? []
          : [...compare(attempt.shape, shaped), ...(otherTexts ? [version] : [])],
    };
  };
}
