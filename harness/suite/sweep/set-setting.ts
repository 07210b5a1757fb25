import { UsageError } from '../../core/usage-error.ts';
import type { LoopSettings } from '../../core/suite/loop-settings.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import { loopFormat } from '../input/loop-input.ts';
import { readValue, type SweepWish } from './read-sweep-word.ts';

/** Loop settings with one of them changed, and the value that it had. */
export interface ChangedSettings {
  readonly settings: LoopSettings;
  readonly value: JsonValue;
  readonly own: JsonValue;
}

/**
 * Sets one setting of a loop to a value as it was typed.
 *
 * @throws UsageError when there is no such setting, or when it cannot have the value.
 */
export function setSetting(base: LoopSettings, wish: SweepWish, text: string): ChangedSettings {
  // Loop settings are numbers, flags, texts and lists of texts.
  const whole = base as unknown as JsonObject;
  const own = findSetting(whole, wish);
  const value = readValue(text, Array.isArray(own));
  const changed = replace(whole, wish.steps, value);
  const [problem] = compileSchema(loopFormat.schema).validate(changed);
  if (problem !== undefined) {
    throw new UsageError(`Cannot sweep "${wish.path}" over "${text}": ${problem.message}`);
  }
  // The schema of loops has just been checked, and every setting of the base is there.
  return { settings: changed as unknown as LoopSettings, value, own };
}

function findSetting(settings: JsonObject, { path, steps }: SweepWish): JsonValue {
  let here: JsonValue = settings;
  for (const step of steps) {
    if (here === null) {
      throw new UsageError(`Cannot sweep "${path}": the variant has none of it (null)`);
    }
    const next: JsonValue | undefined = isJsonObject(here) ? here[step] : undefined;
    if (next === undefined) {
      const names = isJsonObject(here) ? Object.keys(here) : [];
      const known = names.length === 0 ? 'it has no parts' : `expected one of ${names.join(', ')}`;
      throw new UsageError(`Cannot sweep "${path}": there is no loop setting "${step}"; ${known}`);
    }
    here = next;
  }
  if (isJsonObject(here)) {
    throw new UsageError(
      `Cannot sweep "${path}": it is a group of settings; name one of ${Object.keys(here)
        .map((name) => `${path}.${name}`)
        .join(', ')}`,
    );
  }
  return here;
}

function replace(
  object: JsonObject,
  [step = '', ...rest]: readonly string[],
  value: JsonValue,
): JsonObject {
  const inner = object[step];
  const next = rest.length === 0 || !isJsonObject(inner) ? value : replace(inner, rest, value);
  return { ...object, [step]: next };
}
