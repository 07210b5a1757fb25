import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import {
  type Declaration,
  type ModuleDeclarations,
  readDeclarations,
} from './read-declarations.ts';

/** What an entry point gives to its users. */
export interface Surface {
  /** By the name under which it is exported, sorted. */
  readonly exports: readonly { readonly name: string; readonly text: string }[];
  /** Types that a public declaration names and that users cannot, as `file#name`. */
  readonly hidden: readonly { readonly name: string; readonly mentionedBy: readonly string[] }[];
  /** What decides the exported types and is not exported itself: hidden types, and values whose type is taken. */
  readonly behind: readonly { readonly name: string; readonly text: string }[];
}

/**
 * Reads the public surface of an entry point from emitted declarations.
 *
 * @param entry - path of its `.d.ts`.
 * @param all - those of all entry points of the package: what one of them exports can be named.
 * @throws Error when an export leads to nothing.
 */
export function readSurface(entry: string, all: readonly string[] = [entry]): Surface {
  const modules = new Map<string, ModuleDeclarations>();
  const moduleOf = (path: string): ModuleDeclarations => {
    const read = modules.get(path) ?? readDeclarations(readFileSync(path, 'utf8'));
    modules.set(path, read);
    return read;
  };
  /** Where a name of a module is declared; `null` for what belongs to no module of ours, such as `Promise`. */
  const find = (path: string, name: string): Found | null => {
    const { declared, imported, reexported } = moduleOf(path);
    const declaration = declared.get(name);
    if (declaration !== undefined) return { path, declaration };
    const from = imported.get(name) ?? reexported.get(name);
    if (from === undefined || !from.specifier.startsWith('.')) return null;
    return find(toFile(path, from.specifier), from.name);
  };
  const listExports = (of: string): readonly (Found & { readonly name: string })[] => {
    const { declared, reexported } = moduleOf(of);
    const own = [...declared.values()].filter(({ text }) => text.startsWith('export '));
    const names = [...reexported.keys(), ...own.map(({ name }) => name)].toSorted();
    return names.map((name) => {
      const at = find(of, name);
      if (at === null) throw new Error(`"${of}" exports "${name}", which is declared nowhere`);
      return { name, ...at };
    });
  };
  const found = listExports(entry);
  const isPublic = new Set([entry, ...all].flatMap(listExports).map(toKey));
  const hidden = new Map<string, string[]>();
  for (const { name, path, declaration } of found) {
    for (const mention of declaration.mentions) {
      const target = find(path, mention);
      if (target === null || isPublic.has(toKey(target))) continue;
      hidden.set(toKey(target), [...(hidden.get(toKey(target)) ?? []), name]);
    }
  }
  const root = findCommonFolder([entry, ...all]);
  const toName = (key: string): string => key.slice(root.length + 1);
  return {
    exports: found.map(({ name, declaration }) => ({ name, text: declaration.text })),
    hidden: [...hidden].map(([key, mentionedBy]) => ({ name: toName(key), mentionedBy })),
    behind: follow(found, find)
      .filter((reached) => !isPublic.has(toKey(reached)))
      .map((reached) => ({ name: toName(toKey(reached)), text: reached.declaration.text }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

/** Everything that is reached from declarations, themselves included. */
function follow(
  from: readonly Found[],
  find: (path: string, name: string) => Found | null,
): readonly Found[] {
  const reached = new Map(from.map((one) => [toKey(one), one]));
  // A map gives what is added to it while it is gone through.
  for (const { path, declaration } of reached.values()) {
    for (const name of [...declaration.mentions, ...declaration.takes]) {
      const target = find(path, name);
      if (target !== null && !reached.has(toKey(target))) reached.set(toKey(target), target);
    }
  }
  return [...reached.values()];
}

/** The folder that all of these lie in. */
function findCommonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  let folder = dirname(first);
  while (!paths.every((path) => path.startsWith(`${folder}/`))) folder = dirname(folder);
  return folder;
}

interface Found {
  readonly path: string;
  readonly declaration: Declaration;
}

function toKey({ path, declaration }: Found): string {
  return `${path}#${declaration.name}`;
}

function toFile(from: string, specifier: string): string {
  const path = join(dirname(from), specifier.replace(/\.(?:ts|js)$/u, '.d.ts'));
  if (!existsSync(path)) throw new Error(`"${from}" imports "${specifier}", which was not emitted`);
  return path;
}
