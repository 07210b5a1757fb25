import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import type { ArgumentsReading } from '../../core/talk/call.ts';
import type { OfferedSchema } from '../../core/suite/tool.ts';
import type { SaidCall } from '../../core/talk/model.ts';
import type { Problem } from '../../core/trial/tool-error.ts';
import { keepDigits } from '../../json/exact-arguments.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { readLosslessJson } from '../../json/lossless-json.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import { dropAbsentNulls } from '../subset/drop-absent-nulls.ts';
import { findDamage } from './find-damage.ts';
import { nameType, showValue } from './show-value.ts';

/** What reading arguments needs to know of a tool; an unknown tool is read as a write. */
export interface ArgumentsOwner {
  readonly parameters: JsonObject;
  readonly effect: EffectGrade;
  readonly offeredAs?: Pick<OfferedSchema, 'nullsAreAbsent'>;
}

/**
 * Reads argument text as the model sent it. Nothing is ever mended: text that is not one whole JSON
 * object with each key once and finite numbers is `invalid`, with the damage named.
 *
 * The value holds JavaScript's numbers; digits that they lose are kept beside it (`core/exact-arguments.ts`).
 *
 * No text at all is `{}` (`normalised`) for a tool without required fields, unless the tool is
 * irreversible; with required fields the problems are those fields, not the JSON. Where a provider requires optional fields,
 * `null` in their place is left out (`normalised`).
 */
export function parseArguments(text: string | null, tool: ArgumentsOwner): ArgumentsReading {
  const reading = readText(text, tool);
  if (tool.offeredAs?.nullsAreAbsent !== true || reading.status !== 'parsed') return reading;
  const isChanged = dropAbsentNulls(reading.value, tool.parameters);
  return isChanged ? { status: 'normalised', value: reading.value } : reading;
}

function readText(text: string | null, tool: ArgumentsOwner): ArgumentsReading {
  if (text === null || /^[ \t\r\n]*$/.test(text)) return readNothing(tool);
  const parsed = parseJson(text);
  if (parsed === undefined) return { status: 'invalid', problems: [describeDamage(text)] };
  if (!isJsonObject(parsed)) return { status: 'invalid', problems: [refuseNonObject(parsed)] };
  if (isWhole(parsed, text)) return { status: 'parsed', value: parsed };
  const problems = [...findHidden(text), ...findInfinite(parsed, text)];
  if (problems.length > 0) return { status: 'invalid', problems };
  keepDigits(parsed, text);
  return { status: 'parsed', value: parsed };
}

/** No text shorter than this is nested too deeply: each level takes two characters. */
const safeLength = 1_000;

/** Whether a value is written back as exactly the same text, so that nothing is hidden and no number was rounded. */
function isWhole(value: JsonObject, text: string): boolean {
  return text.length < safeLength && JSON.stringify(value) === text;
}

function readNothing(tool: ArgumentsOwner): ArgumentsReading {
  if (tool.effect === 'irreversible') {
    const message =
      'no arguments were sent; for a call that cannot be undone, even {} must be said';
    return { status: 'invalid', problems: [{ code: 'empty_arguments', path: '$', message }] };
  }
  const { required } = tool.parameters;
  const names = Array.isArray(required) ? required.map(String) : [];
  if (names.length === 0) return { status: 'normalised', value: {} };
  const problems = names.map((name) => ({
    code: 'missing_required',
    path: toJsonPath([name]),
    message: 'is required and missing: no arguments were sent',
  }));
  return { status: 'invalid', problems };
}

/** `undefined` when the text is not JSON; the engine's own words differ between versions and stay out. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function describeDamage(text: string): Problem {
  const damage = findDamage(text);
  const message = `the arguments are not JSON: ${damage.text}, at character ${damage.at + 1}`;
  return { code: 'invalid_json', path: '$', message, hint: damage.hint };
}

function refuseNonObject(value: unknown): Problem {
  const encoded = typeof value === 'string' && isJsonObject(parseJson(value));
  const remedy = encoded ? '; the text itself holds a JSON object: send that object, not text' : '';
  return {
    code: 'not_an_object',
    path: '$',
    message: `the arguments must be a JSON object, and are ${nameType(value)} ${showValue(value)}${remedy}`,
    expected: 'object',
    found: nameType(value),
    ...(encoded ? { hint: 'double_encoded' } : {}),
  };
}

/** What an ordinary reader settles in silence, each in its own way: keys said twice, depth without end. */
function findHidden(text: string): readonly Problem[] {
  const reading = readLosslessJson(text);
  if (!reading.ok) {
    const message = 'the arguments are nested too deeply to be read';
    return [{ code: 'too_deep', path: '$', message }];
  }
  const message = 'is said twice, so it is open which one is meant';
  return reading.value.duplicateKeys.map((path) => ({ code: 'duplicate_key', path, message }));
}

/** Numbers such as 1e400 become Infinity, which no record can hold. Only long ones can be so large. */
function findInfinite(value: JsonObject, text: string): readonly Problem[] {
  return /[eE]\+?\d{3}|\d{300}/.test(text) ? walk(value, []) : [];
}

function walk(value: unknown, path: readonly (string | number)[]): readonly Problem[] {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    const message = 'must be a finite number, and is too large to be one';
    const at = toJsonPath(path);
    return [{ code: 'not_finite', path: at, message, expected: 'number', found: String(value) }];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => walk(item, [...path, index]));
  return Object.entries(value).flatMap(([key, item]) => walk(item, [...path, key]));
}

/** Reads the arguments of a call. What its provider could not read is never read here, though it may look like arguments. */
export function parseSaidCall(
  said: Pick<SaidCall, 'argumentsText' | 'unreadable'>,
  owner: ArgumentsOwner,
): ArgumentsReading {
  if (said.unreadable === undefined) return parseArguments(said.argumentsText, owner);
  return {
    status: 'invalid',
    problems: [{ code: 'invalid_json', path: '$', message: said.unreadable }],
  };
}
