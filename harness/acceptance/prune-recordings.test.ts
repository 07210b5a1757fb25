import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

import { planPruning, removeRecordings } from '../run/recording/prune-recordings.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { repositoryRoot } from '../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';

const suite = await loadSuite(join(repositoryRoot, 'suites/orders'));
const lane = 'orders/refund-once/reference/none.r1.jsonl';

/** Recordings of one scenario and the shared parts, most of which no lane names any more. */
async function copyFew(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  const from = join(repositoryRoot, 'cassettes');
  mkdirSync(dirname(join(folder.path, lane)), { recursive: true });
  cpSync(join(from, lane), join(folder.path, lane));
  cpSync(join(from, 'parts'), join(folder.path, 'parts'), { recursive: true });
  return folder;
}

function put(folder: ScratchFolder, path: string, text = ''): void {
  mkdirSync(dirname(join(folder.path, path)), { recursive: true });
  writeFileSync(join(folder.path, path), text);
}

async function plan(
  folder: ScratchFolder,
  { withMixed = false, alive = [] as readonly string[], gone = '' } = {},
): Promise<{ readonly paths: readonly string[]; readonly partsKept: string | null }> {
  const options = {
    ...toTestRunOptions(without(gone), join(folder.path, 'runs'), { cassettes: folder.path }),
    process: { owner: 'test/1', isAlive: (owner: string) => alive.includes(owner) },
  };
  const { files, partsKept } = await planPruning(options, withMixed);
  return { paths: files.map(({ path }) => path), partsKept };
}

/** The suite after a scenario was taken out of it. */
function without(scenario: string): typeof suite {
  return { ...suite, scenarios: suite.scenarios.filter(({ id }) => id !== scenario) };
}

const lock = (owner: string): string => `${JSON.stringify({ type: 'lock', owner })}\n`;

it('parts that no lane names can go, and those that one names stay', async () => {
  await using folder = await copyFew();
  const { paths, partsKept } = await plan(folder);
  const all = readdirSync(join(folder.path, 'parts')).length;
  expect(partsKept).toBe(null);
  expect(paths.every((path) => path.startsWith('parts/'))).toBe(true);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.length).toBeLessThan(all);
});

it('a lane of a scenario that the suite does not have can go; of another suite nothing is listed', async () => {
  await using folder = await copyFew();
  const other = 'support-desk/angry-1';
  cpSync(join(repositoryRoot, 'cassettes', other), join(folder.path, other), { recursive: true });
  const { paths } = await plan(folder, { gone: 'refund-once' });
  expect(paths.filter((path) => !path.startsWith('parts/'))).toEqual([lane]);
  expect((await plan(folder)).paths).not.toContain(lane);
});

it('drafts of a recorder that is dead can go, those of one that runs stay', async () => {
  await using folder = await copyFew();
  const [dead, live] = [lane.replace('none.r1', 'none.r8'), lane.replace('none.r1', 'none.r9')];
  for (const [path, owner] of [
    [dead, 'dead'],
    [live, 'live'],
  ] as const) {
    put(folder, `${path}.lock.part`, lock(owner));
    put(folder, `${path}.part`, 'half');
  }
  const { paths } = await plan(folder, { alive: ['live'] });
  const drafts = paths.filter((path) => path.endsWith('.part')).toSorted();
  expect(drafts).toEqual([`${dead}.lock.part`, `${dead}.part`]);
});

it.each(['', '{"type":"head"', 'no recording at all\n'])(
  'where a lane cannot be read (%j), parts stay and the lane is named',
  async (text) => {
    await using folder = await copyFew();
    const broken = lane.replace('none.r1', 'none.r2');
    put(folder, broken, text);
    const { paths, partsKept } = await plan(folder);
    expect(paths).toEqual([]);
    expect(partsKept).toContain(broken);
  },
);

it('recordings of mixed toolsets are listed only on request, and only those of the suite', async () => {
  await using folder = await copyFew();
  put(folder, '.bisect/orders/a/b.jsonl');
  put(folder, '.bisect/other/a/b.jsonl');
  const isMixed = (path: string): boolean => path.startsWith('.bisect');
  expect((await plan(folder)).paths.filter(isMixed)).toEqual([]);
  expect((await plan(folder, { withMixed: true })).paths.filter(isMixed)).toEqual([
    '.bisect/orders/a/b.jsonl',
  ]);
});

it('nothing is listed through a link', async () => {
  await using folder = await copyFew();
  await using elsewhere = await createScratchFolder();
  const linked = dirname(dirname(join(folder.path, lane)));
  cpSync(linked, join(elsewhere.path, 'refund-once'), { recursive: true });
  rmSync(linked, { recursive: true });
  symlinkSync(join(elsewhere.path, 'refund-once'), linked);
  mkdirSync(join(folder.path, '.bisect'));
  symlinkSync(elsewhere.path, join(folder.path, '.bisect/orders'));
  const { paths } = await plan(folder, { withMixed: true, gone: 'refund-once' });
  expect(paths.filter((path) => !path.startsWith('parts/'))).toEqual([]);
});

it('removes files and the folders that they leave empty, up to the root and the parts', async () => {
  await using folder = await copyFew();
  for (const path of ['a/b/c/one.jsonl', 'a/d/two.jsonl', 'parts/x.json']) put(folder, path);
  const why = '';
  removeRecordings(folder.path, [{ path: 'a/b/c/one.jsonl', why }]);
  expect([existsSync(join(folder.path, 'a/b')), existsSync(join(folder.path, 'a/d'))]).toEqual([
    false,
    true,
  ]);
  const parts = readdirSync(join(folder.path, 'parts')).map((name) => ({
    path: `parts/${name}`,
    why,
  }));
  removeRecordings(folder.path, [{ path: 'a/d/two.jsonl', why }, ...parts]);
  expect([existsSync(join(folder.path, 'a')), existsSync(join(folder.path, 'parts'))]).toEqual([
    false,
    true,
  ]);
});
