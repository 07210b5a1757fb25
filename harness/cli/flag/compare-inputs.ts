import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import { formatP } from '../../compare/judge/format-figure.ts';
import { choosePairs } from '../../compare/pair/choose-pairs.ts';
import { UsageError } from '../../core/usage-error.ts';
import { chooseComparisons, type ComparisonChoice } from '../../compare/pair/choose-comparisons.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { runSuite, type RunResult } from '../../run/run-suite.ts';
import type { RunSource } from '../../compare/pair/run-source.ts';
import { isByPlan } from '../../compare/pair/is-by-plan.ts';
import { toIdentities } from '../../compare/pair/to-identities.ts';
import { planGroups } from '../../run/plan/plan-groups.ts';
import { runFiles } from '../../run/folder/run-files.ts';
import { prepareSending } from '../command/announce-recording.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { CompareFlags } from './compare-flags.ts';
import { isSource, openRun, openSource } from '../../api/open/open-sources.ts';
import { createProgress } from '../io/show-progress.ts';
import { toRunOptions } from './to-run-options.ts';

/** The sides to compare, and the runs that were made for them. */
export interface CompareInputs {
  readonly choices: readonly ComparisonChoice[];
  readonly runs: readonly RunResult[];
}

/** Opens runs and replays suites, and chooses what of them is compared. */
export async function openInputs(
  words: readonly string[],
  flags: CompareFlags,
  io: CliIo,
): Promise<CompareInputs> {
  if (words.length === 0) {
    throw new UsageError(
      'Cannot compare nothing: name a suite, or two runs, such as `toolrig compare suites/orders --by loop`',
    );
  }
  refuseTwice(words, io);
  const sources: RunSource[] = [];
  const runs: RunResult[] = [];
  for (const word of words) {
    const stored = await openSource(word, io);
    if (stored !== null) {
      sources.push(stored);
      continue;
    }
    const options = await toRunOptions(word, toRunFlags(flags), io);
    const variants = chooseVariants(options, flags, words.length === 1);
    warnOfFew({ ...options, variants }, io);
    const result = await replay({ ...options, variants, faults: toFaults(flags) }, io);
    runs.push(result);
    sources.push(openRun(result.runFolder, io));
  }
  if (runs.length === 0) refuseRunFlags(flags);
  const choices = chooseComparisons(sources, toWish(flags));
  return { choices: flags.swap === true ? choices.map(swap) : choices, runs };
}

/** A run compared with itself is always identical. */
function refuseTwice(words: readonly string[], io: CliIo): void {
  const met = new Set<string>();
  for (const word of words) {
    const path = resolve(io.cwd, word);
    if (!existsSync(path) || !isSource(word, io)) continue;
    const real = realpathSync(basename(path) === runFiles.summary ? dirname(path) : path);
    if (met.has(real)) {
      throw new UsageError(
        `Cannot compare "${word}" with itself: it is the same run twice. For variants of one run, name it once`,
      );
    }
    met.add(real);
  }
}

/** These options define how a suite is run, so they have no effect on runs that are finished. */
function refuseRunFlags(flags: CompareFlags): void {
  const given = [
    flags.scenario === undefined ? null : '--scenario',
    flags.tag === undefined ? null : '--tag',
    flags.faults === undefined ? null : '--faults',
    flags.repeats === undefined ? null : '--repeats',
    flags.cassettes === undefined ? null : '--cassettes',
    flags.baseUrl === undefined ? null : '--base-url',
    flags.mode === 'replay' ? null : '--mode',
  ].filter((name) => name !== null);
  if (given.length === 0) return;
  throw new UsageError(
    `Cannot use ${given.join(', ')}: all inputs are finished runs, and no suite is replayed`,
  );
}

/** What the command line requests. */
export function toWish(flags: CompareFlags): Parameters<typeof chooseComparisons>[1] {
  return {
    baseline: flags.baseline ?? null,
    candidates: flags.candidate ?? null,
    by: flags.by ?? null,
    variant: flags.variant ?? null,
  };
}

/** Replays only what will be compared. */
function chooseVariants(
  { suite, scenarios }: RunOptions,
  flags: CompareFlags,
  alone: boolean,
): readonly string[] | null {
  const wish = toWish(flags);
  if (isByPlan(wish.by)) return wish.variant === null ? null : [wish.variant];
  if (!alone) {
    const named = [wish.baseline, ...(wish.candidates ?? [])];
    const known = suite.variants.map(({ name }) => name).filter((name) => named.includes(name));
    return known.length === 0 ? null : known;
  }
  const pairs = choosePairs(toIdentities(suite, scenarios), wish);
  if (!pairs.ok) throw new UsageError(`Cannot compare "${suite.file}": ${pairs.error}`);
  return [...new Set(pairs.value.flatMap(({ baseline, candidate }) => [baseline, candidate]))];
}

/** So few clusters cannot give a p below 0.05, with any outcome. */
function warnOfFew({ suite, variants, scenarios }: RunOptions, io: CliIo): void {
  const groups = planGroups(suite, { variants, scenarios, repeats: 1 });
  const clusters = new Set(groups.map((group) => group.scenario.cluster)).size;
  const smallest = 2 ** (1 - clusters);
  if (clusters === 0 || smallest < 0.05) return;
  io.err(
    `note: ${clusters} independent ${clusters === 1 ? 'cluster' : 'clusters'} of scenarios can give no p below ${formatP(smallest)}: a regression cannot be significant\n`,
  );
}

function toFaults({ faults, by }: CompareFlags): readonly string[] {
  return faults ?? (by === 'plan' ? ['standard'] : []);
}

async function replay(loaded: RunOptions, io: CliIo): Promise<RunResult> {
  const options = prepareSending(loaded, io);
  const progress = createProgress(io);
  const result = await runSuite({
    ...options,
    onProgress: (state) => {
      progress.show(state);
    },
  });
  progress.end();
  for (const miss of result.misses) io.err(`${miss}\n`);
  return result;
}

/** The options that a run also has. */
function toRunFlags(flags: CompareFlags): Parameters<typeof toRunOptions>[1] {
  const { variant: _variant, ...rest } = flags;
  return rest;
}

function swap(choice: ComparisonChoice): ComparisonChoice {
  return { ...choice, baseline: choice.candidate, candidate: choice.baseline };
}
