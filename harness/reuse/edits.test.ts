import { cpSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { copyOrders } from '../testing/copy-orders.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import {
  createDataSuite,
  createEditedSuite,
  type ReuseWishes,
  runReused,
} from '../testing/reused-run.ts';

/** Replaces a text in a file, which must hold it. */
function edit(folder: string, file: string, [from, to]: readonly [string, string]): void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(from);
  writeFileSync(path, before.replace(from, to));
}

type Edit = (folder: string) => void;

const lanes = 'cassettes/orders';

const inFile =
  (file: string, from: string, to: string): Edit =>
  (folder) => {
    edit(folder, file, [from, to]);
  };

/** Trials of the suite: two scenarios by two variants. */
it.each<{ what: string; edit?: Edit; again?: ReuseWishes; taken: string; notes?: string[] }>([
  { what: 'nothing', taken: '4 of 4' },
  {
    what: 'the description of a tool',
    edit: inFile('suite/suite.ts', 'one item', 'an item'),
    taken: '0 of 4',
  },
  {
    what: 'code of a handler',
    edit: inFile('suite/suite.ts', 'factor: 7', 'factor: 8'),
    taken: '0 of 4',
  },
  {
    what: 'an imported helper',
    edit: inFile('suite/lookup.ts', "' stock: '", "' stock = '"),
    taken: '0 of 4',
  },
  {
    what: 'a helper of the helper',
    edit: inFile('suite/words.ts', 'It is in', 'There is in'),
    taken: '0 of 4',
  },
  {
    what: 'imported data',
    edit: inFile('suite/stock.json', '"lamp": 3', '"lamp": 4'),
    taken: '0 of 4',
  },
  {
    what: 'a file that is read beside the module',
    edit: inFile('suite/note.json', 'checked', 'seen'),
    taken: '0 of 4',
  },
  {
    what: 'a package without a new version',
    edit: inFile('node_modules/pad/index.js', '<${text}>', '[${text}]'),
    taken: '0 of 4',
  },
  {
    what: 'an option of a scorer in the configuration',
    edit: inFile('toolrig.config.ts', 'most = 40', 'most = 10'),
    taken: '0 of 4',
  },
  {
    what: "a module's content in the same tick of the clock, with its old times",
    edit: (folder) => {
      const path = join(folder, 'suite/words.ts');
      const { atime, mtime } = statSync(path);
      edit(folder, 'suite/words.ts', ['It is in', 'It is on']);
      utimesSync(path, atime, mtime);
    },
    taken: '0 of 4',
  },
  {
    what: 'a package after the process began, of which an older state may be loaded',
    again: { machine: { startedAtMs: 0 } },
    taken: '0 of 4',
    notes: [
      'no trial is reused: The suite uses the package "pad", which has changed since this process began',
    ],
  },
  { what: "toolrig's own code", again: { machine: { toolrig: 'two' } }, taken: '0 of 4' },
  { what: 'the version of Node', again: { machine: { node: '22.1' } }, taken: '0 of 4' },
  { what: 'the faults of the run', again: { faults: ['standard'] }, taken: '0 of 40' },
  {
    what: 'a file that no module names',
    edit: (f) => writeFileSync(join(f, 'suite/x.txt'), 'x'),
    taken: '4 of 4',
  },
  {
    what: 'a gate in the configuration, which no trial sees, beside a scorer of the same file',
    edit: inFile('toolrig.config.ts', 'min: 0.5', 'min: 0.6'),
    taken: '0 of 4',
  },
  {
    what: 'a variable of the environment',
    again: { machine: { env: { OTHER: '1' } } },
    taken: '4 of 4',
  },
  {
    what: 'NODE_ENV, which packages read',
    again: { machine: { env: { NODE_ENV: 'x' } } },
    taken: '0 of 4',
  },
  { what: 'how many run at once', again: { concurrency: 1 }, taken: '4 of 4' },
  { what: 'which variants run', again: { variants: ['new'] }, taken: '2 of 2' },
  { what: 'more repeats', again: { repeats: 2 }, taken: '4 of 8' },
])('after an edit of $what, $taken trials are reused', async (row) => {
  const { edit: change, again, taken, notes = [] } = row;
  await using folder = await createEditedSuite();
  const first = await runReused(folder.path);
  expect([first.taken, first.verdict, first.reuse?.notes]).toEqual(['0 of 4', 'PASS', []]);
  change?.(folder.path);
  const second = await runReused(folder.path, again);
  expect([second.taken, second.reuse?.notes]).toEqual([taken, notes]);
  const fresh = await runReused(folder.path, { ...again, alone: true });
  expect(second.lines).toBe(fresh.lines);
});

