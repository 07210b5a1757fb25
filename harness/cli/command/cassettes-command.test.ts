import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { openShop } from '../../testing/open-shop.ts';
import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { type ShopChange, writeShopSuite } from '../../testing/shop-suite.ts';
import { runCli } from '../run-cli.ts';

const shop = await openShop(runCli);
await shop.run('record suite.ts --scenario look,pay');
const made = join(shop.folder.path, 'cassettes');
const root = join(shop.folder.path, 'kept');
cpSync(made, root, { recursive: true });
await shop.run('record suite.ts --scenario look --variant second');
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
});

const look = 'shop/look/first/none.r1.jsonl';
const pay = 'shop/pay/first/none.r1.jsonl';
const waivers = 'shop/drift.json';
const broken = `parts/${'0'.repeat(16)}.json`;
const mixed = '.bisect/shop/x/look/first/none.r1.jsonl';
const find = 'tool.find_order.description';

/** What happens to the recordings before the command. */
interface Change {
  readonly suite?: ShopChange;
  /** Recordings of which only so many characters are left. */
  readonly cut?: Readonly<Record<string, number>>;
  /** Files with any text. */
  readonly add?: readonly string[];
  readonly hasOrphans?: boolean;
  /** A text of a recording is a secret. */
  readonly secret?: string;
  /** The recordings are reached through a link. */
  readonly isLinked?: boolean;
}

interface Place extends AsyncDisposable {
  readonly run: (...args: readonly string[]) => Promise<CommandResult>;
  /** Recordings and other files below the root, without the parts that lanes name. */
  readonly files: () => readonly string[];
  readonly read: (path: string) => string;
}

const usual = listFiles(root);
/** Parts that only the second variant needs. */
const orphans = listFiles(made).filter(
  (path) => path.startsWith('parts/') && !usual.includes(path),
);

function listFiles(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}

