import type { JsonValue } from '../../../json/json.ts';

/** Sets a field of a fresh object; one that is named `__proto__` stays a field. */
export function setField(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') target[key] = value;
  else {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
}