it.each<{ what: string; edit: readonly [string, string]; taken: string }>([
  { what: 'nothing', edit: ['lamp', 'lamp'], taken: '4 of 4' },
  { what: 'the description of a tool', edit: ['Finds one item', 'Finds items'], taken: '2 of 4' },
  { what: 'the result of a tool', edit: ['"found":4', '"found":5'], taken: '2 of 4' },
  { what: 'a text of a scenario', edit: ['Is there a desk', 'Is there any desk'], taken: '2 of 4' },
  { what: 'an expectation', edit: ['{"calls":["find"]}}]', '{"calls":[]}}]'], taken: '2 of 4' },
  { what: 'the name of the suite', edit: ['"name":"shop"', '"name":"store"'], taken: '0 of 4' },
  {
    what: 'the world of all scenarios',
    edit: ['"name":"shop"', '"name":"shop","world":{"a":1}'],
    taken: '0 of 4',
  },
  { what: 'the spaces of the file', edit: ['"name":"shop"', ' "name" : "shop"'], taken: '4 of 4' },
])(
  'a suite of data: after an edit of $what, $taken trials are reused',
  async ({ edit: change, taken }) => {
    await using folder = await createDataSuite();
    await runReused(folder.path);
    edit(folder.path, 'suite/suite.json', change);
    const second = await runReused(folder.path);
    expect([second.taken, second.reuse?.notes]).toEqual([taken, []]);
    expect(second.lines).toBe((await runReused(folder.path, { alone: true })).lines);
  },
);

it.each<{ what: string; edit: Edit; taken: string; verdict: string }>([
  { what: 'nothing', edit: () => undefined, taken: '2 of 2', verdict: 'PASS' },
  {
    what: 'a byte of a recording',
    edit: inFile(`${lanes}/refund-once/reference/none.r1.jsonl`, 'recordedAt', 'recordedAs'),
    taken: '1 of 2',
    verdict: 'INVALID',
  },
  {
    what: 'the spaces of a part that both recordings share',
    edit: (folder) => {
      const text = readFileSync(
        join(folder, `${lanes}/refund-once/reference/none.r1.jsonl`),
        'utf8',
      );
      const parts = [...text.matchAll(/"([0-9a-f]{16})"/gu)].map(
        ([, id]) => `cassettes/parts/${id ?? ''}.json`,
      );
      edit(folder, parts.find((part) => existsSync(join(folder, part))) ?? '', ['{', '{ ']);
    },
    taken: '0 of 2',
    verdict: 'PASS',
  },
  {
    what: 'a recording of another conversation',
    edit: inFile(`${lanes}/yes-twice/reference/none.r1.jsonl`, 'recordedAt', 'recordedAs'),
    taken: '2 of 2',
    verdict: 'PASS',
  },
  {
    what: 'the changes that were accepted',
    edit: (folder) => {
      writeFileSync(join(folder, 'cassettes/orders/drift.json'), '{ "version": 1, "waivers": [] }');
    },
    taken: '0 of 2',
    verdict: 'PASS',
  },
])('recorded models: after an edit of $what, $taken trials are reused', async (row) => {
  await using folder = await copyOrders();
  cpSync(join(folder.path, 'suites/orders'), join(folder.path, 'suite'), { recursive: true });
  const some = { variants: ['reference'], scenarios: ['refund-once', 'money-back'] };
  expect((await runReused(folder.path, some)).reuse?.notes).toEqual([]);
  row.edit(folder.path);
  const second = await runReused(folder.path, some);
  expect([second.taken, second.verdict]).toEqual([row.taken, row.verdict]);
  expect(second.lines).toBe((await runReused(folder.path, { ...some, alone: true })).lines);
});

