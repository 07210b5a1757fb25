import type { LaneRecorder, ToolLine } from '../core/cassette.ts';
import type { ChatRequest } from '../core/chat.ts';
import type { Exchange } from '../core/exchange.ts';
import type { JsonObject } from '../core/json.ts';
import { type Lane, toLaneId } from '../core/lane.ts';
import type { AskPosition } from '../core/model.ts';
import { CassetteWriteError, toWriteError } from './cassette-write-error.ts';
import { toStoredExchange } from './exchange-store.ts';
import { toFingerprint } from './fingerprint.ts';
import { createChainTrack } from './fingerprint-chain.ts';
import type { LaneDisk } from './lane-disk.ts';
import { type CallLine, type Fork, type HeadLine, laneVersion, toRanges } from './lane-line.ts';
import { toLanePath, toPartPath } from './lane-path.ts';
import { createMessageTrack } from './message-track.ts';
import { isEmptyReply } from './parse-recording.ts';
import { type Part, toPartFile } from './part.ts';
import { findCall, toDecision, type AnswerRules } from './play-call.ts';
import { redactLine } from './redact-line.ts';
import { redactMessage, type RecordingView } from './recording-view.ts';
import type { Redactor } from './redactor.ts';
import type { ShapedRequest, Shaper } from './request-shape.ts';
import { sealLines, toLineText } from './write-lines.ts';

/** What a recorder needs of its store. */
export interface RecorderContext {
  readonly root: string;
  readonly disk: LaneDisk;
  readonly redactor: Redactor;
  readonly shape: Shaper;
  readonly recordedAt: string;
  readonly protocolVersion: number;
  /** The clean lane of a faulted one, as far as it is recorded. */
  readonly clean: RecordingView | null;
  readonly cleanRules: AnswerRules | null;
  /** Written into the lock, so that a dead recorder's lock can be told. */
  readonly owner: string;
  isOwnerAlive(owner: string): boolean;
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
  const path = toLanePath(context.root, lane);
  const lock = `${path}.part`;
  takeLock(lock, lane, context);
  const log = createLaneLog(context);
  let fork: Fork | null = null;
  let parted = context.clean === null;
  let open = true;

  const close = (): void => {
    open = false;
    try {
      context.disk.remove(lock);
    } catch {
      // A lock that stays is never read as a recording, and the next recorder tells it from a live one.
    }
  };
  const part = (turn: number): void => {
    if (parted || context.clean === null) return;
    parted = true;
    fork = { lane: context.clean.recording.head.lane, turn };
  };

  return {
    shared(request, position): Exchange | null {
      if (parted || context.clean === null || context.cleanRules === null) return null;
      const question = { ...log.read(request), position };
      const found = findCall(context.clean, question, context.cleanRules);
      if (found !== null) {
        context.clean.used.add(found.attempt);
        return found.attempt.exchange;
      }
      part(position.turn);
      return null;
    },
    record(request, position, exchange) {
      part(position.turn);
      log.addCall(request, position, exchange);
    },
    recordTool: log.addTool,
    seal(end): Promise<void> {
      try {
        if (!open)
          throw new CassetteWriteError(
            'CASSETTE_CLOSED',
            `Cannot seal "${path}": it is closed`,
            path,
          );
        log.check(path);
        const head: HeadLine = {
          type: 'head',
          version: laneVersion,
          lane,
          recordedAt: context.recordedAt,
          protocol: context.protocolVersion,
          salt: context.redactor.salt,
          fork,
          source: toSafeObject(source, context.redactor),
        };
        if (log.calls() === 0) {
          close();
          context.disk.remove(path);
        } else {
          for (const [id, part] of log.parts) savePart(id, part, context);
          context.disk.fill(lock, log.toText(head, end));
          context.disk.rename(lock, path);
          open = false;
        }
        context.onSealed();
        return Promise.resolve();
      } catch (error) {
        if (open) close();
        return Promise.reject(toWriteError(error, path));
      }
    },
    abandon(): Promise<void> {
      if (open) close();
      return Promise.resolve();
    },
  };
}

function takeLock(lock: string, lane: Lane, context: RecorderContext): void {
  const { disk, owner } = context;
  const text = `${JSON.stringify({ type: 'lock', owner })}\n`;
  try {
    const holder = disk.read(lock);
    if (holder !== null && !context.isOwnerAlive(toOwner(holder))) disk.remove(lock);
    disk.create(lock, text);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') {
      throw toWriteError(error, lock);
    }
    throw new CassetteWriteError(
      'CASSETTE_LOCKED',
      `Cannot record lane "${toLaneId(lane)}": another recorder holds "${lock}". Wait for it, or delete the file when none runs`,
      lock,
      { cause: error },
    );
  }
}

