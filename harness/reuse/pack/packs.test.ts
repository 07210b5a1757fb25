import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { openPacks, trimPacks } from './pack-folder.ts';
import type { StoredText } from './pack-entry.ts';
import { PackWriter } from './pack-writer.ts';

const toText = (name: string): StoredText => ({
  trials: `{"trial":"${name}"}\n`,
  scores: `{"score":"${name} – ü"}\n`,
  heads: `{"head":"${name}"}\n`,
});

function write(folder: string, name: string, keys: readonly string[]): string {
  const writer = new PackWriter(join(folder, `draft-${name}`), '0000');
  for (const key of keys) writer.add(key, toText(key), 1);
  const path = join(folder, name.repeat(32));
  writer.publish(path, () => true);
  return path;
}

function read(folder: string): Readonly<Record<string, StoredText | null>> {
  const { entries } = openPacks(folder);
  return Object.fromEntries(
    [...entries].map(([key, { pack, entry }]) => [key, pack.read(entry)] as const),
  );
}

it('what was written is read, in any order', async () => {
  await using scratch = await createScratchFolder();
  write(scratch.path, 'a', ['k1', 'k2', 'k3']);
  write(scratch.path, 'b', ['k4']);
  const { entries } = openPacks(scratch.path);
  for (const key of ['k3', 'k1', 'k4', 'k2', 'k1']) {
    const found = entries.get(key);
    expect(found?.pack.read(found.entry)).toEqual(toText(key));
  }
  expect(entries.size).toBe(4);
});

it('a result that is no longer what its key says is left out; a pack of none is not written', async () => {
  await using scratch = await createScratchFolder();
  const writer = new PackWriter(join(scratch.path, 'draft-1'), '0000');
  writer.add('old', toText('old'), 1);
  writer.add('new', toText('new'), 1);
  writer.publish(join(scratch.path, 'c'.repeat(32)), (key) => key === 'new');
  expect(read(scratch.path)).toEqual({ new: toText('new') });
  const none = new PackWriter(join(scratch.path, 'draft-2'), '0000');
  none.add('x', toText('x'), 1);
  none.publish(join(scratch.path, 'd'.repeat(32)), () => false);
  expect(readdirSync(scratch.path)).toEqual(['c'.repeat(32)]);
});

it('a draft is not read, and a discarded one is gone', async () => {
  await using scratch = await createScratchFolder();
  const writer = new PackWriter(join(scratch.path, 'draft-1'), '0000');
  writer.add('k', toText('k'), 1);
  expect(read(scratch.path)).toEqual({});
  writer.discard();
  expect(readdirSync(scratch.path)).toEqual([]);
});

it.each<{ what: string; spoil: (pack: string) => void; isGone: boolean }>([
  { what: 'no index', spoil: (pack) => rmSync(join(pack, 'index.txt')), isGone: true },
  {
    what: 'a changed index',
    spoil: (pack) => {
      const file = join(pack, 'index.txt');
      writeFileSync(file, readFileSync(file, 'utf8').replace('k1', 'k9'));
    },
    isGone: true,
  },
  {
    what: 'a cut index',
    spoil: (pack) => {
      const file = join(pack, 'index.txt');
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20));
    },
    isGone: true,
  },
  {
    what: 'an index that goes on',
    spoil: (pack) => appendFileSync(join(pack, 'index.txt'), 'k3 1 0 0 0 0 0 0 0\n'),
    isGone: true,
  },
  {
    what: 'an empty index',
    spoil: (pack) => writeFileSync(join(pack, 'index.txt'), ''),
    isGone: true,
  },
  {
    what: 'a cut file',
    spoil: (pack) => writeFileSync(join(pack, 'scores.jsonl'), ''),
    isGone: false,
  },
  { what: 'a missing file', spoil: (pack) => rmSync(join(pack, 'heads.jsonl')), isGone: false },
  {
    what: 'one other byte',
    spoil: (pack) => {
      const file = join(pack, 'trials.jsonl');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('trial', 'triaI'));
    },
    isGone: false,
  },
])('of a pack with $what, nothing is taken', async ({ spoil, isGone }) => {
  await using scratch = await createScratchFolder();
  spoil(write(scratch.path, 'a', ['k1', 'k2']));
  write(scratch.path, 'b', ['k3']);
  const { damaged } = openPacks(scratch.path);
  expect(damaged).toEqual(isGone ? ['a'.repeat(32)] : []);
  expect(read(scratch.path)).toEqual({
    ...(isGone ? {} : { k1: null, k2: null }),
    k3: toText('k3'),
  });
});

it('a link is not taken for a pack', async () => {
  await using scratch = await createScratchFolder();
  await using other = await createScratchFolder();
  const pack = write(other.path, 'a', ['k1']);
  symlinkSync(pack, join(scratch.path, 'b'.repeat(32)));
  expect(read(scratch.path)).toEqual({});
});

it('packs that were used longest ago are removed, of all suites, and drafts of yesterday', async () => {
  await using scratch = await createScratchFolder();
  const nowMs = 1_800_000_000_000;
  const age = (path: string, days: number): void => {
    const seconds = nowMs / 1000 - days * 86_400;
    utimesSync(path, seconds, seconds);
  };
  const packs = (['a', 'b', 'c'] as const).map((name, place) => {
    const pack = write(join(scratch.path, place === 0 ? 'one' : 'two'), name, ['k1', 'k2']);
    age(pack, 3 - place);
    return pack;
  });
  for (const [name, days] of [
    ['draft-old', 2],
    ['draft-new', 0],
  ] as const) {
    const draft = join(scratch.path, 'one', name);
    mkdirSync(draft);
    age(draft, days);
  }
  const [pack = ''] = packs;
  const size = readdirSync(pack)
    .map((name) => readFileSync(join(pack, name)).length)
    .reduce((sum, bytes) => sum + bytes);
  trimPacks(scratch.path, { limitBytes: 2 * size, nowMs });
  expect(packs.map((pack) => existsSync(pack))).toEqual([false, true, true]);
  expect(readdirSync(join(scratch.path, 'one'))).toEqual(['draft-new']);
});
