import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { toPartPath, toWaiverPath } from '../../cassette/lane/lane-path.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { type FileIndex, type FileLook, toTexts } from '../file/file-index.ts';

/** Recordings name shared parts by 16 hex digits; what only looks like a name does no harm. */
const laneLook: FileLook = {
  name: 'lane 1',
  find(content) {
    const found = content.toString('latin1').match(/"[0-9a-f]{16}"/gu) ?? [];
    return [...new Set(found)].map((text) => text.slice(1, -1)).toSorted();
  },
};

/** Hashes of recordings by the conversations that they answer. */
export class LaneReader {
  readonly #root: string;
  readonly #suite: string;
  readonly #files: FileIndex;
  readonly #folders = new Map<string, ReadonlyMap<number, readonly string[]>>();
  readonly #parts = new Map<string, string>();
  #waivers: string | null = null;

  constructor(root: string, suite: string, files: FileIndex) {
    this.#root = root;
    this.#suite = suite;
    this.#files = files;
  }

  /** SHA-256 of the recordings of a scenario, a variant and a repeat under every plan, with all that they share. */
  read(scenario: string, variant: string, repeat: number): string {
    const folder = [this.#suite, scenario, variant].map(toSafeName).join('/');
    const lines: string[] = [this.#readWaivers()];
    for (const name of this.#list(folder).get(repeat) ?? []) {
      const path = join(this.#root, folder, name);
      const file = this.#files.read(path, laneLook);
      lines.push(`${name} ${file?.hash ?? 'unreadable'}`);
      for (const id of toTexts(file?.found)) lines.push(this.#readPart(id));
    }
    return hash('sha256', lines.join('\n'));
  }

  /** Names in a folder by repeat; a draft is no recording. */
  #list(folder: string): ReadonlyMap<number, readonly string[]> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const found = new Map<number, string[]>();
    for (const name of listNames(join(this.#root, folder))) {
      const repeat = Number(/\.r(\d+)\.jsonl$/u.exec(name)?.[1] ?? Number.NaN);
      if (!Number.isInteger(repeat)) continue;
      const names = found.get(repeat) ?? [];
      names.push(name);
      found.set(repeat, names);
    }
    this.#folders.set(folder, found);
    return found;
  }

  #readPart(id: string): string {
    const known = this.#parts.get(id);
    if (known !== undefined) return known;
    const text = `${id} ${this.#files.read(toPartPath(this.#root, id))?.hash ?? 'none'}`;
    this.#parts.set(id, text);
    return text;
  }

  #readWaivers(): string {
    this.#waivers ??= this.#files.read(toWaiverPath(this.#root, this.#suite))?.hash ?? 'none';
    return this.#waivers;
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
