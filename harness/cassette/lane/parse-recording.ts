import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { MissReason, ToolLine } from '../../core/talk/cassette.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { isSameLane, type Lane } from '../../core/suite/lane.ts';
import type { Result } from '../../json/result.ts';
import { checkExchange } from './check-exchange.ts';
import type { CallKey, CallLine, EndLine, HeadLine } from './lane-line.ts';
import { laneVersion, parseRanges } from './lane-line.ts';
import type { RequestShape } from '../match/request-shape.ts';
import { toSealHash } from './write-lines.ts';

/** One recorded attempt. */
export interface RecordedAttempt {
  readonly turn: number;
  readonly attempt: number;
  readonly shape: RequestShape;
  /** Canonical text of the shape. */
  readonly shapeKey: string;
  /** Numbers of its messages. */
  readonly messages: readonly number[];
  readonly key: CallKey;
  readonly exchange: Exchange;
}

/** A sealed lane, read and checked. */
export interface Recording {
  readonly head: HeadLine;
  /** Canonical text of each message. */
  readonly texts: readonly string[];
  readonly attempts: readonly RecordedAttempt[];
  /** Reads the recorded tool results; only misses and people ask for them. */
  readTools(): readonly ToolLine[];
}

/** What is wrong with a recording, and how that is told apart. */
export interface Damage {
  readonly reason: Exclude<MissReason, 'no_cassette' | 'changed' | 'exhausted'>;
  readonly text: string;
}

type Parsed<Value> = Result<Value, Damage>;

/** Reads a lane file. Nothing of it is used unless all of it is sound. */
export function parseRecording(text: string, lane: Lane): Parsed<Recording> {
  const head = parseHead(text);
  if (!head.ok) return head;
  const body = checkSeal(text);
  if (!body.ok) return body;
  const found = head.value.lane;
  if (!isSameLane(found, lane)) {
    return broken(`the file belongs to lane ${toCanonicalJson(found)}`, 'wrong_lane');
  }
  return parseLines(head.value, body.value);
}

function broken(text: string, reason: Damage['reason'] = 'damaged'): Result<never, Damage> {
  return { ok: false, error: { reason, text } };
}

/** Reads the first line alone. */
export function parseHead(text: string): Parsed<HeadLine> {
  if (text === '') return broken('the file is empty');
  const end = text.indexOf('\n');
  const head = parseLine(end < 0 ? text : text.slice(0, end));
  if (head === null) {
    return broken(end < 0 ? 'the file is cut inside line 1' : 'line 1 is not readable');
  }
  if (head['type'] !== 'head') return broken('line 1 is not a head');
  if (head['version'] !== laneVersion) {
    const version = JSON.stringify(head['version']) ?? 'none';
    return broken(`the format version is ${version}, known is ${laneVersion}`, 'wrong_version');
  }
  if (!isJsonObject(head['lane'])) return broken('the head names no lane');
  // Version 1 has these fields; the seal, checked next, vouches for the rest.
  return { ok: true, value: head as unknown as HeadLine };
}

/** Checks the seal and gives the lines between head and seal. */
function checkSeal(text: string): Parsed<readonly string[]> {
  const lines = text.split('\n');
  if (lines.pop() !== '') return broken(`the file is cut inside line ${lines.length + 1}`);
  const last = lines.pop() ?? '';
  if (!last.startsWith('{"type":"end"')) {
    return broken(`the seal is missing: the file ends after line ${lines.length + 1}`, 'unsealed');
  }
  const seal = parseLine(last);
  if (seal === null) return broken(`the seal in line ${lines.length + 1} is not readable`);
  const { hash, ...end } = seal as unknown as EndLine;
  if (end.lines !== lines.length) {
    return broken(`the seal counts ${end.lines} lines, the file has ${lines.length}`);
  }
  const body = text.slice(0, text.length - last.length - 1);
  if (toSealHash(body, end) !== hash) return broken('the content does not match its seal');
  return { ok: true, value: lines.slice(1) };
}

interface Lines {
  readonly texts: string[];
  readonly attempts: RecordedAttempt[];
  readonly tools: string[];
  shape: { readonly shape: RequestShape; readonly shapeKey: string } | null;
}

function parseLines(head: HeadLine, lines: readonly string[]): Parsed<Recording> {
  const found: Lines = { texts: [], attempts: [], tools: [], shape: null };
  for (const [index, line] of lines.entries()) {
    const wrong = addLine(found, line);
    if (wrong !== null) return broken(`line ${index + 2} ${wrong}`);
  }
  const { texts, attempts, tools } = found;
  return { ok: true, value: { head, texts, attempts, readTools: () => readTools(tools) } };
}

/** The seal vouches for the lines: each was written as a tool line. */
function readTools(lines: readonly string[]): readonly ToolLine[] {
  return lines.flatMap((line) => (parseLine(line) as unknown as ToolLine | null) ?? []);
}

const messageStart = '{"type":"msg","message":';
const toolStart = '{"type":"tool",';

function addLine(found: Lines, line: string): string | null {
  const messageEnd = `,"n":${found.texts.length}}`;
  if (line.startsWith(messageStart) && line.endsWith(messageEnd)) {
    // The message was written as canonical text, so its bytes are the text that requests are compared with.
    found.texts.push(line.slice(messageStart.length, -messageEnd.length));
    return null;
  }
  if (line.startsWith(toolStart)) {
    found.tools.push(line);
    return null;
  }
  const parsed = parseLine(line);
  if (parsed === null) return 'is not readable';
  // The seal vouches for the fields of a line.
  if (parsed['type'] === 'call') return addCall(found, line, parsed as unknown as CallLine);
  return 'has no place in a lane';
}

function addCall(found: Lines, text: string, line: CallLine): string | null {
  if (line.request !== undefined) {
    found.shape = { shape: line.request, shapeKey: cutShapeKey(text, line.request) };
  }
  const messages = parseRanges(line.messages, found.texts.length);
  if (messages === null) {
    return 'names messages that the file does not hold';
  }
  if (found.shape === null) return 'has no request';
  for (const { attempt, exchange } of line.attempts) {
    const odd = checkExchange(exchange, { turn: line.turn, attempt });
    if (odd !== null) return odd;
    found.attempts.push({
      turn: line.turn,
      attempt,
      ...found.shape,
      messages,
      key: line.key,
      exchange,
    });
  }
  const last = line.attempts.at(-1)?.exchange;
  if (last !== undefined && isEmptyReply(last)) {
    return `holds an empty reply with status 200 for turn ${line.turn}: that is no model answer`;
  }
  return null;
}

/** The canonical text of a request, cut out of its line: nothing before it can look like its beginning. */
function cutShapeKey(line: string, shape: RequestShape): string {
  const start = line.indexOf(',"request":{"model":') + ',"request":'.length;
  const end = line.lastIndexOf(',"turn":');
  return start > ',"request":'.length && end > start
    ? line.slice(start, end)
    : toCanonicalJson(shape);
}

/** A 200 that ended without a byte: not an answer, and not an error that says so. */
export function isEmptyReply(exchange: Exchange): boolean {
  return (
    exchange.status === 200 &&
    exchange.end === 'complete' &&
    exchange.frames.every((frame) => ('text' in frame ? frame.text : frame.base64) === '')
  );
}

function parseLine(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
