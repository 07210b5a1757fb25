import type { CassetteMissError } from '../core/cassette.ts';

/** Puts the misses of a run into texts, one a cause. */
export function describeMisses(misses: readonly CassetteMissError[]): readonly string[] {
  return misses.map((miss) => miss.message);
}