async function openPlace(change: Change = {}): Promise<Place> {
  const folder: ScratchFolder = await createScratchFolder();
  const other: ScratchFolder = await createScratchFolder();
  const own = join(folder.path, 'cassettes');
  cpSync(root, own, { recursive: true });
  await folder.write('suite.ts', writeShopSuite({ scenarios: ['look', 'pay'], ...change.suite }));
  if (change.hasOrphans === true) {
    for (const path of orphans) cpSync(join(made, path), join(own, path));
  }
  for (const [path, left] of Object.entries(change.cut ?? {})) {
    await folder.write(`cassettes/${path}`, readFileSync(join(own, path), 'utf8').slice(0, left));
  }
  for (const path of change.add ?? []) await folder.write(`cassettes/${path}`, '{}');
  if (change.secret !== undefined) {
    const text = readFileSync(join(own, look), 'utf8');
    await folder.write(`cassettes/${look}`, text.replaceAll('That is all.', change.secret));
  }
  if (change.isLinked === true) {
    renameSync(own, join(other.path, 'cassettes'));
    symlinkSync(join(other.path, 'cassettes'), own);
  }
  return {
    run: async (...args) =>
      await runCommandLine(runCli, ['cassettes', ...args], { cwd: folder.path }),
    files: () => listFiles(change.isLinked === true ? join(other.path, 'cassettes') : own),
    read: (path) => readFileSync(join(own, path), 'utf8'),
    [Symbol.asyncDispose]: async () => {
      await folder[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
    },
  };
}

it.each([
  {
    file: `cassettes/${look}`,
    exitCode: 0,
    out: /^Lane .*\nSealed, 2 model requests\n$/su,
    err: '',
  },
  {
    file: `cassettes/${pay}`,
    exitCode: 4,
    out: /^Lane .*\nUnusable \(damaged\): [^\n]+\n$/su,
    err: '',
  },
  { file: `cassettes/${broken}`, exitCode: 4, out: /^Unusable \(damaged\): [^\n]+\n$/u, err: '' },
  {
    file: 'cassettes/shop',
    exitCode: 2,
    out: /^$/u,
    err: '"cassettes/shop": it is a folder; name one',
  },
  { file: 'cassettes/none', exitCode: 2, out: /^$/u, err: '"cassettes/none"' },
])('show $file: exit code $exitCode', async ({ file, exitCode, out, err }) => {
  await using place = await openPlace({ cut: { [pay]: 600 }, add: [broken] });
  const result = await place.run('show', file);
  expect(result).toEqual({
    exitCode,
    out: expect.stringMatching(out),
    err: err === '' ? '' : expect.stringContaining(err),
  });
});

const surplus = 'the suite has no such scenario, variant or plan';

it.each([
  { what: 'all is in order', change: {}, exitCode: 0, says: [] },
  {
    what: 'a scenario is gone',
    change: { suite: { scenarios: ['look'] } },
    exitCode: 4,
    says: [/^surplus shop\/pay\/first\/none\.r1\.jsonl: .*`toolrig cassettes prune suite\.ts`/u],
  },
  {
    what: 'one lane is cut and another asks something else now',
    change: { suite: { description: 'Gets an order.' }, cut: { [pay]: 600 } },
    exitCode: 4,
    says: [
      /^stale shop\/look\/first\/none\.r1\.jsonl: the suite asks something else now: tool\.find_order\.description/u,
      /^damaged shop\/pay\/first\/none\.r1\.jsonl: /u,
    ],
  },
  {
    what: 'a part is broken',
    change: { add: [broken] },
    exitCode: 4,
    says: [/^damaged parts\/0{16}\.json: /u],
  },
  {
    what: 'no lane names some parts',
    change: { hasOrphans: true },
    exitCode: 4,
    says: orphans.map(() => /^orphan_part parts\//u),
  },
  {
    what: 'a secret has leaked into a line',
    change: { secret: `sk-proj-${'a1B2c3D4'.repeat(6)}` },
    exitCode: 4,
    says: [
      /^damaged shop\/look\/first\/none\.r1\.jsonl: /u,
      /^leak shop\/look\/first\/none\.r1\.jsonl:[0-9]+: /u,
    ],
  },
])('check where $what: exit code $exitCode', async ({ change, exitCode, says }) => {
  await using place = await openPlace(change);
  const files = place.files();
  const result = await place.run('check', 'suite.ts');
  const total =
    says.length === 0 ? 'No findings' : `${says.length} finding${says.length === 1 ? '' : 's'}`;
  expect([result.exitCode, result.err, result.out.split('\n')]).toEqual([
    exitCode,
    '',
    [...says.map((line): unknown => expect.stringMatching(line)), total, ''],
  ]);
  const json = await place.run('check', 'suite.ts', '--json');
  const { findings } = JSON.parse(json.out) as { readonly findings: readonly { kind: string }[] };
  const kinds = findings.map(({ kind }) => kind);
  expect([json.exitCode, kinds]).toEqual([
    exitCode,
    says.map(({ source }) => /^\^(\w+)/u.exec(source)?.[1]),
  ]);
  expect(place.files()).toEqual(files);
});

const refused = 'Cannot use --cassettes "nowhere": there is no such folder';

it.each([
  { args: ['check', 'suite.ts', '--cassettes', 'nowhere'], says: refused },
  { args: ['prune', 'suite.ts', '--cassettes', 'nowhere'], says: refused },
  { args: ['prune', 'suite.ts', '--cassettes', 'suite.ts'], says: 'there is no such folder' },
  {
    args: ['accept', 'suite.ts', '--part', find, '--reason', 'typo', '--cassettes', 'nowhere'],
    says: refused,
  },
  { args: ['accept', 'suite.ts', '--part', find], says: "'--reason <text>' not specified" },
  { args: ['accept', 'suite.ts', '--reason', 'typo'], says: "'--part <parts>' not specified" },
  { args: ['accept', 'suite.ts', '--part', find, '--reason', 'typo'], says: 'Nothing differs' },
  { args: ['check', 'nowhere.ts'], says: 'nowhere.ts' },
])('refuses %j', async ({ args, says }) => {
  await using place = await openPlace();
  const files = place.files();
  const result = await place.run(...args);
  expect([result.exitCode, result.out, result.err]).toEqual([2, '', expect.stringContaining(says)]);
  expect(place.files()).toEqual(files);
});

it.each([
  { what: 'a changed part', args: [find], exitCode: 0, out: `accepted ${find}\n` },
  { what: 'an unchanged part', args: ['tool.pay_order.description'], exitCode: 2, out: '' },
  { what: 'a part through a link', args: [find], isLinked: true, exitCode: 2, out: '' },
  {
    what: 'a part through a link that is named',
    args: [find, '--cassettes', 'cassettes'],
    isLinked: true,
    exitCode: 0,
    out: `accepted ${find}\n`,
  },
  {
    what: 'a part of a variant without recordings',
    args: [find, '--variant', 'second'],
    exitCode: 2,
    out: '',
  },
])('accept $what: exit code $exitCode', async ({ args, isLinked, exitCode, out }) => {
  const suite = { description: 'Gets an order.' };
  await using place = await openPlace({ suite, ...(isLinked && { isLinked }) });
  const before = place.files();
  const result = await place.run('accept', 'suite.ts', '--reason', 'typo', '--part', ...args);
  expect([result.exitCode, result.out]).toEqual([exitCode, out]);
  const written = place.files().filter((file) => !before.includes(file));
  expect(written).toEqual(exitCode === 0 ? [waivers] : []);
  if (exitCode !== 0) return;
  expect(JSON.parse(place.read(waivers))).toMatchObject({
    waivers: [{ part: find, reason: 'typo' }],
  });
  expect(await place.run('check', 'suite.ts')).toMatchObject({ exitCode: 0 });
});

const gone = { suite: { scenarios: ['look'] } };
const removed = (path: string, why: string): string => `removed ${path}: ${why}\n`;
const removedParts = orphans.map((path) => removed(path, 'no lane names this part')).join('');

it.each([
  { what: 'nothing', change: {}, out: 'Nothing to remove\n', left: usual },
  {
    what: 'nothing, with --yes',
    change: {},
    args: ['--yes'],
    out: 'Nothing to remove\n',
    left: usual,
  },
  {
    what: 'a lane, first',
    change: gone,
    out: `would remove ${pay}: ${surplus}\n1 file would be removed; --yes removes them\n`,
    left: usual,
  },
  {
    what: 'a lane and a part',
    change: { ...gone, hasOrphans: true },
    args: ['--yes'],
    out: `${removed(pay, surplus)}${removedParts}${orphans.length + 1} files removed\n`,
    left: usual.filter((path) => path !== pay),
  },
  {
    what: 'a lane, and keeps parts that a lane that cannot be read may name',
    change: { ...gone, hasOrphans: true, cut: { [look]: 600 } },
    args: ['--yes'],
    out: `${removed(pay, surplus)}Parts are kept: "${look}" cannot be read, and may name any of them\n1 file removed\n`,
    left: [...usual, ...orphans].filter((path) => path !== pay).toSorted(),
  },
  {
    what: 'no mixture, unless it is asked for',
    change: { add: [mixed] },
    args: ['--yes'],
    out: 'Nothing to remove\n',
    left: [mixed, ...usual],
  },
  {
    what: 'a mixture that is asked for',
    change: { add: [mixed] },
    args: ['--yes', '--mixed'],
    out: `${removed(mixed, 'a recording of a mixed toolset, made by compare --bisect')}1 file removed\n`,
    left: usual,
  },
])('prune removes $what', async ({ change, args = [], out, left }) => {
  await using place = await openPlace(change);
  expect(await place.run('prune', 'suite.ts', ...args)).toEqual({ exitCode: 0, out, err: '' });
  expect(place.files()).toEqual(left);
});

it.each([
  { args: [], isRemoved: false },
  { args: ['--yes'], isRemoved: true },
])('prune $args prints one JSON object', async ({ args, isRemoved }) => {
  await using place = await openPlace(gone);
  const { exitCode, out, err } = await place.run('prune', 'suite.ts', '--json', ...args);
  const files = [{ path: pay, why: surplus }];
  expect([exitCode, err, JSON.parse(out)]).toEqual([
    0,
    '',
    { schemaVersion: 1, exitCode: 0, removed: isRemoved, files, partsKept: null },
  ]);
  expect(place.files().includes(pay)).toBe(!isRemoved);
});

it.each([
  { args: [], exitCode: 0, isRemoved: false },
  { args: ['--yes'], exitCode: 2, isRemoved: false },
  { args: ['--yes', '--cassettes', 'cassettes'], exitCode: 0, isRemoved: true },
])('prune $args through a link: exit code $exitCode', async ({ args, exitCode, isRemoved }) => {
  await using place = await openPlace({ ...gone, isLinked: true });
  const result = await place.run('prune', 'suite.ts', ...args);
  expect([result.exitCode, place.files().includes(pay)]).toEqual([exitCode, !isRemoved]);
});
