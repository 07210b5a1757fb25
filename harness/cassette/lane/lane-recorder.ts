import { basename, dirname, join } from 'node:path';

import type { SideLine } from '../../core/talk/side.ts';
import type { LaneRecorder } from '../../core/talk/cassette.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Lane } from '../../core/suite/lane.ts';
import { refuseLinkOut } from '../../disk/refuse-link-out.ts';
import { CassetteWriteError, toWriteError } from './cassette-write-error.ts';
import { toFingerprint } from './fingerprint.ts';
import type { LaneDisk } from './lane-disk.ts';
import { type Fork, type HeadLine, laneVersion } from './lane-line.ts';
import { type LockOwner, takeLaneLock } from './lane-lock.ts';
import { createLaneLog, type LaneLog } from './lane-log.ts';
import { toLanePath, toPartPath } from './lane-path.ts';
import { isEmptyReply } from './parse-recording.ts';
import { toPartFile } from './part.ts';
import { type AnswerRules, findCall } from '../match/find-call.ts';
import type { RecordingView } from './recording-view.ts';
import type { Redactor } from '../../redact/redactor.ts';
import { findSideAnswer } from './side-answers.ts';
import { createReplyRestorer, type RestoreContext } from '../match/restore-replies.ts';
import type { Shaper } from '../match/request-shape.ts';

/** What a recorder needs of its store. */
export interface RecorderContext extends LockOwner, RestoreContext {
  readonly root: string;
  readonly disk: LaneDisk;
  readonly shape: Shaper;
  readonly recordedAt: string;
  readonly protocolVersion: number;
  /** The clean lane of a faulted one, as far as it is recorded. */
  readonly clean: { readonly view: RecordingView; readonly rules: AnswerRules } | null;
  onSealed(): void;
}

/**
 * Creates the recorder of one lane. It holds its lines in memory and a lock on disk; only `seal` writes.
 *
 * @throws CassetteWriteError `CASSETTE_LOCKED` when another recorder holds the lane, `CASSETTE_UNWRITABLE`.
 */
export function createLaneRecorder(
  lane: Lane,
  source: JsonObject,
  context: RecorderContext,
): LaneRecorder {
  const lock = holdLock(lane, context);
  const log = createLaneLog(context.shape, context.redactor);
  const sharing = createSharing(context, log);
  const restorer = createReplyRestorer({ lane, salt: context.redactor.salt }, context);
  const toText = (end: JsonObject): string => {
    const head = createHead(lane, { source, fork: sharing.fork() }, context);
    return log.toText(head, redactObject(end, context.redactor));
  };

  return {
    shared: sharing.find,
    record(request, position, exchange) {
      if (sharing.isShared(exchange)) {
        sharing.keep(position.turn);
        return;
      }
      sharing.part(position.turn);
      log.addCall(request, position, exchange);
      // Replayed in memory, so that texts which a replay cannot restore are known before the lane is sealed.
      if (log.last !== null) restorer.restore(log.last, request);
    },
    recordTool: log.addTool,
    recordServed: log.addServed,
    sharedSide: createSharedSides(context),
    recordSide: (request, exchange) =>
      void restorer.restoreSide(log.addSide(request, exchange), request.body),
    replayChanges: () => (restorer.lost.size === 0 ? null : (value) => restorer.asReplayed(value)),
    async seal(end) {
      const path = toLanePath(context.root, lane);
      try {
        if (!lock.isHeld) throw closedError(path);
        if (log.last !== null && isEmptyReply(log.last)) throw emptyError(path);
        if (log.isEmpty) {
          lock.release();
          // Turns that an earlier recording had differently now belong to the clean lane.
          context.disk.remove(path);
        } else {
          saveParts(log, context);
          lock.replace(toText(end));
        }
        context.onSealed();
        await Promise.resolve();
      } catch (error) {
        lock.release();
        throw toWriteError(error, path);
      }
    },
    abandon() {
      lock.release();
      return Promise.resolve();
    },
  };
}

/** The lock of a lane, released once. */
function holdLock(lane: Lane, context: RecorderContext) {
  const lock = takeLaneLock(lane, context);
  let isHeld = true;
  return {
    get isHeld() {
      return isHeld;
    },
    release() {
      if (isHeld) lock.release();
      isHeld = false;
    },
    replace(text: string) {
      lock.replace(text);
      isHeld = false;
    },
  };
}

