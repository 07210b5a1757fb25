import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { runFiles } from '../run/folder/run-files.ts';
import { readViewedRun } from './read-viewed-run.ts';
import type { ViewedRun } from './viewed-run.ts';

/**
 * The run folders below one folder, the newest first. A finished run never changes, so each is read once; links are not
 * followed, so nothing outside the folder is listed.
 */
export class RunList {
  readonly #root: string;
  readonly #known = new Map<string, { readonly stamp: number; readonly run: ViewedRun }>();

  constructor(root: string) {
    this.#root = root;
  }

  read(): readonly ViewedRun[] {
    const names = existsSync(this.#root) ? readdirSync(this.#root) : [];
    const runs = names.flatMap((name) => this.#readOne(name) ?? []);
    return runs.toSorted((a, b) => (toOrder(a) < toOrder(b) ? 1 : -1));
  }

  /** The run of that name; `null` where the list has none. A name is never used as a path. */
  find(id: string): ViewedRun | null {
    const names = existsSync(this.#root) ? readdirSync(this.#root) : [];
    return names.includes(id) ? this.#readOne(id) : null;
  }

  #readOne(name: string): ViewedRun | null {
    const path = join(this.#root, name);
    if (!lstatSync(path).isDirectory()) return null;
    const stamp = toStamp(path);
    if (stamp === null) return null;
    const known = this.#known.get(name);
    if (known?.stamp === stamp && known.run.state === 'finished') return known.run;
    const run = readViewedRun(path, stamp);
    this.#known.set(name, { stamp, run });
    return run;
  }
}

/** When the file that decides was written last; `null` for a folder that is no run. */
function toStamp(path: string): number | null {
  const file = [runFiles.summary, runFiles.manifest].find((name) => existsSync(join(path, name)));
  return file === undefined ? null : statSync(join(path, file)).mtimeMs;
}

function toOrder({ startedAt, id }: ViewedRun): string {
  return `${startedAt} ${id}`;
}
