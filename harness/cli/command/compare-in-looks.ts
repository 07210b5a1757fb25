import { toMetricOf } from '../../compare/pair/join-own-metrics.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { Comparison } from '../../compare/comparison.ts';
import { compareSequentially } from '../../compare/sequential/compare-sequentially.ts';
import { choosePair } from '../flag/choose-pair.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { CompareFlags } from '../flag/compare-flags.ts';

/** Runs `compare --sequential`: cluster by cluster, until it is decided or the budget ends. */
export async function compareInLooks(
  words: readonly string[],
  flags: CompareFlags,
  io: CliIo,
): Promise<Comparison> {
  if (flags.by === 'plan' || flags.by === 'attack') {
    throw new UsageError('Cannot compare plans cluster by cluster: leave --sequential out');
  }
  const margin = flags.margin ?? 0.05;
  if (margin <= 0 || margin >= 1) {
    throw new UsageError('Cannot compare cluster by cluster without a margin between 0 and 1');
  }
  const { options, baseline, candidate, by } = await choosePair(words, flags, io);
  if (flags.mode !== 'replay') {
    io.err('A sequential comparison may stop early. If it does not, all of this is sent:\n');
  }
  const { comparison, requests } = await compareSequentially(options, {
    baseline,
    candidate,
    by,
    ...toMetricOf(options.suite, flags.metrics?.[0] ?? 'task.success'),
    margin,
    budget: flags.budget ?? null,
    onLook: ({ clusters, verdict }) => {
      if (io.isTerminal)
        io.redraw(`\r\u001B[2Klook ${clusters}${verdict === null ? '' : `: ${verdict}\n`}`);
    },
  });
  io.err(`${requests} model requests\n`);
  return comparison;
}
