import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { MissReason, ServedLine, ToolLine } from '../../core/talk/cassette.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { SideLine } from '../../core/talk/side.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { isSameLane, type Lane } from '../../core/suite/lane.ts';
import type { Result } from '../../json/result.ts';
import { checkExchange } from './check-exchange.ts';
import { describeMisfit, type Shape } from '../../json/shape.ts';
import {
  type CallKey,
  type CallLine,
  type HeadLine,
  parseRanges,
  toSealHash,
} from './lane-line.ts';
import { bringUpToDate } from '../../json/stored-format.ts';
import {
  callShape,
  endShape,
  headFormat,
  messageShape,
  servedShape,
  sideShape,
  toolShape,
} from './lane-shape.ts';
import type { RequestShape } from '../match/request-shape.ts';

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
  /** Reads the recorded tool results, which are needed only for misses and for people. */
  readTools(): readonly ToolLine[];
  /** What live back ends answered, in order. */
  readonly served: readonly ServedLine[];
  /** Requests besides the conversation, in order. */
  readonly sides: readonly SideLine[];
}

/** The problem of a recording: one of the distinguished kinds. */
export interface Damage {
  readonly reason: Exclude<MissReason, 'no_cassette' | 'changed' | 'exhausted'>;
  readonly text: string;
}

type Parsed<Value> = Result<Value, Damage>;

/** Reads a lane file. No part of it is used unless the whole file is valid. */
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
  if (text.startsWith('\uFEFF')) {
    return broken('the file begins with a byte-order mark, so an editor has saved it');
  }
  const end = text.indexOf('\n');
  if (text.charAt(end - 1) === '\r') return broken(windowsLineEnds);
  const head = parseLine(end < 0 ? text : text.slice(0, end));
  if (head === null) {
    return broken(end < 0 ? 'the file is cut inside line 1' : 'line 1 is not readable');
  }
  if (head['type'] !== 'head') return broken('line 1 is not a head');
  const current = bringUpToDate(head, headFormat);
  if (!current.ok) {
    const { text: wrong, isNewer } = current.error;
    return broken(`line 1, ${wrong}${isNewer ? '. Update toolrig' : ''}`, 'wrong_version');
  }
  if (!isJsonObject(head['lane'])) return broken('the head names no lane');
  // The upgraded value was an object.
  return checkLine(current.value as JsonObject, headFormat.shape, 1);
}

/** The line ends that git writes on Windows by default. */
const windowsLineEnds =
  'its lines end with CR LF, as git writes them on Windows. Write `* text eol=lf` into a .gitattributes beside the recordings, as `toolrig init` does, and check them out again';

/** The seal is not a signature: an edited lane can be sealed again, so each line has its types checked. */
function checkLine<Value>(line: JsonObject, shape: Shape<Value>, number: number): Parsed<Value> {
  const misfit = shape(line);
  // The shape has checked every field of the type.
  if (misfit === null) return { ok: true, value: line as Value };
  return broken(`line ${number}, ${describeMisfit(misfit)}`);
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
  const checked = checkLine(seal, endShape, lines.length + 1);
  if (!checked.ok) return checked;
  const { hash, ...end } = checked.value;
  if (end.lines !== lines.length) {
    return broken(`the seal counts ${end.lines} lines, the file has ${lines.length}`);
  }
  const body = text.slice(0, text.length - last.length - 1);
  if (toSealHash(body, end) !== hash) {
    return broken(text.includes('\r\n') ? windowsLineEnds : 'the content does not match its seal');
  }
  return { ok: true, value: lines.slice(1) };
}

interface Lines {
  readonly texts: string[];
  readonly attempts: RecordedAttempt[];
  readonly tools: ToolLine[];
  readonly served: ServedLine[];
  readonly sides: SideLine[];
  shape: { readonly shape: RequestShape; readonly shapeKey: string } | null;
}

