import type { Lane } from '../../core/suite/lane.ts';
import type { ServedLine, ToolLine } from '../../core/talk/cassette.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { SideLine } from '../../core/talk/side.ts';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { JsonObject } from '../../json/json.ts';
import type { RequestShape } from '../match/request-shape.ts';
import { toSha256 } from './fingerprint.ts';

/** Version of the lane format. */
export const laneVersion = 1;

/** The first turn that a lane records itself; earlier turns are those of the clean lane. */
export interface Fork {
  readonly lane: Lane;
  readonly turn: number;
}

/** First line of a lane. */
export interface HeadLine {
  readonly type: 'head';
  readonly version: typeof laneVersion;
  readonly lane: Lane;
  /** ISO 8601, UTC: the only time in the file that is not counted from the start of a request. */
  readonly recordedAt: string;
  /** Version of the texts that the harness puts into conversations. */
  readonly protocol: number;
  /** Salt of the redaction tokens; `null` when a secret key made them. */
  readonly salt: string | null;
  readonly fork: Fork | null;
  /** The caller's description of the model: name, nature, about. */
  readonly source: JsonObject;
}

/** One message, once. */
export interface MessageLine {
  readonly type: 'msg';
  readonly n: number;
  readonly message: JsonObject;
}

/** Fingerprints of one request, for checks and for people; replay compares the texts themselves. */
export interface CallKey {
  readonly request: string;
  readonly chain: string;
  readonly decisions: string;
}

/** One logical model call with all its attempts. */
export interface CallLine {
  readonly type: 'call';
  readonly turn: number;
  /** Absent: the same as in the previous call. */
  readonly request?: RequestShape;
  /** Message numbers in order, such as `0-4` or `0,3-5`. */
  readonly messages: string;
  readonly key: CallKey;
  readonly attempts: readonly { readonly attempt: number; readonly exchange: Exchange }[];
}

/** Last line: the seal. */
export interface EndLine {
  readonly type: 'end';
  readonly calls: number;
  readonly lines: number;
  /** SHA-256 over all lines before, and this one without its hash. */
  readonly hash: string;
  readonly end: JsonObject;
}

/** One line of a lane. */
export type LaneLine =
  | HeadLine
  | MessageLine
  | CallLine
  | (ToolLine & { readonly type: 'tool' })
  | (ServedLine & { readonly type: 'served' })
  | (SideLine & { readonly type: 'side' })
  | EndLine;

/** Message numbers as ranges: `[0, 1, 2, 5]` is `0-2,5`. */
export function toRanges(numbers: readonly number[]): string {
  const ranges: string[] = [];
  for (let from = 0; from < numbers.length;) {
    let to = from;
    while (numbers[to + 1] === (numbers[to] ?? 0) + 1) to += 1;
    ranges.push(to === from ? `${numbers[from]}` : `${numbers[from]}-${numbers[to]}`);
    from = to + 1;
  }
  return ranges.join(',');
}

/** No conversation has more messages. */
const mostNumbers = 1_000_000;

/** Parses ranges into numbers; `null` when the text is not a range, or has a number that is not below `end`. */
export function parseRanges(text: string, end: number): readonly number[] | null {
  if (text === '') return [];
  const numbers: number[] = [];
  for (const range of text.split(',')) {
    const match = /^([0-9]{1,7})(?:-([0-9]{1,7}))?$/.exec(range);
    if (match === null) return null;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (to >= end || numbers.length > mostNumbers) return null;
    for (let number = from; number <= to; number += 1) numbers.push(number);
  }
  return numbers;
}

/** A line as its text: the type first, then sorted keys. */
export function toLineText(line: LaneLine): string {
  const { type, ...rest } = line;
  const body = toCanonicalJson(rest);
  return `{"type":"${type}"${body === '{}' ? '' : ','}${body.slice(1)}`;
}

/** Closes a lane: its lines and the seal, as the whole text of the file. */
export function sealLines(
  lines: readonly string[],
  end: Omit<EndLine, 'hash' | 'lines' | 'type'>,
): string {
  const open = { type: 'end' as const, ...end, lines: lines.length };
  const body = `${lines.join('\n')}\n`;
  return `${body}${toLineText({ ...open, hash: toSealHash(body, open) })}\n`;
}

/** The hash that a seal must have: over the lines before it and over its own content. */
export function toSealHash(body: string, end: Omit<EndLine, 'hash'>): string {
  return toSha256(`${body}${toCanonicalJson(end)}`);
}
