import { expect, it } from 'vitest';

import { cleanPlan, type Lane } from '../../core/suite/lane.ts';
import { type LaneDisk, nodeDisk } from './lane-disk.ts';
import { createLibrary } from './library.ts';

function laneOf(repeat: number, plan: string = cleanPlan): Lane {
  return { suite: 's', scenario: 'one', variant: 'v', plan, repeat };
}

/** A disk on which every lane is an empty file; it counts what was read. */
function createCountingDisk(): LaneDisk & { readonly reads: string[] } {
  const reads: string[] = [];
  return {
    ...nodeDisk,
    reads,
    read(path) {
      reads.push(path.split('/').at(-1) ?? '');
      return '';
    },
  };
}

it('reads a clean lane once while it is in use, and again when it was forgotten', () => {
  const disk = createCountingDisk();
  const library = createLibrary('root', disk, null);
  const first = library.open(laneOf(1));
  expect(library.open(laneOf(1))).toBe(first);
  library.open(laneOf(2));
  expect(library.open(laneOf(1))).toBe(first);
  library.forget(laneOf(1));
  library.forget(laneOf(3));
  library.open(laneOf(2));
  library.open(laneOf(1));
  expect(disk.reads).toEqual(['none.r1.jsonl', 'none.r2.jsonl', 'none.r1.jsonl']);
});

it('lets go of the clean lane that was asked for longest ago', () => {
  const disk = createCountingDisk();
  const library = createLibrary('root', disk, null);
  for (let repeat = 1; repeat <= 16; repeat += 1) library.open(laneOf(repeat));
  library.open(laneOf(1));
  library.open(laneOf(17));
  disk.reads.length = 0;
  library.open(laneOf(1));
  library.open(laneOf(17));
  library.open(laneOf(2));
  expect(disk.reads).toEqual(['none.r2.jsonl']);
});

it('keeps no faulted lane: it is read by one trial', () => {
  const disk = createCountingDisk();
  const library = createLibrary('root', disk, null);
  library.open(laneOf(1, 'standard'));
  library.open(laneOf(1));
  library.open(laneOf(1, 'standard'));
  expect(disk.reads).toEqual(['standard.r1.jsonl', 'none.r1.jsonl', 'standard.r1.jsonl']);
});
