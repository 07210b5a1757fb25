import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { protocolText } from '../protocol-text.ts';
import { cutText, shrinkValue, type LeftOut } from './shrink-value.ts';

/** A result as text, and whether it was truncated. */
export interface CutText {
  readonly content: string;
  readonly truncated: boolean;
}

/**
 * Writes a result in at most `maxChars` characters: valid JSON with whole items and a `truncated` mark that says what is
 * missing; text gets a mark at its end. Where the mark leaves no room for the result, only the mark is written.
 */
export function cutResult(result: JsonValue, maxChars: number): CutText {
  const whole = toText(result);
  if (whole.length <= maxChars) return { content: whole, truncated: false };
  const content =
    typeof result === 'string'
      ? cutPlain(result, maxChars)
      : writeMarked(maxChars, (room) => markCut(result, room));
  return { content: content ?? protocolText.leftOut(whole.length), truncated: true };
}

/** Text stays text, everything else is JSON. */
export function toText(result: JsonValue): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}

/**
 * Tries a marked form with less and less room for the result until the whole fits.
 *
 * @returns `null` when not even the mark fits.
 */
export function writeMarked(maxChars: number, mark: (room: number) => JsonObject): string | null {
  let room = maxChars;
  for (let round = 0; round < 12 && room > 0; round += 1) {
    const text = JSON.stringify(mark(room));
    if (text.length <= maxChars) return text;
    room -= Math.max(8, text.length - maxChars);
  }
  const bare = JSON.stringify(mark(2));
  return bare.length <= maxChars ? bare : null;
}

function cutPlain(text: string, maxChars: number): string | null {
  const mark = protocolText.cutText(text.length, text.length);
  const kept = cutText(text, Math.max(0, maxChars - mark.length));
  const marked = kept + protocolText.cutText(kept.length, text.length);
  return marked.length <= maxChars ? marked : null;
}

function markCut(result: JsonValue, room: number): JsonObject {
  const { value, leftOut } = shrinkValue(result, room);
  const truncated = leftOut.map(toMark);
  return isJsonObject(value) ? { ...value, truncated } : { items: value, truncated };
}

function toMark({ path, shown, of, unit }: LeftOut): JsonObject {
  return { path, unit, shown, of, omitted: of - shown };
}
