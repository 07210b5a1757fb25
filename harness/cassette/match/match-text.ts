import { toCanonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../../json/json.ts';
import { type GuardedPattern, guardPattern } from '../../pattern/guard-pattern.ts';
import { RigError } from '../../core/rig-error.ts';

/** Takes what varies by nature out of texts before they are compared. */
export type Mask = (text: string) => string;

/**
 * Creates a mask from a suite's `volatile` patterns. Matches become `<volatile>`.
 *
 * @throws RigError `VOLATILE_PATTERN` for a pattern that is not a regular expression.
 */
export function createMask(patterns: readonly string[]): Mask | null {
  if (patterns.length === 0) return null;
  const expressions = patterns.map(toExpression);
  return (text) => {
    let masked = text;
    for (const expression of expressions) masked = expression.replace(masked, '<volatile>');
    return masked;
  };
}

function toExpression(pattern: string): GuardedPattern {
  try {
    return guardPattern(new RegExp(pattern, 'gu'));
  } catch {
    throw new RigError(
      'VOLATILE_PATTERN',
      `Cannot use volatile pattern "${pattern}": it is not a regular expression`,
    );
  }
}

/** Masks the content of a message given as canonical text; roles, ids and calls stay. */
export function maskMessage(text: string, mask: Mask): string {
  const message: unknown = JSON.parse(text);
  if (!isJsonObject(message)) return text;
  return toCanonicalJson({ ...message, content: maskContent(message['content'], mask) });
}

function maskContent(content: JsonValue | undefined, mask: Mask): JsonValue | undefined {
  if (typeof content === 'string') return mask(content);
  if (!Array.isArray(content)) return content;
  return content.map((piece: JsonValue) =>
    isJsonObject(piece) && typeof piece['text'] === 'string'
      ? { ...piece, text: mask(piece['text']) }
      : piece,
  );
}

const token = /\[secret:[0-9a-f]{8}\]/;
const tokens = /\[secret:[0-9a-f]{8}\]/g;

/** Whether a text holds a redaction token. */
export function hasToken(text: string): boolean {
  return token.test(text);
}

/** Maps recorded tokens to present ones, in both directions, so that two secrets stay distinct. */
export interface TokenPairs {
  readonly toNow: Map<string, string>;
  readonly toRecorded: Map<string, string>;
}

/** Creates an empty pairing. */
export function createTokenPairs(): TokenPairs {
  return { toNow: new Map(), toRecorded: new Map() };
}

/**
 * Whether two redacted texts are the same but for the key that made their tokens. Tokens that are met
 * for the first time are paired, and stay so when the texts are the same.
 */
export function isSameUnderTokens(recorded: string, now: string, pairs: TokenPairs): boolean {
  if (recorded === now && !hasToken(now)) return true;
  if (recorded.replace(tokens, '[secret]') !== now.replace(tokens, '[secret]')) return false;
  const trial: TokenPairs = {
    toNow: new Map(pairs.toNow),
    toRecorded: new Map(pairs.toRecorded),
  };
  const right = now.match(tokens) ?? [];
  const left = recorded.match(tokens) ?? [];
  if (!left.every((before, index) => pairTokens(before, right[index] ?? '', trial))) return false;
  for (const [before, after] of trial.toNow) pairs.toNow.set(before, after);
  for (const [after, before] of trial.toRecorded) pairs.toRecorded.set(after, before);
  return true;
}

/** Pairs two tokens; `false` when one of them is paired with another. */
function pairTokens(before: string, after: string, { toNow, toRecorded }: TokenPairs): boolean {
  if ((toNow.get(before) ?? after) !== after) return false;
  if ((toRecorded.get(after) ?? before) !== before) return false;
  toNow.set(before, after);
  toRecorded.set(after, before);
  return true;
}
