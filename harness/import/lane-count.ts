import { toLaneId, type Lane } from '../core/suite/lane.ts';

/** Counts how often a lane has come, from 1: attempts that the source does not number are numbered in its order. */
export function createLaneCount(): (lane: Omit<Lane, 'repeat'>) => number {
  const counts = new Map<string, number>();
  return (lane) => {
    const id = toLaneId({ ...lane, repeat: 0 });
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count;
  };
}
