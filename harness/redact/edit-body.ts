import type { BodyFrame } from '../core/talk/exchange.ts';
import {
  type EditRules,
  editPlace,
  editText,
  type HidingEdit,
  type NewValue,
} from './edit-text.ts';
import { type JsonPlace, locateJson } from './locate-json.ts';
import { spreadEdits } from './text-edit.ts';

/**
 * Changes a body: inside a frame, across frames, inside the values of its JSON, and across the texts that the events of a
 * stream add up to. Frames stay frames, with their times; JSON stays JSON.
 */
export function editFrames(frames: readonly BodyFrame[], rules: EditRules): readonly BodyFrame[] {
  const pieces = frames.map(toLatin);
  const edits = editBody(pieces.join(''), rules);
  if (edits.length === 0) return frames;
  const edited = spreadEdits(pieces, edits);
  return frames.map((frame, index) => {
    const piece = edited[index] ?? '';
    if (piece === pieces[index]) return frame;
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

/** What is between the events of nearly every stream. */
const eventHead = /^\n{0,2}data: ?$/;

/** The edits of a body, in order. */
export function editBody(body: string, rules: EditRules): readonly HidingEdit[] {
  const { places, rest } = readBody(body);
  const edits: HidingEdit[] = [];
  const groups = new Map<number, JsonPlace[]>();
  for (const { start, text } of rest) {
    if (eventHead.test(text)) continue;
    for (const edit of rules.inText(text)) {
      edits.push({ ...edit, start: edit.start + start, end: edit.end + start });
    }
  }
  for (const place of places) {
    const group = place.kind === 'string' ? groups.get(place.group) : [];
    if (place.kind !== 'string') edits.push(...editPlace(place, rules));
    else if (group === undefined) groups.set(place.group, [place]);
    else group.push(place);
  }
  for (const group of groups.values()) edits.push(...editGroup(group, rules));
  return edits.toSorted((left, right) => left.start - right.start);
}

interface BodyParts {
  /** All that the JSON texts of the body hold: the body itself, or the data of each event of a stream. */
  readonly places: readonly JsonPlace[];
  /** What is between the JSON texts. */
  readonly rest: readonly { readonly start: number; readonly text: string }[];
}

function readBody(body: string): BodyParts {
  const whole = isJsonStart(body) ? locateJson(body) : null;
  // One text: nothing of it adds up, so each place is a group of its own.
  if (whole !== null)
    return { places: whole.map((place, group) => ({ ...place, group })), rest: [] };
  const numbers = new Map<string, number>();
  const places: JsonPlace[] = [];
  const rest: { start: number; text: string }[] = [];
  let copied = 0;
  for (const match of body.matchAll(/^data:[ ]?(?<json>.*)$/gm)) {
    const json = match.groups?.['json'] ?? '';
    const found = isJsonStart(json) ? locateJson(json, numbers) : null;
    if (found === null) continue;
    const at = match.index + match[0].length - json.length;
    for (const place of found) {
      places.push({ ...place, start: place.start + at, end: place.end + at });
    }
    rest.push({ start: copied, text: body.slice(copied, at) });
    copied = at + json.length;
  }
  rest.push({ start: copied, text: body.slice(copied) });
  return { places, rest };
}

function isJsonStart(text: string): boolean {
  return /^\s*[[{"]/.test(text);
}

/** Strings that add up to one text: what is put in goes where it begins. */
function editGroup(group: readonly JsonPlace[], rules: EditRules): readonly HidingEdit[] {
  const [first] = group;
  if (first === undefined) return [];
  const texts = group.map((place) => place.text);
  const isSame = texts.every((text) => text === first.text);
  // Such as the id of a reply, which is in each of its events.
  const alone = isSame ? group.flatMap((place) => editPlace(place, rules)) : [];
  if (alone.length > 0 || group.length === 1) return alone;
  const whole = texts.join('');
  const named = rules.ofString(first.field, whole);
  const edits = named === null ? editText(whole, rules) : [toWholeEdit(named, whole.length)];
  const hidden = edits.flatMap((edit) => edit.hidden);
  if (edits.length === 0) return [];
  return spreadEdits(texts, edits).flatMap((piece, index) => {
    const place = group[index];
    if (place === undefined || piece === place.text) return [];
    const text = JSON.stringify(piece);
    return [{ start: place.start, end: place.end, text, hidden: hidden.splice(0) }];
  });
}

function toWholeEdit({ json, hidden }: NewValue, end: number): HidingEdit {
  const value: unknown = JSON.parse(json);
  return { start: 0, end, text: typeof value === 'string' ? value : json, hidden };
}
