import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { copyCheckout } from './mutate/copy-checkout.ts';
import { isEquivalent, readEquivalent } from './mutate/equivalent.ts';
import { formatMutant, formatResult } from './mutate/format-result.ts';
import { listTests } from './mutate/list-sources.ts';
import type { TriedMutant } from './mutate/mutant.ts';
import { roomOf } from './mutate/order-tests.ts';
import { type NumberedMutant, placeSwitches } from './mutate/place-switches.ts';
import { tryAgain } from './mutate/try-again.ts';
import { trySwitched } from './mutate/try-switched.ts';

// Usage: npm run mutate [-- --sample 60|all] [--seed 1] [--only PATH ...] [--near] [--quick] [--from mutants.json]
//   [--workers 2] [--minutes 55] [--test-seconds 3] [--list] [--at-least 90]
// Makes small edits that a bug could look like, in a scratch copy, and counts how many of them a test catches.

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/u, '');
const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    near: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    from: { type: 'string' },
    workers: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '55' },
    'test-seconds': { type: 'string', default: '3' },
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
  const numbered = chosen.map(({ mutant }, at) => ({ id: at + 1, mutant }));
  for (let worker = 0; worker < readCount('workers'); worker += 1) copies.push(copyCheckout(root));
  const { left, restore } = writeSwitches(numbered);
  const onTried = ({ mutant, verdict }: Omit<TriedMutant, 'area'>): void => {
    const what = verdict.status === 'killed' ? `killed by ${verdict.by}` : verdict.status;
    console.log(`${formatMutant(mutant)}: ${what}`);
  };
  const given = { copies, endsAtMs, nowMs, testFiles: listTestFiles() };
  const first = await trySwitched(
    numbered.filter((one) => !left.includes(one)),
    {
      ...given,
      budgetMs: readCount('test-seconds') * 1000,
      isQuick: values.quick,
      onCaught: (id, verdict) => {
        const mutant = chosen[id - 1]?.mutant;
        if (mutant !== undefined) onTried({ mutant, verdict });
      },
    },
  );
  restore();
  const again = await tryAgain(chosen, { ...given, first, onTried });
  const tried = chosen.flatMap(({ area, mutant }, at): TriedMutant[] => {
    const verdict = again.verdicts.get(at + 1) ?? first.verdicts.get(at + 1);
    return verdict === undefined || again.unreached.has(at + 1) ? [] : [{ area, mutant, verdict }];
  });
  report(tried, first.unreached);
}

function report(tried: readonly TriedMutant[], unreachedTests: number): void {
  console.log(`\n${formatResult(tried)}`);
  const untried = chosen.length - tried.length;
  if (untried > 0)
    console.log(`\nThe time was over before ${untried} of ${chosen.length} mutants were tried.`);
  if (unreachedTests > 0)
    console.log(
      `\nThe time was over before ${unreachedTests} runs of test files: the score is a lower bound.`,
    );
  const caught = tried.filter((one) => one.verdict.status !== 'survived').length;
  const wanted = values['at-least'] === undefined ? 0 : readCount('at-least');
  process.exitCode = tried.length > 0 && caught * 100 >= wanted * tried.length ? 0 : 1;
}

/** Writes the mutants into the scratch copies; `left` are those that can only be tried one at a time. */
function writeSwitches(numbered: readonly NumberedMutant[]): {
  readonly left: readonly NumberedMutant[];
  readonly restore: () => void;
} {
  const files = [...new Set(numbered.map(({ mutant }) => mutant.file))];
  const write = (file: string, text: string): void => {
    for (const copy of copies) writeFileSync(join(copy, file), text);
  };
  const placed = files.map((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const own = numbered.filter(({ mutant }) => mutant.file === file);
    const { text, left } = placeSwitches(file, source, own);
    write(file, text);
    return { file, source, left };
  });
  return {
    left: placed.flatMap(({ left }) => left),
    restore: () => {
      for (const { file, source } of placed) write(file, source);
    },
  };
}

function choose(): readonly ChosenMutant[] {
  if (values.from !== undefined) return readGiven(values.from);
  const judged = readEquivalent();
  const sample = values.sample === 'all' ? Number.POSITIVE_INFINITY : readCount('sample');
  const sampling = { sample, seed: values.seed };
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

function listTestFiles(): readonly string[] {
  const rooms = new Set(chosen.map(({ mutant }) => roomOf(mutant.file)));
  return listTests(root).filter((file) => !values.near || rooms.has(roomOf(file)));
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