function createHead(
  lane: Lane,
  { source, fork }: { readonly source: JsonObject; readonly fork: Fork | null },
  context: RecorderContext,
): HeadLine {
  return {
    type: 'head',
    version: laneVersion,
    lane,
    recordedAt: context.recordedAt,
    protocol: context.protocolVersion,
    salt: context.redactor.salt,
    fork,
    source: redactObject(source, context.redactor),
  };
}

interface Sharing {
  find: LaneRecorder['shared'];
  isShared(exchange: Exchange): boolean;
  /** The lane has its own turns from this one on. */
  part(turn: number): void;
  /** This turn belongs to the clean lane. */
  keep(turn: number): void;
  fork(): Fork | null;
}

/** Serves a faulted lane from its clean lane until the first request that differs. */
function createSharing({ clean, ...context }: RecorderContext, log: LaneLog): Sharing {
  const served = new Set<Exchange>();
  const head = clean?.view.recording.head ?? null;
  const restorer =
    clean === null || head === null
      ? null
      : createReplyRestorer({ ...head, pairs: clean.view.pairs }, context);
  let fork: Fork | null = null;
  let lastShared = 0;
  const part = (turn: number): void => {
    if (clean !== null) fork ??= { lane: clean.view.recording.head.lane, turn };
  };
  return {
    find(request, position) {
      if (clean === null || fork !== null) return null;
      const found = findCall({ ...clean, question: { ...log.read(request), position } });
      if (found === null) {
        part(position.turn);
        return null;
      }
      clean.view.used.add(found.attempt);
      const { exchange } = found.attempt;
      const restored = restorer?.restore(exchange, request) ?? exchange;
      served.add(restored);
      return restored;
    },
    isShared: (exchange) => served.has(exchange),
    part,
    keep: (turn) => {
      lastShared = Math.max(lastShared, turn);
    },
    // A lane that shares every turn, and has a file for what its back ends answered, begins after the last one.
    fork: () => {
      if (fork === null && lastShared > 0) part(lastShared + 1);
      return fork;
    },
  };
}

/** A request besides the conversation is asked once for a clean lane and all its faulted ones. */
function createSharedSides({ clean, ...context }: RecorderContext): LaneRecorder['sharedSide'] {
  if (clean === null) return () => null;
  const { recording, pairs } = clean.view;
  const shelf = { lines: recording.sides, pairs, used: new Set<SideLine>() };
  const restorer = createReplyRestorer({ ...recording.head, pairs }, context);
  return (request) => {
    const found = findSideAnswer(request, shelf, context);
    return found === null ? null : restorer.restoreSide(found, request.body);
  };
}

function saveParts(log: LaneLog, { root, disk, owner }: RecorderContext): void {
  const fresh = [...log.parts]
    .map(([id, part]) => ({ path: toPartPath(root, id), part }))
    .filter(({ path }) => !disk.exists(path));
  for (const { path, part } of fresh) {
    // Two processes may save the same part: each has its own draft, with the same content.
    const draft = `${path}.${toFingerprint(owner)}.part`;
    refuseLinkOut(root, dirname(path));
    disk.remove(draft);
    try {
      disk.create(draft, toPartFile(part));
      disk.rename(draft, path);
    } catch (error) {
      disk.remove(draft);
      // Another recorder may have saved the part meanwhile and removed this draft; the content is the same.
      if (!disk.exists(path)) throw error;
    }
    removeDrafts(path, disk);
  }
  const [first] = fresh;
  if (first !== undefined) disk.syncFolderOf(first.path);
}

/** Drafts of a part that exists by now: a killed recorder left them, and they will never be finished. */
function removeDrafts(path: string, disk: LaneDisk): void {
  const folder = dirname(path);
  for (const name of disk.list(folder)) {
    if (name.startsWith(`${basename(path)}.`)) disk.remove(join(folder, name));
  }
}

function redactObject(value: JsonObject, redactor: Redactor): JsonObject {
  // Redaction changes texts inside a value, never its shape.
  return redactor.redactJson(value) as JsonObject;
}

function closedError(path: string): CassetteWriteError {
  const message = `Cannot seal "${path}": the recorder is closed`;
  return new CassetteWriteError('CASSETTE_CLOSED', message, { path });
}

function emptyError(path: string): CassetteWriteError {
  const message = `Cannot seal "${path}": the last reply has status 200 and no body, which is not a model answer`;
  return new CassetteWriteError('CASSETTE_EMPTY_REPLY', message, { path });
}