function toOwner(text: string): string {
  return /^\{"type":"lock","owner":"([^"\\]*)"\}\n$/.exec(text)?.[1] ?? '';
}

function savePart(id: string, part: Part, { root, disk, owner }: RecorderContext): void {
  const path = toPartPath(root, id);
  if (disk.exists(path)) return;
  const draft = `${path}.${toFingerprint(owner)}.part`;
  disk.remove(draft);
  disk.create(draft, toPartFile(part));
  disk.rename(draft, path);
}

interface LaneLog {
  readonly parts: ReadonlyMap<string, Part>;
  read(request: ChatRequest): { readonly shaped: ShapedRequest; readonly texts: readonly string[] };
  addCall(request: ChatRequest, position: AskPosition, exchange: Exchange): void;
  addTool(line: ToolLine): void;
  calls(): number;
  check(path: string): void;
  toText(head: HeadLine, end: JsonObject): string;
}

/** Collects the lines of a lane. Attempts of one request become one line when the next thing happens. */
function createLaneLog(context: RecorderContext): LaneLog {
  const { redactor } = context;
  const track = createMessageTrack();
  const lines: string[] = [];
  const numbers = new Map<string, number>();
  const parts = new Map<string, Part>();
  const redacted = new Map<string, string>();
  const chain = createChainTrack();
  const decisions = createChainTrack(toDecision);
  let call: (CallLine & { readonly shapeKey: string }) | null = null;
  let lastShape = '';
  let calls = 0;

  const read: LaneLog['read'] = (request) => {
    const shaped = context.shape(request);
    track.update(request.messages, shaped.leading);
    return { shaped, texts: track.texts };
  };
  const toStoredText = (text: string): string => {
    const known = redacted.get(text) ?? redactMessage(text, redactor);
    redacted.set(text, known);
    return known;
  };
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const n = numbers.size;
    numbers.set(text, n);
    // Written by hand so that its bytes are the canonical text that replay compares.
    lines.push(`{"type":"msg","message":${text},"n":${n}}`);
    return n;
  };
  const flush = (): void => {
    if (call === null) return;
    const { shapeKey, request, ...rest } = call;
    lines.push(
      toLineText(shapeKey === lastShape || request === undefined ? rest : { ...rest, request }),
    );
    lastShape = shapeKey;
    call = null;
  };

  return {
    parts,
    read,
    addCall(request, position, exchange) {
      const { shaped, texts } = read(request);
      const stored = texts.map(toStoredText);
      const key = {
        request: toFingerprint(shaped.key),
        chain: chain.update(stored),
        decisions: decisions.update(stored),
      };
      const attempt = { attempt: position.attempt, exchange: toStoredExchange(exchange, redactor) };
      calls += 1;
      if (
        call?.turn === position.turn &&
        call.shapeKey === shaped.key &&
        call.key.chain === key.chain
      ) {
        call = { ...call, attempts: [...call.attempts, attempt] };
        return;
      }
      flush();
      for (const [id, part] of shaped.parts) parts.set(id, part);
      const messages = toRanges(stored.map(numberOf));
      const { turn } = position;
      call = {
        type: 'call',
        turn,
        request: shaped.shape,
        messages,
        key,
        attempts: [attempt],
        shapeKey: shaped.key,
      };
    },
    addTool(line) {
      flush();
      lines.push(toLineText({ type: 'tool', ...redactLine(line, redactor) }));
    },
    calls: () => calls,
    check(path) {
      const last = call?.attempts.at(-1);
      if (last !== undefined && isEmptyReply(last.exchange)) {
        throw new CassetteWriteError(
          'CASSETTE_EMPTY_REPLY',
          `Cannot seal "${path}": the last reply has status 200 and no body, which is no model answer`,
          path,
        );
      }
    },
    toText(head, end) {
      flush();
      const text = sealLines([toLineText(head), ...lines], {
        calls,
        end: toSafeObject(end, redactor),
      });
      return text;
    },
  };
}

function toSafeObject(value: JsonObject, redactor: Redactor): JsonObject {
  // Redaction changes texts inside a value, never its shape.
  return redactor.redactJson(value) as JsonObject;
}
