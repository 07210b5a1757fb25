import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { isJsonObject, type JsonValue } from '../../json/json.ts';
import { UsageError } from '../../core/usage-error.ts';
import { checkRun } from '../folder/check-run.ts';
import { toGroupKey } from '../folder/index-groups.ts';
import { readRun, type StoredRun } from '../folder/read-run.ts';
import { runFiles } from '../folder/run-files.ts';
import { hashPlan, readShardEntry, type ShardEntry } from './shard-entry.ts';

/** One part of a run, as its folder has it. */
export interface StoredPart {
  readonly run: StoredRun;
  readonly entry: ShardEntry;
}

/**
 * Opens all parts of one run in their order, and refuses what is not exactly that.
 *
 * @param folders - run folders, or folders that hold run folders.
 * @throws UsageError naming the part that is missing, doubled, unfinished or of another run.
 */
export async function readParts(folders: readonly string[]): Promise<readonly StoredPart[]> {
  const parts = folders.flatMap(listRuns).map(readPart);
  const [first, ...others] = parts;
  if (first === undefined) {
    throw new UsageError('Cannot merge: no run folder is named. Name the folder of each shard');
  }
  for (const part of others) refuseForeign(first, part);
  refuseUneven(parts);
  for (const { run } of parts) await checkRun(run);
  const inOrder = parts.toSorted((a, b) => a.entry.index - b.entry.index);
  await refuseIncomplete(inOrder);
  return inOrder;
}

/** A CI job downloads what other jobs left into one folder. */
function listRuns(folder: string): readonly string[] {
  if (!existsSync(folder) || existsSync(join(folder, runFiles.manifest))) return [folder];
  const inside = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
  const runs = inside.filter((path) => existsSync(join(path, runFiles.manifest)));
  return runs.length === 0 ? [folder] : runs;
}

function readPart(path: string): StoredPart {
  const run = readRun(path);
  const entry = readShardEntry(run.manifest.selection);
  if (entry === null || run.summary.part === undefined) {
    throw new UsageError(
      `Cannot merge "${path}": it is a whole run, not a shard. Name folders that \`toolrig run --shard\` made`,
    );
  }
  return { run, entry };
}

/** In the order in which a difference is most telling. */
function refuseForeign(first: StoredPart, part: StoredPart): void {
  const pairs: readonly (readonly [string, JsonValue, JsonValue])[] = [
    ['toolrig version', versionOf(first), versionOf(part)],
    ['suite', first.run.summary.suite, part.run.summary.suite],
    ['seed', ofSelection(first, 'seed'), ofSelection(part, 'seed')],
    ['number of shards', first.entry.count, part.entry.count],
    ['faults', ofSelection(first, 'faults'), ofSelection(part, 'faults')],
    ['repeats', ofSelection(first, 'repeats'), ofSelection(part, 'repeats')],
    ['mode', ofSelection(first, 'mode'), ofSelection(part, 'mode')],
    ['variants', ofSelection(first, 'variants'), ofSelection(part, 'variants')],
    ['scenarios', ofSelection(first, 'scenarios'), ofSelection(part, 'scenarios')],
    ['path of the suite', ofSelection(first, 'suite'), ofSelection(part, 'suite')],
    ['--tier', first.entry.tier, part.entry.tier],
    ['code or data of the suite (hash)', first.entry.suite, part.entry.suite],
    ['settings (hash of the manifest)', first.entry.whole, part.entry.whole],
    ['plan, cut by the sizes of the recordings (hash)', first.entry.plan, part.entry.plan],
  ];
  for (const [what, one, other] of pairs) {
    const [expected, found] = [JSON.stringify(one), JSON.stringify(other)];
    if (expected === found) continue;
    throw new UsageError(
      `Cannot merge "${part.run.path}": it is a shard of another run; its ${what} is ${found}, and that of "${first.run.path}" is ${expected}. Run all shards of the same commit with the same options`,
    );
  }
}

function versionOf({ run }: StoredPart): JsonValue {
  return run.manifest.environment['toolrig'] ?? null;
}

function ofSelection({ run }: StoredPart, name: string): JsonValue {
  return run.manifest.selection[name] ?? null;
}

/** Each part once. */
function refuseUneven(parts: readonly StoredPart[]): void {
  const seen = new Map<number, string>();
  for (const { run, entry } of parts) {
    const before = seen.get(entry.index);
    if (before !== undefined) {
      throw new UsageError(
        `Cannot merge "${run.path}": it is shard ${toName(entry)}, and so is "${before}". Name each shard once`,
      );
    }
    seen.set(entry.index, run.path);
  }
  const count = parts[0]?.entry.count ?? 0;
  const all = Array.from({ length: count }, (_part, place) => place + 1);
  const missing = all.filter((index) => !seen.has(index)).map((index) => `${index}/${count}`);
  if (missing.length === 0) return;
  const names =
    missing.length === 1 ? `shard ${missing[0] ?? ''} is` : `shards ${missing.join(', ')} are`;
  throw new UsageError(
    `Cannot merge ${parts.length} of ${count} shards: ${names} missing. Run it with \`toolrig run --shard\` and name its folder too`,
  );
}

/** A part that was interrupted or cut lacks conversations; one that was edited may have those of another. */
async function refuseIncomplete(parts: readonly StoredPart[]): Promise<void> {
  const owners = new Map<string, string>();
  const places: (readonly [string, number])[] = [];
  for (const { run, entry } of parts) {
    const before = owners.size;
    for await (const { lane } of run.scores()) {
      const key = toGroupKey(lane);
      const owner = owners.get(key) ?? run.path;
      if (owner !== run.path) {
        throw new UsageError(
          `Cannot merge "${run.path}": its trial of scenario "${lane.scenario}" is in "${owner}" too. Run both again`,
        );
      }
      owners.set(key, run.path);
    }
    const found = owners.size - before;
    places.push(...[...owners.keys()].slice(before).map((key) => [key, entry.index] as const));
    if (found === entry.conversations) continue;
    throw new UsageError(
      `Cannot merge "${run.path}": shard ${toName(entry)} ended after ${found} of ${entry.conversations} conversations. Finish it with --resume`,
    );
  }
  refuseOtherCut(parts, new Map(places));
}

function refuseOtherCut(parts: readonly StoredPart[], places: ReadonlyMap<string, number>): void {
  for (const part of parts) {
    const cut = listPlan(part).map((key) => [key, places.get(key) ?? 0] as const);
    if (hashPlan(cut) === part.entry.plan) continue;
    throw new UsageError(
      `Cannot merge "${part.run.path}": its conversations are not those that shard ${toName(part.entry)} of the run has. Run it again`,
    );
  }
}

function toName({ index, count }: ShardEntry): string {
  return `${index}/${count}`;
}

/** The conversations of the whole run in the order of its plan. */
export function listPlan({ run: { manifest } }: StoredPart): readonly string[] {
  const { variants, repeats } = manifest.selection;
  const { scenarios } = manifest.content;
  const keys: string[] = [];
  for (const variant of toList(variants)) {
    for (const scenario of toList(scenarios)) {
      const { id, variants: only = null } = isJsonObject(scenario) ? scenario : {};
      if (typeof variant !== 'string' || typeof id !== 'string') continue;
      if (Array.isArray(only) && !toList(only).includes(variant)) continue;
      for (let repeat = 1; repeat <= Number(repeats); repeat += 1) {
        keys.push(toGroupKey({ scenario: id, variant, repeat }));
      }
    }
  }
  return keys;
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
