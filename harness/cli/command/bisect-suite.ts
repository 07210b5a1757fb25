import { toMetricOf } from '../../compare/pair/join-own-metrics.ts';
import { toShownPath } from '../../disk/shown-path.ts';
import { bisectEdits, type Bisection } from '../../compare/bisect/bisect-edits.ts';
import { exitCodes } from '../../core/run.ts';
import { toBisectionText } from '../../report/text/to-bisection-text.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { CompareFlags } from '../flag/compare-flags.ts';
import { choosePair } from '../flag/choose-pair.ts';
import { refuseRecording } from '../../api/start/refuse-recording.ts';

/**
 * Runs `compare --bisect`: which of several edits of a toolset did the harm. Exit code 1 when one does harm, 0 when none
 * does.
 */
export async function bisectSuite(
  words: readonly string[],
  flags: CompareFlags,
  io: CliIo,
): Promise<number> {
  if (flags.mode === 'record') refuseRecording(io, flags.allowRecord);
  const { options, baseline, candidate } = await choosePair(words, { ...flags, by: 'toolset' }, io);
  if (flags.mode !== 'replay') {
    io.err('Each toolset that is tried is announced before anything is sent for it:\n');
  }
  const bisection = await bisectEdits(options, {
    baseline,
    candidate,
    ...toMetricOf(options.suite, flags.metrics?.[0] ?? 'selection.f1'),
  });
  const exitCode = bisection.culprits.length > 0 ? exitCodes.failed : exitCodes.passed;
  if (flags.json === true) io.out(`${JSON.stringify(toJson(bisection, exitCode), null, 2)}\n`);
  else {
    io.out(toBisectionText(bisection));
    io.out(`run folders: ${toShownPath(io.cwd, options.out ?? io.cwd)}/${options.runId}-bisect*\n`);
  }
  return exitCode;
}

function toJson(bisection: Bisection, exitCode: number): Readonly<Record<string, unknown>> {
  return { schemaVersion: 1, exitCode, ...bisection };
}
