import { exactOf, fromExact, toShowable } from '../../json/exact-arguments.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { toLossless, type LosslessObject, type LosslessValue } from '../../json/lossless-json.ts';

/** The value at a dotted path (`orders.A1.status`); `undefined` where there is none. */
export function readPath(value: unknown, path: string): JsonValue | undefined {
  let current: unknown = value;
  for (const step of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) {
      return undefined;
    }
    current = (current as Readonly<Record<string, unknown>>)[step];
  }
  // Worlds and results are JSON.
  return current as JsonValue | undefined;
}

/** Puts a value at a dotted path, making the objects on the way. */
export function writePath(world: Record<string, unknown>, path: string, value: JsonValue): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let current = world;
  for (const step of steps) {
    const next = Object.hasOwn(current, step) ? current[step] : undefined;
    const inner = typeof next === 'object' && next !== null ? next : {};
    define(current, step, inner);
    current = inner as Record<string, unknown>;
  }
  define(current, last, value);
}

/** As an own field, also for names such as `__proto__`. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/**
 * Fills `{field}` from arguments: a text that is nothing but one field becomes that value, of
 * whatever type; in a longer text, fields become text.
 */
export function fillFields(
  value: JsonValue,
  args: Readonly<Record<string, JsonValue | undefined>>,
): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => fillFields(item, args));
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, item]) => [key, fillFields(item ?? null, args)]));
  }
  return typeof value === 'string' ? fillText(value, args) : value;
}

function fillText(value: string, args: Readonly<Record<string, JsonValue | undefined>>): JsonValue {
  const whole = toWholeField(value);
  if (whole !== undefined && Object.hasOwn(args, whole)) return args[whole] ?? null;
  return fillPath(value, args);
}

function toWholeField(text: string): string | undefined {
  return /^\{([\w-]+)\}$/.exec(text)?.[1];
}

/** Fills the arguments of one call from those of another; numbers keep the digits that JavaScript loses. */
export function fillArguments(template: JsonObject, args: JsonObject): JsonObject {
  const exact = exactOf(args);
  // What is filled of an object is an object.
  if (exact === null) return fillFields(template, args) as JsonObject;
  const by = { exact, shown: toShowable(args) };
  const fields = Object.entries(template).map(
    ([name, value]) => [name, fillExact(value ?? null, by)] as const,
  );
  return fromExact({ type: 'object', fields: new Map(fields) });
}

function fillExact(
  value: JsonValue,
  by: { readonly exact: LosslessObject; readonly shown: JsonObject },
): LosslessValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => fillExact(item, by));
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    const fields = entries.map(([name, item]) => [name, fillExact(item ?? null, by)] as const);
    return { type: 'object', fields: new Map(fields) };
  }
  if (typeof value !== 'string') return toLossless(value);
  return by.exact.fields.get(toWholeField(value) ?? '') ?? fillPath(value, by.shown);
}

/** Fills `{field}` in a path or a sentence. */
export function fillPath(
  value: string,
  args: Readonly<Record<string, JsonValue | undefined>>,
): string {
  return value.replace(/\{([\w-]+)\}/g, (field, name: string) =>
    Object.hasOwn(args, name) ? toFieldText(args[name]) : field,
  );
}

function toFieldText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
