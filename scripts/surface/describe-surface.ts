import { join } from 'node:path';

import { isJsonObject } from '../../harness/json/json.ts';
import { readSurface, type Surface } from './read-surface.ts';

/** An entry point of the package. */
export interface Entry {
  /** As users import it, such as `toolrig/stats`. */
  readonly name: string;
  readonly surface: Surface;
}

/**
 * Reads the surfaces of all entry points that `package.json` gives types for.
 *
 * @param built - the folder that takes the place of `dist`.
 */
export function readEntries(packageJson: string, built: string): readonly Entry[] {
  const parsed: unknown = JSON.parse(packageJson);
  const entries = isJsonObject(parsed) && isJsonObject(parsed['exports']) ? parsed['exports'] : {};
  const files = Object.entries(entries).flatMap(([name, entry]) => {
    const types = isJsonObject(entry) ? entry['types'] : undefined;
    if (typeof types !== 'string') return [];
    return [{ name, path: join(built, types.replace(/^\.\/dist\//u, '')) }];
  });
  const all = files.map(({ path }) => path);
  return files.map(({ name, path }) => ({
    name: `toolrig${name.slice(1)}`,
    surface: readSurface(path, all),
  }));
}

/** The surfaces as one text, in which a change of the public API is seen line by line. */
export function describeSurface(entries: readonly Entry[]): string {
  const parts = entries.map(({ name, surface }) => {
    const declarations = surface.exports.map(({ name: own, text }) => `## ${own}\n${text}\n`);
    const behind = surface.behind.map(({ name: own, text }) => `## (${own})\n${text}\n`);
    return [`# ${name}\n`, ...declarations, ...behind].join('\n');
  });
  return [head, ...parts].join('\n');
}

const head = `The public surface of toolrig, made from its declarations: every export by name, then (in parentheses) what these
are computed from and no one can import. A test fails when it changes; update this file with \`npm run surface\`.
`;
