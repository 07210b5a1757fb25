import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { openFile } from '../../disk/open-file.ts';
import { readFile } from '../../disk/read-file.ts';
import {
  type PackEntry,
  packFiles,
  type PackIndex,
  parseIndex,
  partNames,
  type StoredText,
} from './pack-entry.ts';

/** Reads the results of one pack. */
export class PackReader {
  readonly path: string;
  readonly index: PackIndex;
  #files: Readonly<Record<keyof StoredText, BlockReader>> | null = null;

  private constructor(path: string, index: PackIndex) {
    this.path = path;
    this.index = index;
  }

  /** Opens a pack; `null` when it is damaged or was removed. */
  static open(path: string): PackReader | null {
    try {
      const index = parseIndex(readFile(join(path, packFiles.index), 'inputBytes'));
      return index === null ? null : new PackReader(path, index);
    } catch {
      return null;
    }
  }

  /** The texts of an entry; `null` when they are not what was written. */
  read({ sum, ranges }: PackEntry): StoredText | null {
    try {
      this.#files ??= this.#open();
      let found = 0;
      const texts: Record<keyof StoredText, string> = { trials: '', scores: '', heads: '' };
      for (const name of partNames) {
        const bytes = this.#files[name].read(...ranges[name]);
        if (bytes === null) return null;
        found = crc32(bytes, found);
        texts[name] = bytes.toString('utf8');
      }
      return found === sum ? texts : null;
    } catch {
      return null;
    }
  }

  /** Whether the texts of an entry are what was written. */
  check({ sum, ranges }: PackEntry): boolean {
    try {
      this.#files ??= this.#open();
      let found = 0;
      for (const name of partNames) {
        const bytes = this.#files[name].read(...ranges[name]);
        if (bytes === null) return false;
        found = crc32(bytes, found);
      }
      return found === sum;
    } catch {
      return false;
    }
  }

  /**
   * The lines of an entry that was checked.
   *
   * @throws RangeError when they are not there any more.
   */
  bytes({ ranges }: PackEntry): { readonly trials: Uint8Array; readonly scores: Uint8Array } {
    this.#files ??= this.#open();
    const trials = this.#files.trials.read(...ranges.trials);
    const scores = this.#files.scores.read(...ranges.scores);
    if (trials === null || scores === null)
      throw new RangeError(`"${this.path}" has become shorter`);
    return { trials, scores };
  }

  close(): void {
    if (this.#files === null) return;
    for (const name of partNames) this.#files[name].close();
    this.#files = null;
  }

  #open(): Readonly<Record<keyof StoredText, BlockReader>> {
    const open = (name: keyof StoredText): BlockReader =>
      new BlockReader(join(this.path, packFiles[name]));
    return { trials: open('trials'), scores: open('scores'), heads: open('heads') };
  }
}

/** Reads ahead: results are mostly asked for in the order in which they were written. */
class BlockReader {
  readonly #file: number;
  #block: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(path: string) {
    this.#file = openFile(path, 'read');
  }

  /** `null` where the file ends before. */
  read(start: number, size: number): Buffer | null {
    const isInside = start >= this.#start && start + size <= this.#start + this.#block.length;
    if (!isInside) this.#fill(start, Math.max(size, blockBytes));
    const from = start - this.#start;
    return from + size <= this.#block.length ? this.#block.subarray(from, from + size) : null;
  }

  close(): void {
    closeSync(this.#file);
  }

  #fill(start: number, size: number): void {
    const block = Buffer.allocUnsafe(size);
    let done = 0;
    while (done < size) {
      const read = readSync(this.#file, block, done, size - done, start + done);
      if (read === 0) break;
      done += read;
    }
    this.#block = block.subarray(0, done);
    this.#start = start;
  }
}

const blockBytes = 1 << 20;
