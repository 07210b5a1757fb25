import { hash } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';

import { isJsonObject } from '../../json/json.ts';
import { type FileIndex, textsOf } from '../file/file-index.ts';
import { moduleLook } from './look-at-module.ts';
import { PackageReader } from './read-package.ts';

/** The code of a suite as it is on the disk. */
export interface SuiteCode {
  /** SHA-256 of every file that the suite loads, its packages included; the same on every machine. */
  readonly hash: string;
  /** Why results of this code cannot be reused, each with its file; none: they can. */
  readonly problems: readonly string[];
  /** It may depend on the time zone, the language or the system of the machine, or on `NODE_ENV`. */
  readonly isLocal: boolean;
}

/** What the code of a suite is read with. */
export interface CodeContext {
  readonly files: FileIndex;
  /** Folder of the package toolrig, where packages are that come along with it. */
  readonly own: string;
  /** When this process began, in milliseconds since 1970. */
  readonly startedAtMs: number;
}

/** The suite is data: it has no code. */
export const noCode: SuiteCode = { hash: '', problems: [], isLocal: false };

/**
 * Reads the modules of a suite, all that they import, and the packages that they use.
 *
 * @param entries - the suite's module, and the configuration's where it has code that trials run.
 */
export function readSuiteCode(entries: readonly string[], context: CodeContext): SuiteCode {
  const reader = new CodeReader(context, dirname(entries[0] ?? '.'));
  for (const entry of entries) reader.add(entry);
  return reader.toCode();
}

class CodeReader {
  readonly #files: FileIndex;
  readonly #own: string;
  readonly #root: string;
  readonly #packages: PackageReader;
  readonly #seen = new Set<string>();
  readonly #lines: string[] = [];
  readonly #problems: string[] = [];
  #isLocal = false;

  constructor({ files, own, startedAtMs }: CodeContext, root: string) {
    this.#files = files;
    this.#own = own;
    this.#root = root;
    this.#packages = new PackageReader(files, startedAtMs);
  }

  add(entry: string): void {
    const open = [entry];
    for (let file = open.shift(); file !== undefined; file = open.shift()) {
      if (this.#seen.has(file)) continue;
      this.#seen.add(file);
      open.push(...this.#addFile(file));
    }
  }

  toCode(): SuiteCode {
    const { lines, problems } = this.#packages;
    return {
      hash: hash('sha256', [...this.#lines, ...lines].toSorted().join('\n')),
      problems: [...this.#problems, ...problems.map((problem) => `The suite ${problem}`)],
      isLocal: this.#isLocal || lines.length > 0,
    };
  }

  /** @returns the files that it imports. */
  #addFile(file: string): readonly string[] {
    const shown = toShown(this.#root, file);
    const isModule = /\.[cm]?[jt]sx?$/u.test(file);
    const read = this.#files.read(file, isModule ? moduleLook : undefined);
    if (read === null) {
      this.#problems.push(`"${shown}" cannot be read`);
      return [];
    }
    this.#lines.push(`${shown} ${read.hash}`);
    if (!isModule) return [];
    for (const problem of textsOf(read.found, 'problems')) {
      this.#problems.push(`"${shown}" ${problem}`);
    }
    this.#isLocal ||= isJsonObject(read.found) && read.found['isLocal'] === true;
    const paths = textsOf(read.found, 'files').map((path) => resolve(dirname(file), path));
    return [
      ...paths,
      ...textsOf(read.found, 'imports').flatMap((name) => this.#resolve(name, file, shown)),
    ];
  }

  #resolve(name: string, file: string, shown: string): readonly string[] {
    if (isPath(name)) {
      const found = listFolders(file).flatMap((folder) => listTargets(resolve(folder, name)));
      if (found.length === 0)
        this.#problems.push(`"${shown}" imports "${name}", which is not found`);
      return found;
    }
    const [first = '', second = ''] = name.split('/');
    const packageName = first.startsWith('@') ? `${first}/${second}` : first;
    if (packageName === 'toolrig') return [];
    const isFound = listFolders(file).some((folder) => this.#packages.add(packageName, folder));
    if (!isFound && !this.#packages.add(packageName, this.#own)) {
      this.#problems.push(`"${shown}" imports "${name}", which is not found`);
    }
    return [];
  }
}

function isPath(name: string): boolean {
  return /^\.{1,2}(?:\/|$)|^[/\\]|^[A-Za-z]:[\\/]/u.test(name);
}

/** What a module imports is looked for beside it, and, where it is a link, beside what it leads to. */
function listFolders(file: string): readonly string[] {
  return [...new Set([dirname(file), dirname(realpathSync(file))])];
}

/** The endings that the loader tries. */
const endings = [
  '',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.mtsx',
  '.ctsx',
  '.json',
];

/** Every file that an import may mean: which of them is loaded is the loader's choice. */
function listTargets(path: string): readonly string[] {
  const asSource = path.replace(/\.(c|m)?js(x?)$/u, '.$1ts$2');
  const places = [
    ...endings.map((ending) => path + ending),
    ...endings.slice(1).map((ending) => resolve(path, `index${ending}`)),
    resolve(path, 'package.json'),
    asSource,
  ];
  return [...new Set(places)].filter((place) => existsSync(place) && statSync(place).isFile());
}

/** Names a file in the same way on every machine. */
function toShown(root: string, file: string): string {
  const way = relative(root, file).replaceAll('\\', '/');
  // Another drive has no way to it.
  return /^[A-Za-z]:/u.test(way) ? basename(file) : way;
}
