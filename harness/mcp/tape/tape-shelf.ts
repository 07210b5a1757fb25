import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { RigError } from '../../core/rig-error.ts';
import { makeFolder, tryMakeFolder } from '../../disk/make-folder.ts';
import { readFile } from '../../disk/read-file.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { parseTape, type Tape } from './tape-line.ts';

/** Tapes of MCP servers in a folder of recordings: `mcp/<server>.<life>.jsonl`. */
export class TapeShelf {
  readonly #folder: string;

  /** @param folder - that of the recordings. */
  constructor(folder: string) {
    this.#folder = join(folder, 'mcp');
  }

  /** The path of the tape of one life of a server, counted from 1. */
  pathOf(name: string, life: number): string {
    makeFolder(this.#folder);
    return join(this.#folder, `${toSafeName(name)}.${life}.jsonl`);
  }

  /** @throws RigError `NO_TAPE` where this life was not recorded. */
  read(name: string, life: number): Tape {
    const file = `${toSafeName(name)}.${life}.jsonl`;
    if (!existsSync(join(this.#folder, file))) {
      const times = this.#list().filter((one) => one.startsWith(`${toSafeName(name)}.`)).length;
      const what =
        times === 0
          ? 'there is no recording of it'
          : `it was started ${times === 1 ? 'once' : `${times} times`} in the recording, and was started once more`;
      throw new RigError('NO_TAPE', `Cannot replay the MCP server "${name}": ${what}`);
    }
    return this.#parse(file);
  }

  /** All tapes, by their names. */
  readAll(): readonly Tape[] {
    return this.#list().map((file) => this.#parse(file));
  }

  /** Removes the tapes, and nothing else. */
  clear(): void {
    for (const file of this.#list()) rmSync(join(this.#folder, file));
  }

  #parse(file: string): Tape {
    return parseTape(readFile(join(this.#folder, file), 'laneBytes', `mcp/${file}`), `mcp/${file}`);
  }

  #list(): readonly string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .filter((name) => /^[a-z0-9._~-]+\.[0-9]+\.jsonl$/u.test(name))
      .sort();
  }
}

/** Which life of a server begins now, where several processes of one command may start it; they share a folder for this. */
export function claimLife(folder: string, name: string): number {
  for (let life = 1; ; life += 1) {
    if (tryMakeFolder(join(folder, `${toSafeName(name)}.${life}`))) return life;
  }
}

/** A name for a server that is started by a command: its program and what that runs. */
export function nameCommand(command: readonly string[]): string {
  const words = command
    .filter((word) => !word.startsWith('-'))
    .map((word) => word.replace(/^.*[\\/]/u, '').toLowerCase());
  return words
    .slice(0, 2)
    .join('-')
    .replace(/[^a-z0-9._-]+/gu, '-');
}
