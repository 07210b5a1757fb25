import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { type AppendFile, openAppendFile } from '../../disk/append-file.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import { renameFile, replaceFile } from '../../disk/replace-file.ts';
import {
  type PackEntry,
  packFiles,
  partNames,
  type StoredText,
  toIndexText,
} from './pack-entry.ts';

/** Writes results into a folder that no one reads before it is complete. */
export class PackWriter {
  readonly #draft: string;
  readonly #files: Readonly<Record<keyof StoredText, AppendFile>>;
  readonly #entries: PackEntry[] = [];
  readonly #keys = new Set<string>();
  readonly #buffers: Record<keyof StoredText, string[]> = { trials: [], scores: [], heads: [] };
  readonly #sizes: Record<keyof StoredText, number> = { trials: 0, scores: 0, heads: 0 };
  #buffered = 0;

  /** Of the secrets that are known now. */
  readonly mark: string;

  /** @param draft - a folder that only this process writes; it is made. */
  constructor(draft: string, mark: string) {
    this.mark = mark;
    this.#draft = draft;
    rmSync(draft, { recursive: true, force: true });
    makeFolder(draft);
    const open = (name: keyof StoredText): AppendFile =>
      openAppendFile(join(draft, packFiles[name]));
    this.#files = { trials: open('trials'), scores: open('scores'), heads: open('heads') };
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string, text: StoredText, trials: number): void {
    let sum = 0;
    for (const name of partNames) sum = crc32(text[name], sum);
    const ranges = {
      trials: this.#append('trials', text.trials),
      scores: this.#append('scores', text.scores),
      heads: this.#append('heads', text.heads),
    };
    this.#entries.push({ key, trials, sum, ranges });
    this.#keys.add(key);
    if (this.#buffered > blockBytes) this.#flush();
  }

  /**
   * Makes the results readable, all at once.
   *
   * @param isStill - whether a result is still what its key says.
   * @returns whether all of them were kept.
   */
  publish(path: string, isStill: (key: string) => boolean): boolean {
    this.#flush();
    for (const name of partNames) {
      this.#files[name].sync();
      this.#files[name].close();
    }
    const entries = this.#entries.filter(({ key }) => isStill(key));
    if (entries.length === 0) {
      this.#remove();
      return false;
    }
    replaceFile(join(this.#draft, packFiles.index), toIndexText({ mark: this.mark, entries }));
    // Another run that found the same at the same time was first.
    if (existsSync(path)) this.#remove();
    else renameFile(this.#draft, path);
    return entries.length === this.#entries.length;
  }

  /** Nothing is kept. */
  discard(): void {
    for (const name of partNames) this.#files[name].close();
    this.#remove();
  }

  #append(name: keyof StoredText, text: string): readonly [number, number] {
    const start = this.#sizes[name];
    const size = Buffer.byteLength(text);
    this.#buffers[name].push(text);
    this.#sizes[name] += size;
    this.#buffered += size;
    return [start, size];
  }

  #remove(): void {
    rmSync(this.#draft, { recursive: true, force: true });
  }

  #flush(): void {
    for (const name of partNames) {
      const text = this.#buffers[name].join('');
      if (text !== '') this.#files[name].append(text);
      this.#buffers[name] = [];
    }
    this.#buffered = 0;
  }
}

const blockBytes = 1 << 20;
