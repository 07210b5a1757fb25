import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { createScratchFolder, type ScratchFolder } from '../../harness/testing/scratch-folder.ts';
import { describeSurface, type Entry, readEntries } from './describe-surface.ts';
import { emitDeclarations } from './emit-declarations.ts';
import { readSurface } from './read-surface.ts';

const root = resolve(import.meta.dirname, '../..');
let entries: readonly Entry[] = [];

beforeAll(async () => {
  await using folder = await createScratchFolder();
  emitDeclarations(root, folder.path);
  entries = readEntries(readFileSync(join(root, 'package.json'), 'utf8'), folder.path);
}, 60_000);

/** Types that compute another exported type; users name that one. */
const computing: readonly string[] = ['suite/input/format.d.ts#InputOf'];

it('every type that a public signature names is exported', () => {
  const hidden = entries.flatMap(({ name, surface }) =>
    surface.hidden
      .filter((type) => !computing.includes(type.name))
      .map((type) => `${name}: ${type.name} (named by ${type.mentionedBy.join(', ')})`),
  );
  expect(hidden).toEqual([]);
});

it('the public surface is the one in harness/public-surface.txt (update it with `npm run surface`)', () => {
  const kept = readFileSync(join(root, 'harness/public-surface.txt'), 'utf8');
  expect(describeSurface(entries)).toBe(kept);
});

it('all entry points with types are looked at, and each exports something', () => {
  expect(entries.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['toolrig', 'toolrig/stats']),
  );
  expect(entries.filter(({ surface }) => surface.exports.length === 0)).toEqual([]);
});

it('there is no way to export a module as a whole', () => {
  const index = readFileSync(join(root, 'harness/index.ts'), 'utf8');
  expect(index).not.toMatch(/export \*/u);
});

async function createModules(files: Readonly<Record<string, string>>): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  for (const [name, text] of Object.entries(files)) await folder.write(name, text);
  return folder;
}

it('a planted type that a signature names and no export gives is reported, with who names it', async () => {
  await using folder = await createModules({
    'index.d.ts':
      "export { type Shown, give } from './a.ts';\nexport type { Kept as Known } from './b.ts';\n",
    'a.d.ts': [
      "import type { Hidden, Kept } from './b.ts';",
      '/** Speaks of Secret, in a comment. */',
      'export interface Shown {',
      "    readonly at: 'Quoted' | Hidden;",
      '    readonly kept: Kept;',
      '}',
      'interface Local {',
      '    a: number;',
      '}',
      'export declare function give(this: void, local: Local): Promise<Shown>;',
      '',
    ].join('\n'),
    'b.d.ts': [
      'export type Hidden = (typeof words)[number];',
      'declare const words: readonly string[];',
      'export interface Kept {',
      '    deep: Deeper;',
      '}',
      'interface Deeper {',
      '}',
      '',
    ].join('\n'),
  });
  const surface = readSurface(join(folder.path, 'index.d.ts'));
  expect(surface.exports.map(({ name }) => name)).toEqual(['Known', 'Shown', 'give']);
  expect(surface.hidden).toEqual([
    { name: 'b.d.ts#Deeper', mentionedBy: ['Known'] },
    { name: 'b.d.ts#Hidden', mentionedBy: ['Shown'] },
    { name: 'a.d.ts#Local', mentionedBy: ['give'] },
  ]);
  expect(surface.behind.map(({ name }) => name)).toEqual([
    'a.d.ts#Local',
    'b.d.ts#Deeper',
    'b.d.ts#Hidden',
    'b.d.ts#words',
  ]);
  expect(surface.exports[1]?.text).not.toContain('Secret');
});
