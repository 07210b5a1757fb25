import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isJsonObject } from '../../json/json.ts';
import { readFile } from '../../disk/read-file.ts';
import { type FileIndex, textsOf } from '../file/file-index.ts';
import { moduleLook, packageLook } from './look-at-module.ts';

/** Reads packages with all that they depend on, each once. */
export class PackageReader {
  /** Files with their content, by names that are the same on every machine. */
  readonly lines: string[] = [];
  /** Why it is not known what they depend on, as the rest of "The suite ...". */
  readonly problems: string[] = [];
  readonly #files: FileIndex;
  readonly #startedAtMs: number;
  readonly #seen = new Set<string>();

  /** @param startedAtMs - when this process began: what was loaded of a file that changed since is not known. */
  constructor(files: FileIndex, startedAtMs: number) {
    this.#files = files;
    this.#startedAtMs = startedAtMs;
  }

  /**
   * Adds a package that is imported from a folder, and its dependencies.
   *
   * @returns `false` when there is none of that name.
   */
  add(name: string, from: string): boolean {
    const folder = findPackage(name, from);
    if (folder === null) return false;
    this.addFolder(name, folder);
    return true;
  }

  /** Adds the package in a folder. */
  addFolder(name: string, folder: string): void {
    const real = realpathSync(folder);
    if (this.#seen.has(real)) return;
    this.#seen.add(real);
    // What is linked into a project is its own code, and looked at as closely.
    const isOwn = !/[\\/]node_modules[\\/]/u.test(real);
    this.#addFiles({ name, root: real, isOwn }, '');
    for (const other of listDependencies(real)) this.add(other, real);
  }

  #addFiles(home: PackageFolder, below: string): void {
    const entries = readdirSync(join(home.root, below), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name === 'node_modules' || entry.name === '.git') continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) this.#addFiles(home, path);
      else if (!isIrrelevant.test(entry.name)) this.#addFile(home, path);
    }
  }

  #addFile({ name, root, isOwn }: PackageFolder, path: string): void {
    // The loader takes the sources of an installed package for what they are: not what is loaded.
    const isCode = (isOwn ? /\.[cm]?[jt]sx?$/u : /\.[cm]?js$/u).test(path);
    const look = isOwn ? moduleLook : packageLook;
    const read = this.#files.read(join(root, path), isCode ? look : undefined);
    if (read === null) return;
    this.lines.push(`${name}/${path} ${read.hash}`);
    if (read.changedAtMs > this.#startedAtMs) {
      this.problems.push(`uses the package "${name}", which has changed since this process began`);
    }
    if (!isCode || this.problems.length > 0) return;
    if (typeof read.found === 'string') {
      this.problems.push(`uses the package "${name}", which uses "${read.found}"`);
    }
    const [problem] = textsOf(read.found, 'problems');
    if (problem !== undefined) {
      this.problems.push(`uses the package "${name}", of which "${path}" ${problem}`);
    }
  }
}

interface PackageFolder {
  readonly name: string;
  readonly root: string;
  readonly isOwn: boolean;
}

/** Files that no module loads. */
const isIrrelevant = /\.(?:d\.[cm]?ts|map|md|markdown|txt)$|^(?:LICENSE|license)/u;

/** The folder of a package as Node finds it. */
function findPackage(name: string, from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (readPackageFile(folder) !== null) return folder;
    if (dirname(at) === at) return null;
  }
}

function listDependencies(folder: string): readonly string[] {
  const content = readPackageFile(folder) ?? {};
  const kinds = ['dependencies', 'peerDependencies', 'optionalDependencies'];
  const names = kinds.flatMap((kind) => {
    const listed = content[kind];
    return isJsonObject(listed) ? Object.keys(listed) : [];
  });
  return [...new Set(names)].toSorted();
}

/** The `package.json` of a folder; `null` where there is none. */
function readPackageFile(folder: string): Readonly<Record<string, unknown>> | null {
  try {
    const content: unknown = JSON.parse(readFile(join(folder, 'package.json'), 'suiteBytes'));
    return isJsonObject(content) ? content : null;
  } catch {
    return null;
  }
}
