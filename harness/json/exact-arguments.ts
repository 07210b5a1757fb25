import { toCanonicalJson } from './canonical-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import {
  readLosslessJson,
  type LosslessNumber,
  type LosslessObject,
  type LosslessValue,
} from './lossless-json.ts';
import { isRounded, toDigits } from './number-text.ts';

/** Arguments as they were written, for those few objects whose numbers JavaScript had to round. */
const written = new WeakMap<JsonObject, LosslessObject>();

/** No number in a text without these can be rounded. */
const longNumber = /[0-9.]{16}|[eE][-+]?[0-9]{3}/;

/** Remembers the digits of arguments that were read from a text, where a number in them was rounded (ids of 19 digits are). */
export function keepDigits(args: JsonObject, text: string): void {
  if (!longNumber.test(text) || written.has(args)) return;
  const reading = readLosslessJson(text);
  const exact = reading.ok ? reading.value.value : null;
  if (isLosslessObject(exact)) keepExact(args, exact);
}

/** An ordinary object of a lossless one, with the digits of rounded numbers kept beside it. */
export function fromExact(exact: LosslessObject): JsonObject {
  // What is made of an object is an object.
  const value = toPlain(exact, ({ text }) => Number(text)) as JsonObject;
  keepExact(value, exact);
  return value;
}

/** Remembers what is behind an object and the objects in it; nothing where no number was rounded. */
export function keepExact(value: JsonObject, exact: LosslessObject): void {
  if (!holdsRounded(exact)) return;
  written.set(value, exact);
  for (const [name, item] of exact.fields) keepInner(value[name], item);
}

function keepInner(value: JsonValue | undefined, exact: LosslessValue): void {
  if (isJsonObject(value)) {
    if (isLosslessObject(exact)) keepExact(value, exact);
  } else if (Array.isArray(value) && Array.isArray(exact)) {
    value.forEach((item: JsonValue, index) => {
      keepInner(item, (exact as readonly LosslessValue[])[index] ?? null);
    });
  }
}

/** Arguments as they were written; `null` when the object itself has all their digits. */
export function exactOf(args: JsonObject): LosslessObject | null {
  return written.get(args) ?? null;
}

/** Canonical JSON of arguments, with the digits as they were written. The same as `toCanonicalJson` where nothing was rounded. */
export function exactJson(args: JsonObject): string {
  const exact = written.get(args);
  return exact === undefined ? toCanonicalJson(args) : writeExact(exact);
}

/** One argument as canonical JSON, with every digit; that of `null` when it is not there. */
export function exactFieldJson(args: JsonObject, name: string): string {
  const exact = written.get(args)?.fields.get(name);
  if (exact !== undefined) return writeExact(exact);
  return toCanonicalJson((Object.hasOwn(args, name) ? args[name] : undefined) ?? null);
}

/**
 * One argument as text, with every digit that the model wrote: a text as it is, anything else as JSON, `null` when it is
 * not there. What a handler names things by when ids may be longer than JavaScript's numbers.
 */
export function exactText(args: JsonObject, name: string): string {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return typeof value === 'string' ? value : exactFieldJson(args, name);
}

/** Arguments to be shown or put into texts: numbers that JavaScript rounded are written as text, digit by digit. */
export function toShowable(args: JsonObject): JsonObject {
  const exact = written.get(args);
  if (exact === undefined) return args;
  const showNumber = ({ text }: LosslessNumber): JsonValue =>
    isRounded(text) ? toDigits(text) : Number(text);
  // What is made of an object is an object.
  return toPlain(exact, showNumber) as JsonObject;
}

/** Canonical JSON of a lossless value: all digits where JavaScript would round, else as it writes the number. */
export function writeExact(value: LosslessValue): string {
  if (typeof value !== 'object' || value === null) return toCanonicalJson(value);
  if (!('type' in value)) return `[${value.map(writeExact).join(',')}]`;
  if (value.type === 'number') return writeNumber(value);
  const names = [...value.fields.keys()].sort();
  const parts = names.map(
    (name) => `${JSON.stringify(name)}:${writeExact(value.fields.get(name) ?? null)}`,
  );
  return `{${parts.join(',')}}`;
}

function writeNumber({ text }: LosslessNumber): string {
  return isRounded(text) ? toDigits(text) : toCanonicalJson(Number(text));
}

function toPlain(value: LosslessValue, toNumber: (number: LosslessNumber) => JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (!('type' in value)) return value.map((item) => toPlain(item, toNumber));
  if (value.type === 'number') return toNumber(value);
  const entries = [...value.fields].map(([name, item]) => [name, toPlain(item, toNumber)] as const);
  return Object.fromEntries(entries);
}

function isLosslessObject(value: LosslessValue): value is LosslessObject {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'object';
}

function holdsRounded(value: LosslessValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!('type' in value)) return value.some(holdsRounded);
  if (value.type === 'number') return isRounded(value.text);
  return [...value.fields.values()].some(holdsRounded);
}
