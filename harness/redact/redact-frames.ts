import type { BodyFrame } from '../core/exchange.ts';
import type { FoundSecret, SecretFinder } from './found-secret.ts';
import { type LocatedString, locateStrings } from './locate-strings.ts';
import { applyEdits, moveOffset, type TextEdit } from './text-edit.ts';

/** Finds secrets and names the token of each. */
export interface SecretHider {
  readonly find: SecretFinder;
  toToken(found: FoundSecret): string;
}

/**
 * Takes secrets out of a body: inside a frame, across frames, inside the texts of its JSON, and across
 * the texts that the events of a stream add up to. Frames stay frames, with their times.
 */
export function redactFrames(
  frames: readonly BodyFrame[],
  hider: SecretHider,
): readonly BodyFrame[] {
  const pieces = frames.map(toLatin);
  const joined = pieces.join('');
  const inside = findInStrings(joined, hider);
  const edited = applyEdits(joined, inside);
  const rest = hider.find(edited).map((found) => toEdit(found, hider));
  if (inside.length === 0 && rest.length === 0) return frames;
  const text = applyEdits(edited, rest);
  let offset = 0;
  let from = 0;
  return frames.map((frame, index) => {
    offset += pieces[index]?.length ?? 0;
    const to = moveOffset(moveOffset(offset, inside), rest);
    const piece = text.slice(from, to);
    from = to;
    return 'text' in frame
      ? { atMs: frame.atMs, text: piece }
      : { atMs: frame.atMs, base64: Buffer.from(piece, 'latin1').toString('base64') };
  });
}

/** A body as one text. Bytes that are no UTF-8 become one character each: secrets are ASCII. */
export function toBodyText(frames: readonly BodyFrame[]): string {
  return frames.map(toLatin).join('');
}

function toLatin(frame: BodyFrame): string {
  return 'text' in frame ? frame.text : Buffer.from(frame.base64, 'base64').toString('latin1');
}

function toEdit(found: FoundSecret, hider: SecretHider): TextEdit {
  return { start: found.start, end: found.end, text: hider.toToken(found) };
}

/** The JSON texts of a body: the body itself, or the data of each event of a stream. */
function locateJson(body: string): readonly { readonly at: number; readonly json: string }[] {
  if (/^\s*[[{]/.test(body)) return [{ at: 0, json: body }];
  return [...body.matchAll(/^data:[ ]?(?<json>.*)$/gm)].map((match) => {
    const json = match.groups?.['json'] ?? '';
    return { at: match.index + match[0].length - json.length, json };
  });
}

/** Edits of the string literals of a body, in order. */
function findInStrings(body: string, hider: SecretHider): readonly TextEdit[] {
  const texts = new Map<string, LocatedString[]>();
  for (const { at, json } of locateJson(body)) {
    for (const found of locateStrings(json) ?? []) {
      const moved = { ...found, start: found.start + at, end: found.end + at };
      texts.set(found.path, [...(texts.get(found.path) ?? []), moved]);
    }
  }
  return [...texts.values()]
    .flatMap((strings) => redactStrings(strings, hider))
    .toSorted((left, right) => left.start - right.start);
}

/** Strings that add up to one text: the token goes where the secret begins. */
function redactStrings(strings: readonly LocatedString[], hider: SecretHider): readonly TextEdit[] {
  const whole = strings.map((string) => string.text).join('');
  const edits = hider.find(whole).map((found) => toEdit(found, hider));
  if (edits.length === 0) return [];
  const text = applyEdits(whole, edits);
  let offset = 0;
  let from = 0;
  return strings.flatMap((string) => {
    offset += string.text.length;
    const to = moveOffset(offset, edits);
    const piece = text.slice(from, to);
    from = to;
    return piece === string.text
      ? []
      : [{ start: string.start, end: string.end, text: JSON.stringify(piece) }];
  });
}

/** Secrets that lie across the texts of a body, as they are found before redaction. */
export function scanBody(body: string, find: SecretFinder): readonly FoundSecret[] {
  const texts = new Map<string, string>();
  for (const { json } of locateJson(body)) {
    for (const { path, text } of locateStrings(json) ?? []) {
      texts.set(path, `${texts.get(path) ?? ''}${text}`);
    }
  }
  return [body, ...texts.values()].flatMap((text) => [...find(text)]);
}