function parseLines(head: HeadLine, lines: readonly string[]): Parsed<Recording> {
  const found: Lines = { texts: [], attempts: [], tools: [], served: [], sides: [], shape: null };
  for (const [index, line] of lines.entries()) {
    const added = addLine(found, line, index + 2);
    if (!added.ok) return added;
  }
  const { texts, attempts, tools, served, sides } = found;
  return { ok: true, value: { head, texts, attempts, readTools: () => tools, served, sides } };
}

const messageStart = '{"type":"msg","message":';

function addLine(found: Lines, line: string, number: number): Parsed<null> {
  if (line.startsWith(messageStart)) return addMessage(found, line, number);
  const parsed = parseLine(line);
  if (parsed === null) return broken(`line ${number} is not readable`);
  switch (parsed['type']) {
    case 'tool': {
      const tool = checkLine(parsed, toolShape, number);
      if (!tool.ok) return tool;
      found.tools.push(tool.value);
      return added;
    }
    case 'served': {
      const served = checkLine(parsed, servedShape, number);
      if (!served.ok) return served;
      found.served.push(served.value);
      return added;
    }
    case 'side':
      return addSide(found, parsed, number);
    case 'call': {
      const call = checkLine(parsed, callShape, number);
      return call.ok ? addCall(found, { line, number }, call.value) : call;
    }
    default: {
      const type = JSON.stringify(parsed['type']) ?? 'nothing';
      return broken(
        `line ${number}, $.type: expected one of "msg", "call", "tool", "served", "side", found ${type}`,
      );
    }
  }
}

const added: Parsed<null> = { ok: true, value: null };

function addSide({ sides }: Lines, line: JsonObject, number: number): Parsed<null> {
  const side = checkLine(line, sideShape, number);
  if (!side.ok) return side;
  const odd = checkExchange(side.value.exchange, { turn: 1, attempt: 1 });
  if (odd !== null) return broken(`line ${number} ${odd}`);
  sides.push(side.value);
  return added;
}

/** The message was written as canonical text, so its bytes are the text that requests are compared with. */
function addMessage({ texts }: Lines, line: string, number: number): Parsed<null> {
  const end = `,"n":${texts.length}}`;
  if (!line.endsWith(end)) {
    return broken(
      `line ${number}, $.n: expected ${texts.length}, since messages are counted from 0`,
    );
  }
  const text = line.slice(messageStart.length, -end.length);
  const message = parseLine(text);
  if (message === null) return broken(`line ${number} is not readable`);
  const misfit = messageShape(message);
  if (misfit !== null) {
    const path = ['message', ...misfit.path];
    return broken(`line ${number}, ${describeMisfit({ ...misfit, path })}`);
  }
  texts.push(text);
  return added;
}

function addCall(
  found: Lines,
  { line: text, number }: { readonly line: string; readonly number: number },
  line: CallLine,
): Parsed<null> {
  if (line.request !== undefined) {
    found.shape = { shape: line.request, shapeKey: cutShapeKey(text, line.request) };
  }
  const messages = parseRanges(line.messages, found.texts.length);
  if (messages === null) {
    return broken(`line ${number} names messages that the file does not hold`);
  }
  if (found.shape === null) return broken(`line ${number} has no request`);
  for (const { attempt, exchange } of line.attempts) {
    const odd = checkExchange(exchange, { turn: line.turn, attempt });
    if (odd !== null) return broken(`line ${number} ${odd}`);
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
    return broken(
      `line ${number} holds an empty reply with status 200 for turn ${line.turn}: that is not a model answer`,
    );
  }
  return added;
}

/** The canonical text of a request, cut out of its line: no earlier text can be mistaken for its beginning. */
function cutShapeKey(line: string, shape: RequestShape): string {
  const start = line.indexOf(',"request":{"model":') + ',"request":'.length;
  const end = line.lastIndexOf(',"turn":');
  return start > ',"request":'.length && end > start
    ? line.slice(start, end)
    : toCanonicalJson(shape);
}

/** A 200 that ended without a byte is neither an answer nor a reported error. */
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
