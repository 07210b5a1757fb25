import { choosePairs } from '../../compare/pair/choose-pairs.ts';
import type { ComparedBy } from '../../compare/comparison.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { toIdentities } from '../../compare/pair/to-identities.ts';
import { prepareSending } from '../command/announce-recording.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { CompareFlags } from './compare-flags.ts';
import { toWish } from './compare-inputs.ts';
import { toRunOptions } from './to-run-options.ts';

/** Two variants of one suite, and the options to run it with. */
export interface ChosenPair {
  readonly options: RunOptions;
  readonly baseline: string;
  readonly candidate: string;
  readonly by: ComparedBy;
}

/**
 * Loads the one suite that was named and chooses the one pair of its variants.
 *
 * @throws UsageError for anything but one suite and one pair.
 */
export async function choosePair(
  words: readonly string[],
  flags: CompareFlags,
  io: CliIo,
): Promise<ChosenPair> {
  const [word, ...others] = words;
  if (word === undefined || others.length > 0) {
    throw new UsageError('Cannot do this without exactly one suite: name it');
  }
  // Sets of toolsets and of scenarios that only this process makes.
  const { variant: _variant, workers: _workers, ...runFlags } = flags;
  const loaded = await toRunOptions(word, runFlags, io);
  const pairs = choosePairs(toIdentities(loaded.suite, loaded.scenarios), toWish(flags));
  if (!pairs.ok) throw new UsageError(`Cannot compare "${word}": ${pairs.error}`);
  const [pair, ...more] = pairs.value;
  if (pair === undefined || more.length > 0) {
    const names = pairs.value.map(({ candidate }) => candidate).join(', ');
    throw new UsageError(
      `Cannot do this for several candidates: choose one with --candidate from ${names}`,
    );
  }
  const { baseline, candidate, by } = pair;
  const options = prepareSending({ ...loaded, variants: [baseline, candidate] }, io);
  return flags.swap === true
    ? { options, baseline: candidate, candidate: baseline, by }
    : { options, baseline, candidate, by };
}
