import { createHash } from 'node:crypto';

import { isJsonObject, type JsonObject } from '../../json/json.ts';

/** What the manifest of a part says of it. */
export interface ShardEntry {
  /** Counts from 1. */
  readonly index: number;
  readonly count: number;
  /** Conversations of this part. */
  readonly conversations: number;
  /** SHA-256 of the suite as it was loaded. */
  readonly suite: string;
  /** SHA-256 of all conversations with the part that each belongs to. */
  readonly plan: string;
  /** How far a replay may be from the recording. */
  readonly tier: string;
  /** Hash of the manifest of the whole run. */
  readonly whole: string;
}

/** The hash of a plan and its cut. */
export function hashPlan(cut: readonly (readonly [string, number])[]): string {
  return createHash('sha256').update(JSON.stringify(cut)).digest('hex');
}

/** Reads what a manifest says of its part; `null` for a whole run. */
export function readShardEntry(selection: JsonObject): ShardEntry | null {
  const shard = selection['shard'];
  if (!isJsonObject(shard)) return null;
  const { index, count, conversations, suite, plan, tier, whole } = shard;
  if (typeof index !== 'number' || typeof count !== 'number') return null;
  if (typeof conversations !== 'number' || typeof suite !== 'string') return null;
  if (typeof plan !== 'string' || typeof tier !== 'string') return null;
  return typeof whole === 'string'
    ? { index, count, conversations, suite, plan, tier, whole }
    : null;
}
