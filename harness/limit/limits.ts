import { LimitError } from './limit-error.ts';
import { limitNames, limitTable, toLimitVariable, type LimitName } from './limit-table.ts';

/** Limits other than the default ones. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

let chosen: Limits = {};

/** Sets the limits of this process; what is left out has its default. */
export function setLimits(limits: Limits): void {
  chosen = { ...limits };
}

/** The limit that holds now. */
export function limitOf(name: LimitName): number {
  return chosen[name] ?? limitTable[name].value;
}

/**
 * Refuses what is larger than its limit.
 *
 * @param action - what cannot be done, such as `read "a.jsonl"`.
 * @throws LimitError naming the limit, what was found and how to raise it.
 */
export function keepLimit(name: LimitName, found: number, action: string): void {
  const limit = limitOf(name);
  // Also when the found value is not a number.
  if (!(found <= limit)) throw new LimitError(name, { limit, found, action });
}

/** Reads limits from variables such as `TOOLRIG_BODY_BYTES`; each is a whole number above 0. */
export function readLimits(variables: Readonly<Record<string, string | undefined>>): {
  readonly limits: Limits;
  readonly problems: readonly string[];
} {
  const limits: Partial<Record<LimitName, number>> = {};
  const problems: string[] = [];
  for (const name of limitNames) {
    const variable = toLimitVariable(name);
    const text = variables[variable]?.trim() ?? '';
    if (text === '') continue;
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
    if (value > 0) limits[name] = value;
    else {
      problems.push(
        `${variable}: expected a whole number above 0 (default ${limitTable[name].value} ${limitTable[name].unit}), found "${text}"`,
      );
    }
  }
  return { limits, problems };
}