it('a recording that no trial asks for makes a reused run INVALID like any other', async () => {
  await using folder = await copyOrders();
  cpSync(join(folder.path, 'suites/orders'), join(folder.path, 'suite'), { recursive: true });
  const some = { variants: ['reference'] };
  const first = await runReused(folder.path, some);
  const second = await runReused(folder.path, some);
  expect([second.verdict, second.taken, second.lines]).toEqual(['PASS', '22 of 22', first.lines]);
  const gone = `${lanes}/gone/reference`;
  cpSync(join(folder.path, `${lanes}/refund-once/reference`), join(folder.path, gone), {
    recursive: true,
  });
  const third = await runReused(folder.path, some);
  expect([third.verdict, third.taken]).toEqual(['INVALID', '22 of 22']);
  expect(third.lines).toBe((await runReused(folder.path, { ...some, alone: true })).lines);
});

it('an edit that is taken back has its results from before', async () => {
  await using folder = await createEditedSuite();
  await runReused(folder.path);
  edit(folder.path, 'suite/words.ts', ['It is in', 'It is on']);
  expect((await runReused(folder.path)).taken).toBe('0 of 4');
  edit(folder.path, 'suite/words.ts', ['It is on', 'It is in']);
  expect((await runReused(folder.path)).taken).toBe('4 of 4');
});

it('another machine with the same files takes the results of this one', async () => {
  await using here = await createEditedSuite();
  await using there = await createEditedSuite();
  const first = await runReused(here.path);
  cpSync(join(here.path, 'cache'), join(there.path, 'cache'), { recursive: true });
  const second = await runReused(there.path);
  expect(second.taken).toBe('4 of 4');
  expect(second.lines).toBe(first.lines);
});

it('a fresh run takes nothing, and what it finds is taken by the next', async () => {
  await using folder = await createEditedSuite();
  await runReused(folder.path);
  expect((await runReused(folder.path, { isFresh: true })).taken).toBe('0 of 4');
  expect((await runReused(folder.path)).taken).toBe('4 of 4');
});

it('trials that are verified run again, and a difference makes the run INVALID and names its place', async () => {
  await using folder = await createScratchFolder();
  const counter = `import { defineSuite } from 'toolrig';
const seen = (globals) => (globals['Array'].toolrigSeen = (globals['Array'].toolrigSeen ?? 0) + 1);
export default defineSuite({
  name: 'count',
  tools: [{ name: 'count', description: 'Counts.', effect: 'read', parameters: { type: 'object' }, handler: () => ({ n: seen({ Array }) }) }],
  scenarios: [{ id: 'one', user: 'Count', script: [{ calls: [{ name: 'count', arguments: {} }] }, 'Done.'], expected: { calls: ['count'] } }],
});
`;
  await folder.write('suite/suite.mjs', counter);
  await runReused(folder.path);
  expect((await runReused(folder.path)).taken).toBe('1 of 1');
  const { reuse, verdict, reasons } = await runReused(folder.path, { verify: 5 });
  expect([reuse?.reused, reuse?.verified, verdict]).toEqual([0, 1, 'INVALID']);
  expect(reasons).toEqual([
    expect.stringMatching(
      /^A stored result is not what the trial gives when it runs again: "count\/one\/reference\/none\/r1", line 1 of the conversation in trials\.jsonl: \$\.events\[\d+\]\S+ was .* and is .*Run it with --fresh$/u,
    ),
  ]);
  await using sound = await createEditedSuite();
  await runReused(sound.path);
  const verified = await runReused(sound.path, { verify: 3 });
  expect([verified.reuse?.reused, verified.reuse?.verified, verified.verdict]).toEqual([
    1,
    3,
    'PASS',
  ]);
});
