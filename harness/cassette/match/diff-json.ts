import { toCanonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/** One place where two values differ. */
export interface JsonDifference {
  /** Such as `.properties.status.enum`; `` for the whole value. Odd names are quoted in brackets. */
  readonly path: string;
  readonly recorded: JsonValue | undefined;
  readonly now: JsonValue | undefined;
}

/**
 * The places where two values differ, as deep as objects go. Lists of equal length are entered when
 * they hold objects (`anyOf`); other lists (`enum`, `required`) differ as a whole.
 */
export function diffJson(
  recorded: JsonValue | undefined,
  now: JsonValue | undefined,
  path = '',
): readonly JsonDifference[] {
  if (
    recorded !== undefined &&
    now !== undefined &&
    toCanonicalJson(recorded) === toCanonicalJson(now)
  ) {
    return [];
  }
  if (isJsonObject(recorded) && isJsonObject(now)) {
    const names = [...new Set([...Object.keys(recorded), ...Object.keys(now)])].sort();
    return names.flatMap((name) =>
      diffJson(own(recorded, name), own(now, name), `${path}${toStep(name)}`),
    );
  }
  if (isObjectList(recorded) && isObjectList(now) && recorded.length === now.length) {
    return recorded.flatMap((item, index) => diffJson(item, now[index], `${path}[${index}]`));
  }
  return recorded === now ? [] : [{ path, recorded, now }];
}

/** An own field: a schema may well have a property called `constructor`. */
export function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function toStep(name: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function isObjectList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject);
}
