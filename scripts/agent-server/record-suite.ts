import { hostname } from 'node:os';

import type { ProcessIo } from '../../harness/cli/io/cli-io.ts';
import { runCli } from '../../harness/cli/run-cli.ts';

/** What is recorded of a suite: `--faults` by variant. */
export type RecordedVariants = readonly (readonly [variant: string, faults: string])[];

/** A suite to be recorded from a server of this machine. */
export interface SuiteRecording {
  /** Path of the suite, from the repository. */
  readonly suite: string;
  readonly baseUrl: string;
  /** Folder of the recordings, from the repository. */
  readonly cassettes: string;
  readonly variants: RecordedVariants;
  /** Further options of `toolrig record`. */
  readonly options?: readonly string[];
}

/** Where it is recorded from and who is notified. */
export type RecordIo = Pick<ProcessIo, 'out' | 'err' | 'cwd' | 'signal'>;

/**
 * Records a suite by `toolrig record`, in this process; lanes that are recorded already are recorded again.
 *
 * @returns The highest exit code. Anything but 0 says that something was not recorded.
 */
export async function recordSuite(recording: SuiteRecording, io: RecordIo): Promise<number> {
  const { suite, baseUrl, cassettes, variants, options = [] } = recording;
  // One by one: of equal requests a server may answer each by its number, and repeats must keep theirs.
  const fixed = ['--base-url', baseUrl, '--cassettes', cassettes, '--concurrency', '1'];
  fixed.push('--rerecord', '--allow-record');
  let highest = 0;
  for (const [variant, faults] of variants) {
    const own = ['--variant', variant, '--faults', faults];
    const code = await runCli(['record', suite, ...own, ...fixed, ...options], toProcessIo(io));
    highest = Math.max(highest, code);
  }
  return highest;
}

/**
 * Records the mixtures that `toolrig compare SUITE --by toolset --bisect` tries, so that it runs offline; those that are
 * recorded already are recorded again.
 *
 * @returns The exit code: 0 or 1 when all were recorded.
 */
export async function recordMixtures(
  { suite, baseUrl, cassettes }: Pick<SuiteRecording, 'suite' | 'baseUrl' | 'cassettes'>,
  io: RecordIo,
): Promise<number> {
  const bisect = ['compare', suite, '--by', 'toolset', '--bisect'];
  const fixed = ['--base-url', baseUrl, '--cassettes', cassettes, '--mode', 'record'];
  return await runCli([...bisect, ...fixed, '--allow-record'], toProcessIo(io));
}

function toProcessIo(io: RecordIo): ProcessIo {
  return {
    ...io,
    env: {},
    isTerminal: false,
    now: () => new Date().toISOString(),
    nowMs: () => performance.now(),
    // Nothing here is secret, and recorded again it is the same bytes.
    newSalt: () => 'toolrig-shipped',
    process: { owner: `${hostname()}/${process.pid}`, isAlive: () => true },
  };
}
