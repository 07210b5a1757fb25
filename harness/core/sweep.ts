import { isJsonObject, type JsonValue } from '../json/json.ts';

/** One value of a sweep, and the variant that ran with it. */
export interface SweepPoint {
  readonly value: JsonValue;
  readonly variant: string;
}

/** One setting over several values: a variant for each, made from one of the suite. */
export interface Sweep {
  /** Such as `loop.guards.maxTurns`. */
  readonly path: string;
  /** The variant that all of them are made from. */
  readonly base: string;
  /** The value that the suite has; `null` where it has none. */
  readonly own: JsonValue;
  readonly points: readonly SweepPoint[];
}

/** Reads the sweeps that a manifest names; none where it names none. */
export function readSweeps(selection: {
  readonly [name: string]: JsonValue | undefined;
}): readonly Sweep[] {
  const sweeps = selection['sweeps'];
  if (!Array.isArray(sweeps)) return [];
  return (sweeps as readonly JsonValue[]).flatMap(readSweep);
}

function readSweep(entry: JsonValue): readonly Sweep[] {
  if (!isJsonObject(entry)) return [];
  const { path, base, own = null, points } = entry;
  if (typeof path !== 'string' || typeof base !== 'string' || !Array.isArray(points)) return [];
  const read = (points as readonly JsonValue[]).flatMap((point) => {
    if (!isJsonObject(point) || typeof point['variant'] !== 'string') return [];
    return [{ value: point['value'] ?? null, variant: point['variant'] }];
  });
  return [{ path, base, own, points: read }];
}

/** A value as tables and names of variants have it. */
export function toValueWord(value: JsonValue): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : (value as readonly JsonValue[]).map(toValueWord).join('+');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
