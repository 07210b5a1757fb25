import { lstatSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import type { PackEntry } from './pack-entry.ts';
import { PackReader } from './pack-reader.ts';
import type { PackWriter } from './pack-writer.ts';

/** The packs of one suite. */
export interface OpenPacks {
  /** The newest results by their keys. */
  readonly entries: ReadonlyMap<string, FoundEntry>;
  readonly packs: readonly PackReader[];
  /** Names of packs that are damaged. */
  readonly damaged: readonly string[];
}

/** A result and the pack that holds it. */
export interface FoundEntry {
  readonly pack: PackReader;
  readonly entry: PackEntry;
}

/** Opens all packs of a folder; there may be none. */
export function openPacks(folder: string): OpenPacks {
  const entries = new Map<string, FoundEntry>();
  const packs: PackReader[] = [];
  const damaged: string[] = [];
  for (const { name, path } of listPacks(folder)) {
    const pack = PackReader.open(path);
    if (pack === null) damaged.push(name);
    else {
      packs.push(pack);
      for (const entry of pack.index.entries) entries.set(entry.key, { pack, entry });
    }
  }
  return { entries, packs, damaged };
}

/** Marks a pack as used now, so that it is not the oldest. */
export function touchPack(path: string, nowMs: number): void {
  try {
    utimesSync(path, nowMs / 1000, nowMs / 1000);
  } catch {
    // Another process removed it, or it may not be written: then it only counts as older.
  }
}

/** Adds the results of packs to another that is being written, where the same secrets were known. */
export function copyPacks({ entries }: OpenPacks, to: PackWriter): void {
  for (const { pack, entry } of entries.values()) {
    if (to.has(entry.key) || pack.index.mark !== to.mark) continue;
    const text = pack.read(entry);
    if (text !== null) to.add(entry.key, text, entry.trials);
  }
}

/** Removes packs whose results were copied. */
export function removePacks({ packs }: OpenPacks, { mark }: PackWriter): void {
  for (const { path, index } of packs) if (index.mark === mark) remove(path);
}

interface ListedPack {
  readonly name: string;
  readonly path: string;
  readonly usedAtMs: number;
}

const packName = /^[0-9a-f]{32}$/u;
const draftName = /^draft-/u;

/** The packs of a suite, the one that was used longest ago first. A link is no pack. */
function listPacks(folder: string): readonly ListedPack[] {
  return listFolders(folder, packName).toSorted(
    (a, b) => a.usedAtMs - b.usedAtMs || (a.name < b.name ? -1 : 1),
  );
}

function listFolders(folder: string, pattern: RegExp): readonly ListedPack[] {
  return listNames(folder)
    .filter((name) => pattern.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats?.isDirectory() === true ? [{ name, path, usedAtMs: stats.mtimeMs }] : [];
    });
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Removes the packs of all suites that were used longest ago until the rest is within the limit, and drafts that a killed
 * process left.
 *
 * @param root - folder with a folder for each suite.
 */
export function trimPacks(
  root: string,
  { limitBytes, nowMs }: { readonly limitBytes: number; readonly nowMs: number },
): void {
  const folders = listNames(root).map((name) => join(root, name));
  for (const folder of folders) {
    for (const { path, usedAtMs } of listFolders(folder, draftName)) {
      if (usedAtMs + dayMs < nowMs) remove(path);
    }
  }
  const packs = folders
    .flatMap((folder) => listFolders(folder, packName))
    .map((pack) => ({ ...pack, size: sizeOf(pack.path) }))
    .toSorted((a, b) => b.usedAtMs - a.usedAtMs);
  let total = 0;
  for (const { path, size } of packs) {
    total += size;
    if (total > limitBytes) remove(path);
  }
}

const dayMs = 86_400_000;

function sizeOf(folder: string): number {
  let size = 0;
  for (const name of listNames(folder)) {
    size += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return size;
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Windows removes no file that another process has open.
  }
}
