import { isJsonObject, type JsonValue } from '../core/json.ts';

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
  const whole = /^\{([\w-]+)\}$/.exec(value)?.[1];
  if (whole !== undefined && Object.hasOwn(args, whole)) return args[whole] ?? null;
  return fillPath(value, args);
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
