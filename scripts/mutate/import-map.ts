import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The sources that each file loads, itself among them, by relative imports, at any depth. */
export class ImportMap {
  readonly #root: string;
  readonly #direct = new Map<string, readonly string[]>();
  readonly #all = new Map<string, ReadonlySet<string>>();

  constructor(root: string) {
    this.#root = root;
  }

  of(file: string): ReadonlySet<string> {
    const known = this.#all.get(file);
    if (known !== undefined) return known;
    const found = new Set<string>([file]);
    for (const one of found) for (const next of this.#directOf(one)) found.add(next);
    this.#all.set(file, found);
    return found;
  }

  #directOf(file: string): readonly string[] {
    const known = this.#direct.get(file);
    if (known !== undefined) return known;
    const source = readFileSync(join(this.#root, file), 'utf8');
    const named = [...source.matchAll(/(?:from|import\(|import)\s*'(\.{1,2}\/[^']+\.ts)'/gu)];
    const direct = named
      .map(([, path = '']) => posix.join(posix.dirname(file), path))
      .filter((path) => existsSync(join(this.#root, path)));
    this.#direct.set(file, direct);
    return direct;
  }
}
