import { resolve } from 'node:path';

import type { RunMode } from '../../core/run.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { toRunId } from '../../run/folder/to-run-id.ts';
import type { SecretRules } from '../../redact/find-secrets.ts';
import { findKeys } from '../../run/keep/create-run-redactor.ts';
import type { RunOptions } from '../../run/run-options.ts';
import type { SpendMeter } from '../../run/spend/spend-meter.ts';
import type { LoadedConfig } from '../../suite/load/load-config.ts';
import { emptyConfig } from '../../suite/load/parse-config.ts';
import { readVersion } from '../place/package-info.ts';
import { readAccess, readSecrets, type WantedAccess } from '../place/read-access.ts';
import { readEnvironment } from '../place/read-environment.ts';
import type { Surroundings } from '../place/surroundings.ts';

/** How a suite is to be run; `undefined` is the default of the suite or of toolrig. */
export interface RunWish extends WantedAccess {
  readonly mode: RunMode;
  readonly variants: RunOptions['variants'];
  readonly scenarios: RunOptions['scenarios'];
  readonly faults?: readonly string[] | undefined;
  readonly repeats?: number | undefined;
  readonly concurrency: number;
  readonly seed: string;
  /** Root of run folders; `null`: the run is held in memory. */
  readonly out: string | null;
  readonly rerecord?: boolean | undefined;
  readonly stale?: boolean | undefined;
  readonly fork?: boolean | undefined;
  readonly stopAfter?: number | undefined;
  readonly resume?: string | undefined;
  readonly meter?: SpendMeter | undefined;
  readonly tier: RunOptions['tier'];
}

/** A suite with its surroundings. */
export interface PreparedSuite {
  readonly suite: Suite;
  /** A replay needs the rules of redaction that its recording was made with. */
  readonly config: LoadedConfig;
  readonly cassettes: string;
  readonly shownCassettes: string;
}

/** Everything that a run needs, with the secrets that must be redacted from everything that is printed. */
export interface PreparedRun {
  readonly options: RunOptions;
  readonly secrets: SecretRules;
}

/**
 * Turns a request into the options of a run: names the run, and takes keys, secrets and versions from the surroundings.
 */
export function prepareRun(
  { suite, config, cassettes, shownCassettes }: PreparedSuite,
  wish: RunWish,
  around: Surroundings,
): PreparedRun {
  const { allow, redaction } = config;
  const { mode, concurrency } = wish;
  const access = readAccess(wish, mode === 'replay' ? emptyConfig.allow : allow, around);
  const startedAt = around.now();
  const options: RunOptions = {
    suite,
    mode,
    variants: wish.variants,
    scenarios: wish.scenarios,
    faults: wish.faults ?? [],
    repeats: wish.repeats ?? null,
    concurrency,
    seed: wish.seed,
    cassettes,
    shownCassettes,
    out: wish.out === null ? null : resolve(around.cwd, wish.out),
    runId: toRunId(startedAt, toSafeName(suite.name)),
    startedAt,
    ...(wish.stopAfter === undefined ? {} : { stopAfter: wish.stopAfter }),
    resume: wish.resume === undefined ? null : resolve(around.cwd, wish.resume),
    rerecord: wish.rerecord ?? false,
    stale: wish.stale ?? false,
    fork: wish.fork,
    ...(wish.meter === undefined ? {} : { meter: wish.meter }),
    tier: wish.tier,
    access,
    secrets: readSecrets(around),
    redaction: {
      ...redaction,
      key: around.env['TOOLRIG_REDACTION_KEY'] ?? null,
      salt: mode === 'record' ? around.newSalt() : 'toolrig',
    },
    environment: readEnvironment({ toolrig: readVersion(), startedAt, concurrency }, around),
    ...toProcess(around),
    onProgress: () => undefined,
  };
  return { options, secrets: { ...redaction, secrets: findKeys(suite, access) } };
}

/** The state of the process that a run uses. */
function toProcess({
  process,
  env,
  children,
  signal,
  escaped,
  pendingTimers,
}: Surroundings): Pick<
  RunOptions,
  'process' | 'children' | 'signal' | 'escaped' | 'pendingTimers'
> {
  return {
    process,
    ...(children === undefined ? {} : { children: { ...children, env } }),
    signal,
    ...(escaped === undefined ? {} : { escaped }),
    ...(pendingTimers === undefined ? {} : { pendingTimers }),
  };
}
