import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { areas } from './mutate/areas.ts';
import {
  type ChosenMutant,
  type GivenMutant,
  placeGiven,
  sampleMutants,
} from './mutate/choose-mutants.ts';
import { roomOf } from './mutate/choose-tests.ts';
import { copyCheckout } from './mutate/copy-checkout.ts';
import { isEquivalent, readEquivalent } from './mutate/equivalent.ts';
import { formatMutant, formatResult } from './mutate/format-result.ts';
import { listTests } from './mutate/list-sources.ts';
import type { TriedMutant } from './mutate/mutant.ts';
import { findUnmapped, loadTestMap, mapTests, saveTestMap } from './mutate/test-map.ts';
import { tryMutants } from './mutate/try-mutants.ts';

// Usage: npm run mutate [-- --sample 60] [--seed 1] [--only PATH ...] [--near] [--from mutants.json]
//   [--workers 2] [--minutes 50] [--test-seconds 60] [--fresh] [--list] [--at-least 90]
// Makes small edits that a bug could look like, in a scratch copy, and counts how many of them a test catches.

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/u, '');
const mapPath = join(root, 'node_modules/.cache/toolrig/test-map.json');
const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    near: { type: 'boolean', default: false },
    from: { type: 'string' },
    workers: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '50' },
    'test-seconds': { type: 'string', default: '60' },
    fresh: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    'at-least': { type: 'string' },
  },
});
const nowMs = (): number => performance.timeOrigin + performance.now();
const endsAtMs = nowMs() + readCount('minutes') * 60_000;
const copies: string[] = [];
process.once('exit', () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.exit(130);
  });
}

const chosen = choose();
if (chosen.length === 0) fail('Cannot find a mutant there: give paths of sources with --only');
if (values.list) {
  for (const { area, mutant } of chosen) console.log(`${area}  ${formatMutant(mutant)}`);
} else {
  await tryAll();
}

async function tryAll(): Promise<void> {
  const map = await makeMap();
  for (let worker = 0; worker < readCount('workers'); worker += 1) copies.push(copyCheckout(root));
  const limitMs = readCount('test-seconds') * 1000;
  const onTried = ({ mutant, verdict }: TriedMutant): void => {
    const what = verdict.status === 'killed' ? `killed by ${verdict.by}` : verdict.status;
    console.log(`${formatMutant(mutant)}: ${what}`);
  };
  const tried = await tryMutants(chosen, { copies, map, limitMs, endsAtMs, nowMs, onTried });
  console.log(`\n${formatResult(tried)}`);
  const untried = chosen.length - tried.length;
  if (untried > 0) {
    console.log(`\nThe time was over before ${untried} of ${chosen.length} mutants were tried.`);
  }
  const caught = tried.filter((one) => one.verdict.status !== 'survived').length;
  const wanted = values['at-least'] === undefined ? 0 : readCount('at-least');
  process.exitCode = tried.length > 0 && caught * 100 >= wanted * tried.length ? 0 : 1;
}

function choose(): readonly ChosenMutant[] {
  if (values.from !== undefined) return readGiven(values.from);
  const judged = readEquivalent();
  const sampling = { sample: readCount('sample'), seed: values.seed };
  const all = sampleMutants(root, values.only ?? Object.values(areas).flat(), sampling);
  const open = all.filter(({ mutant }) => !judged.some((one) => isEquivalent(mutant, one)));
  console.log(
    `${open.length} mutants, seed "${values.seed}"; ${all.length - open.length} judged equivalent left out`,
  );
  return open;
}

function readGiven(path: string): readonly ChosenMutant[] {
  // Of the caller's own making; a wrong shape shows as a text that is not found.
  const given = JSON.parse(readFileSync(path, 'utf8')) as readonly GivenMutant[];
  return given.flatMap((one) => {
    if (!(values.only ?? [one.id]).includes(one.id)) return [];
    const mutant = placeGiven(root, one);
    if (mutant === null) console.log(`${one.id}: its text is not in "${one.file}" any more`);
    return mutant === null ? [] : [{ area: 'given', mutant }];
  });
}

async function makeMap(): ReturnType<typeof mapTests> {
  const rooms = [...new Set(chosen.map(({ mutant }) => roomOf(mutant.file)))];
  const testFiles = listTests(root).filter((file) => !values.near || isNear(file, rooms));
  const stored = values.fresh ? [] : loadTestMap(mapPath);
  const unmapped = findUnmapped(root, testFiles, stored);
  const kept = stored.filter((test) => !unmapped.includes(test.testFile));
  if (unmapped.length > 0)
    console.log(`Mapping ${unmapped.length} test files: which functions does each run?`);
  const copy = unmapped.length > 0 ? copyCheckout(root) : null;
  if (copy !== null) copies.push(copy);
  const found = copy === null ? [] : await mapTests(copy, unmapped);
  if (copy !== null) copies.pop();
  if (copy !== null) rmSync(copy, { recursive: true, force: true });
  saveTestMap(mapPath, [...kept, ...found]);
  for (const test of found)
    if (!test.passes) console.log(`Left out, fails without a mutant: ${test.testFile}`);
  return [...kept, ...found].filter((test) => testFiles.includes(test.testFile));
}

/** A test of the room, or one elsewhere that imports from it. */
function isNear(testFile: string, rooms: readonly string[]): boolean {
  const source = readFileSync(join(root, testFile), 'utf8');
  return rooms.some(
    (room) => roomOf(testFile) === room || source.includes(`../${room.slice('harness/'.length)}/`),
  );
}

function readCount(name: 'sample' | 'workers' | 'minutes' | 'test-seconds' | 'at-least'): number {
  const text = values[name] ?? '';
  if (!/^[1-9][0-9]*$/u.test(text))
    fail(`Cannot use --${name} "${text}": give a whole number of at least 1`);
  return Number(text);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
