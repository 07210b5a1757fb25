import { statSync } from 'node:fs';
import { join } from 'node:path';

import { listLaneFiles } from '../../cassette/lane/list-lane-files.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { toGroupKey } from '../folder/index-groups.ts';
import type { TrialGroup } from '../plan/plan-groups.ts';
import type { RunOptions, ShardWish } from '../run-options.ts';
import { balance } from './balance.ts';
import { hashSuite } from './hash-suite.ts';
import { hashPlan, type ShardEntry } from './shard-entry.ts';

/** The conversations of one part of a run. */
export interface Shard {
  readonly groups: readonly TrialGroup[];
  /** What the manifest says of the part, so that parts of different runs are never merged. */
  readonly entry: ShardEntry;
  /** Whether a recording, by its path, is a matter of this part; one that no part plans is one of the first. */
  readonly owns: (path: string) => boolean;
}

/**
 * Cuts the plan of a run into parts of about the same recorded size and gives one of them. The cut depends on the plan
 * and the recordings alone, so every machine makes the same.
 *
 * @param whole - hash of the manifest of the whole run.
 * @throws UsageError when there are more parts than conversations.
 */
export function cutShard(
  options: RunOptions & { readonly shard: ShardWish },
  groups: readonly TrialGroup[],
  whole: string,
): Shard {
  const { index, count, code } = options.shard;
  if (count > groups.length) {
    throw new UsageError(
      `Cannot run shard ${index}/${count} of suite "${options.suite.name}": the run has ${groups.length === 1 ? '1 conversation' : `${groups.length} conversations`} (one a scenario, variant and repeat), and each shard needs one. Use --shard i/n with n up to ${groups.length}`,
    );
  }
  const keys = groups.map(toKey);
  const parts = balance(measureGroups(options, groups), count);
  const mine = groups.filter((_group, place) => parts[place] === index);
  const all = new Set(groups.map(toPlace));
  const own = new Set(mine.map(toPlace));
  return {
    groups: mine,
    entry: {
      index,
      count,
      conversations: mine.length,
      suite: hashSuite(options.suite, code),
      plan: hashPlan(keys.map((key, place) => [key, parts[place] ?? 0])),
      tier: options.tier,
      whole,
    },
    owns: (path) => {
      const place = readPlace(path)?.place ?? '';
      return all.has(place) ? own.has(place) : index === 1;
    },
  };
}

function toKey({ scenario, variant, repeat }: TrialGroup): string {
  return toGroupKey({ scenario: scenario.id, variant: variant.name, repeat });
}

/** What a conversation costs even when nothing of it is recorded, in bytes of a recording. */
const leastCost = 4_096;

/** The size of the recordings that each conversation replays. */
function measureGroups(options: RunOptions, groups: readonly TrialGroup[]): readonly number[] {
  const sizes = options.mode === 'live' ? new Map<string, number>() : measureLanes(options);
  const { sweeps = [] } = options;
  const bases = new Map(
    sweeps.flatMap(({ base, points }) => points.map(({ variant }) => [variant, base] as const)),
  );
  return groups.map((group) => {
    const base = bases.get(group.variant.name) ?? group.variant.name;
    return (
      leastCost + (sizes.get(toPlace({ ...group, variant: { ...group.variant, name: base } })) ?? 0)
    );
  });
}

/** By the place of the conversation. */
function measureLanes({ suite, cassettes, faults }: RunOptions): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  const isFaulted = faults.some((word) => word !== 'none');
  const start = `${toSafeName(suite.name)}/`;
  for (const path of listLaneFiles(cassettes).lanes) {
    const found = path.startsWith(start) ? readPlace(path) : null;
    if (found === null || (found.plan !== cleanPlan && !isFaulted)) continue;
    const size = statSync(join(cassettes, path)).size;
    sizes.set(found.place, (sizes.get(found.place) ?? 0) + size);
  }
  return sizes;
}

/** A conversation as the path of its recordings has it. */
function toPlace({ scenario, variant, repeat }: TrialGroup): string {
  return [toSafeName(scenario.id), toSafeName(variant.name), repeat].join('/');
}

function readPlace(path: string): { readonly place: string; readonly plan: string } | null {
  const [, scenario = '', variant = '', file = ''] = path.split('/');
  const [, plan, repeat] = /^(.*)\.r([0-9]+)\.jsonl$/u.exec(file) ?? [];
  if (plan === undefined) return null;
  return { place: [scenario, variant, Number(repeat)].join('/'), plan };
}
