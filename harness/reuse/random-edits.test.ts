import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createRandom, type Random } from '../core/random.ts';
import { createDataSuite, createEditedSuite, runReused } from '../testing/reused-run.ts';

/** Places of files where a number is put: between two texts. */
const numbered: readonly (readonly [string, string, string])[] = [
  ['suite/suite.ts', 'factor: ', ','],
  ['suite/suite.ts', 'Finds one item in stock', '.'],
  ['suite/suite.ts', 'Is there any lamp', '?'],
  ['suite/suite.ts', "'Done", ": '"],
  ['suite/lookup.ts', "' stock", ": '"],
  ['suite/words.ts', "'It is in", "'"],
  ['suite/stock.json', '"lamp": ', ','],
  ['suite/note.json', 'checked', '"'],
  ['toolrig.config.ts', 'most = ', ';'],
  ['node_modules/pad/index.js', '`<', '$'],
  ['node_modules/pad/package.json', '1.0.', '"'],
];

const numberedData: typeof numbered = [
  ['suite/suite.json', 'Finds one item', '.'],
  ['suite/suite.json', '"found":', '}'],
  ['suite/suite.json', 'Is there a desk', '?'],
  ['suite/suite.json', '"Yes', '."'],
  ['suite/suite.json', '"name":"new', '"'],
];

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random.next() * items.length)];
}

interface Machine {
  node: string;
  toolrig: string;
  env: Record<string, string>;
}

/** One edit: of a file, of the machine, or damage to what is stored. Numbers are few, so that edits are taken back, too. */
function editOnce(
  folder: string,
  rows: typeof numbered,
  { random, machine }: { readonly random: Random; readonly machine: Machine },
): void {
  const kind = random.next();
  const digit = String(Math.floor(random.next() * 3));
  if (kind < 0.05) machine.node = `2${digit}.1`;
  else if (kind < 0.1) machine.toolrig = digit;
  else if (kind < 0.15) machine.env = { NODE_ENV: digit };
  else if (kind < 0.25) damage(join(folder, 'cache'), random);
  else if (kind > 0.3) {
    const [file = '', before = '', after = ''] = pick(rows, random) ?? [];
    const path = join(folder, file);
    const { atime, mtime } = statSync(path);
    const text = readFileSync(path, 'utf8');
    const start = text.indexOf(before) + before.length;
    const end = text.indexOf(after, start);
    expect(text.slice(start, end)).toMatch(/^\d*$/u);
    writeFileSync(path, text.slice(0, start) + digit + text.slice(end));
    if (kind > 0.6) utimesSync(path, atime, mtime);
  }
}

/** Another byte somewhere in a stored file. */
function damage(cache: string, random: Random): void {
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const file = pick(files, random);
  if (file === undefined) return;
  const path = join(file.parentPath, file.name);
  const bytes = readFileSync(path);
  if (bytes.length === 0) return;
  const place = Math.floor(random.next() * bytes.length);
  bytes.writeUInt8((bytes.readUInt8(place) + 1 + Math.floor(random.next() * 255)) % 256, place);
  writeFileSync(path, bytes);
}

it.each([
  { what: 'code', create: createEditedSuite, rows: numbered },
  { what: 'data', create: createDataSuite, rows: numberedData },
])(
  '100 random edits of a suite of $what never lead to a stale result',
  async ({ what, create, rows }) => {
    await using folder = await create();
    const random = createRandom(what);
    const machine: Machine = { node: '20.19', toolrig: '0', env: {} };
    let reused = 0;
    for (let step = 0; step < 100; step += 1) {
      editOnce(folder.path, rows, { random, machine });
      const run = await runReused(folder.path, { machine });
      const fresh = await runReused(folder.path, { machine, alone: true });
      expect([step, run.lines]).toEqual([step, fresh.lines]);
      reused += run.reuse?.reused ?? 0;
    }
    // Of 400 trials: the edits leave much as it is, or take back what others did.
    expect(reused).toBeGreaterThan(100);
  },
);
