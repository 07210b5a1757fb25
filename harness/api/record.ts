import { UsageError } from '../core/usage-error.ts';
import { refuseUnknownOptions } from './place/refuse-unknown-options.ts';
import { runAs, runSuiteOptionNames, type RunSuiteOptions, type SuiteRun } from './run-suite.ts';

/** What to record and how. Only `suite` is needed; keys are found in `env`. */
export interface RecordOptions extends Omit<RunSuiteOptions, 'mode' | 'tier'> {
  /** Record again what is recorded already; default `false`. */
  readonly rerecord?: boolean;
  /** Record again only what does not answer any more; default `false`. */
  readonly stale?: boolean;
  /** Record although `CI` is set; default `false`. */
  readonly allowInCi?: boolean;
}

/**
 * Records a suite: asks its models over HTTP and writes one recording for each trial that has none. The verdict says
 * whether everything was recorded; the results of the trials are in `summary`.
 *
 * @throws UsageError when a model cannot be asked, or a CI job would record.
 */
export async function record(options: RecordOptions): Promise<SuiteRun> {
  refuseUnknownOptions('record', options, names);
  const { rerecord = false, stale = false, allowInCi = false, ...rest } = options;
  if (rerecord && stale) {
    throw new UsageError(
      'Cannot record both all lanes and only stale ones: use `rerecord` or `stale`',
    );
  }
  return await runAs({ ...rest, mode: 'record' }, { rerecord, stale, allowInCi });
}

const names: readonly string[] = [
  ...runSuiteOptionNames.filter((name) => name !== 'mode' && name !== 'tier'),
  'rerecord',
  'stale',
  'allowInCi',
];
