import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { nodeDisk } from '../lane/lane-disk.ts';
import { acceptDrift } from './accept-drift.ts';

const toDifference = (tool: string) => ({
  part: `tool.${tool}.description`,
  recorded: 'old',
  now: 'new',
  change: `change of ${tool}`,
});
const [search, find] = ['search', 'find'].map(toDifference);
const differences = [search, find].filter((one) => one !== undefined);

const both = differences.map(({ part }) => part);

function accept(root: string, parts: readonly string[], reason = 'typo'): readonly string[] {
  return acceptDrift({ root, suite: 'desk', parts, differences, reason }).map(({ part }) => part);
}

const readParts = (root: string): readonly string[] =>
  // Written by the function under test.
  (
    JSON.parse(readFileSync(join(root, 'desk/drift.json'), 'utf8')) as {
      readonly waivers: readonly { readonly part: string; readonly reason: string }[];
    }
  ).waivers.map(({ part, reason }) => `${part} ${reason}`);

it('keeps what was accepted before, in the order of parts', async () => {
  await using folder = await createScratchFolder();
  expect(accept(folder.path, ['tool.search.description'], 'first')).toEqual([search?.part]);
  expect(accept(folder.path, both)).toEqual([find?.part]);
  const kept = [`${find?.part} typo`, `${search?.part} first`];
  expect(readParts(folder.path)).toEqual(kept);
  writeFileSync(join(folder.path, 'desk/drift.json.part'), 'half');
  expect(accept(folder.path, both, 'again')).toEqual([]);
  expect(readParts(folder.path)).toEqual(kept);
});

it('writes nothing where nothing at hand fits', async () => {
  await using folder = await createScratchFolder();
  const { change: _change, ...unknown } = toDifference('search');
  const options = { root: folder.path, suite: 'desk', parts: both, reason: 'x' };
  expect(acceptDrift({ ...options, differences: [unknown] })).toEqual([]);
  expect(acceptDrift({ ...options, differences, parts: ['params'] })).toEqual([]);
  expect(existsSync(join(folder.path, 'desk'))).toBe(false);
});

it('a draft that was left behind does not stand in the way, and the file is replaced as a whole', async () => {
  await using folder = await createScratchFolder();
  await folder.write('desk/drift.json.part', 'half');
  const done: string[] = [];
  const toName = (path: string): string => path.slice(folder.path.length + 1);
  const disk = {
    ...nodeDisk,
    create: (path: string, text: string) => {
      done.push(`create ${toName(path)}`);
      nodeDisk.create(path, text);
    },
    rename: (from: string, to: string) => {
      done.push(`rename to ${toName(to)}`);
      nodeDisk.rename(from, to);
    },
    syncFolderOf: (path: string) => {
      done.push(`sync folder of ${toName(path)}`);
    },
  };
  const parts = ['tool.find.description'];
  acceptDrift({ root: folder.path, suite: 'desk', parts, differences, reason: 'typo', disk });
  expect(readParts(folder.path)).toEqual([`${find?.part} typo`]);
  expect(done).toEqual([
    'create desk/drift.json.part',
    'rename to desk/drift.json',
    'sync folder of desk/drift.json',
  ]);
});

it.each(['a link out of the recordings', 'a file in the place of the folder'])(
  'refuses %s',
  async (what) => {
    await using folder = await createScratchFolder();
    await using other = await createScratchFolder();
    if (what.startsWith('a link')) symlinkSync(other.path, join(folder.path, 'desk'));
    else writeFileSync(join(folder.path, 'desk'), '');
    mkdirSync(join(other.path, 'kept'));
    expect(() => accept(folder.path, ['tool.find.description'])).toThrow(/Cannot/u);
    expect(existsSync(join(other.path, 'drift.json'))).toBe(false);
  },
);
