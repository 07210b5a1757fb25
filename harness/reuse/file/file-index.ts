import { hash } from 'node:crypto';
import { type BigIntStats, statSync } from 'node:fs';

import { readBytes } from '../../disk/read-file.ts';
import { isJsonObject, type JsonValue } from '../../json/json.ts';

/** What is looked for in a file besides its hash; kept together with it. */
export interface FileLook {
  /** Another name for another way of looking: what was found in one way is never taken for the other. */
  readonly name: string;
  find(content: Buffer): JsonValue;
}

/** A file as it is now. */
export interface HashedFile {
  /** SHA-256 of the content. */
  readonly hash: string;
  readonly found: JsonValue;
  /** When the disk last changed anything of it, in milliseconds since 1970. */
  readonly changedAtMs: number;
}

/** What is known of one file, under the state of the disk in which it was read. */
interface KnownFile extends Omit<HashedFile, 'changedAtMs'> {
  /** Size, device, inode, and times of the last change of the content and of anything else, as the disk has them. */
  readonly state: string;
  /** Milliseconds since 1970, before the content was read. */
  readonly readAtMs: number;
}

/**
 * Hashes of files. A file is not read again while the disk says that nothing about it has changed: also when its content
 * and its time of change were put back, the disk has another time for that. Only an accelerator of one machine: elsewhere
 * the disk says other things, and all is read again.
 */
export class FileIndex {
  readonly #known: Map<string, KnownFile>;
  readonly #used = new Map<string, KnownFile>();
  readonly #now: () => number;
  #hasNews = false;

  /**
   * @param stored - what {@link toText} gave earlier; anything else counts as nothing.
   * @param now - milliseconds since 1970.
   */
  constructor(stored: string | null, now: () => number) {
    this.#known = parse(stored);
    this.#now = now;
  }

  /** The file as it is now; `null` when there is no such regular file, or when it cannot be read. */
  read(path: string, look: FileLook = noLook): HashedFile | null {
    try {
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      return stats?.isFile() === true ? this.#readKnown(path, stats, look) : null;
    } catch {
      return null;
    }
  }

  /** Whether there is anything that the stored text did not have. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  /** Everything that is known, to be stored: first what was asked for, then the rest up to a number of files. */
  toText(): string {
    const lines: string[] = [];
    const all = new Map([...this.#used, ...this.#known]);
    for (const [name, { state, hash: sum, readAtMs, found }] of all) {
      if (lines.length >= mostFiles) break;
      lines.push(JSON.stringify([name, state, sum, readAtMs, found]));
    }
    return `${version}\n${lines.join('\n')}\n`;
  }

  #readKnown(path: string, stats: BigIntStats, look: FileLook): HashedFile {
    const state = toState(stats);
    const changedAtMs = Math.max(Number(stats.mtimeMs), Number(stats.ctimeMs));
    const name = `${look.name}:${path}`;
    const known = this.#known.get(name);
    if (known?.state === state && isSettled(stats, known.readAtMs)) {
      this.#used.set(name, known);
      return { ...known, changedAtMs };
    }
    const readAtMs = this.#now();
    const content = readBytes(path, 'laneBytes');
    const file = { state, hash: hash('sha256', content), readAtMs, found: look.find(content) };
    // A file that changed while it was read is read again the next time.
    const isSame = toState(statSync(path, { bigint: true })) === state;
    for (const map of [this.#known, this.#used]) {
      if (isSame) map.set(name, file);
      else map.delete(name);
    }
    this.#hasNews = true;
    return { ...file, changedAtMs };
  }
}

const noLook: FileLook = { name: 'plain', find: () => null };
const version = 'toolrig files 1';

/** About 30 MB of text. */
const mostFiles = 150_000;

function toState({ size, ino, dev, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${size} ${ino} ${dev} ${mtimeNs} ${ctimeNs}`;
}

/** Within one tick of the clock of a disk, a file can change twice and have the same times. */
const tickMs = 2_000;

function isSettled({ mtimeMs, ctimeMs }: BigIntStats, readAtMs: number): boolean {
  return Number(mtimeMs) + tickMs < readAtMs && Number(ctimeMs) + tickMs < readAtMs;
}

function parse(stored: string | null): Map<string, KnownFile> {
  const known = new Map<string, KnownFile>();
  const [head, ...lines] = stored?.split('\n') ?? [];
  if (head !== version) return known;
  for (const line of lines) {
    const entry = parseLine(line);
    if (entry !== null) known.set(...entry);
  }
  return known;
}

function parseLine(line: string): readonly [string, KnownFile] | null {
  if (line === '') return null;
  try {
    const values: unknown = JSON.parse(line);
    if (!Array.isArray(values) || values.length !== 5) return null;
    const [name, state, sum, readAtMs, found] = values as readonly unknown[];
    if (typeof name !== 'string' || typeof state !== 'string' || typeof sum !== 'string') {
      return null;
    }
    if (typeof readAtMs !== 'number') return null;
    // It comes out of `JSON.parse`.
    return [name, { state, hash: sum, readAtMs, found: found as JsonValue }];
  } catch {
    return null;
  }
}

/** The texts in a list that was found in a file. */
export function toTexts(found: JsonValue | undefined): readonly string[] {
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

/** A list of texts in an object that was found in a file. */
export function textsOf(found: JsonValue, name: string): readonly string[] {
  return isJsonObject(found) ? toTexts(found[name]) : [];
}
