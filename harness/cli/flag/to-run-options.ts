import { dirname, resolve } from 'node:path';

import type { Suite, Variant } from '../../core/suite/suite.ts';
import { keepLimit } from '../../limit/limits.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { UsageError } from '../../core/usage-error.ts';
import { findKeys } from '../../run/keep/create-run-redactor.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { matchesName } from '../../expectation/match-name.ts';
import { refuseUnknown, selectVariants } from '../../run/plan/plan-groups.ts';
import { emptyConfig } from '../../suite/load/parse-config.ts';
import type { CliIo } from '../io/cli-io.ts';
import { defaultOut } from './default-out.ts';
import { findSuite } from './find-suite.ts';
import { guardOwnPlace } from './guard-own-place.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import { loadNearConfig } from './load-near-config.ts';
import { loadNamedSuite } from './load-named-suite.ts';
import { readVersion } from '../io/package-info.ts';
import { readAccess, readSecrets } from './read-access.ts';
import { readEnvironment } from '../io/read-environment.ts';
import type { RunFlags } from './run-flags.ts';

/** Loads the suite and turns the command line into the options of a run. */
export async function toRunOptions(
  wanted: string | undefined,
  flags: RunFlags,
  io: CliIo,
): Promise<RunOptions> {
  if (wanted === undefined) {
    throw new UsageError(
      'Cannot run without a suite: name a suite file, a folder with one, or a shipped suite, such as `toolrig run orders`',
    );
  }
  keepLimit('concurrency', flags.concurrency, `run ${flags.concurrency} trials at once`);
  const place = findSuite(wanted, io.cwd, flags.cassettes);
  const out = resolve(io.cwd, flags.out);
  guardPlaces({ out, cassettes: place.cassettes }, flags, io);
  const suite = await loadNamedSuite(place, io);
  const variants = chooseVariants(suite, flags);
  const startedAt = io.now();
  // A replay needs the rules of redaction that its recording was made with.
  const { allow, redaction } = await loadNearConfig(wanted, io);
  const access = readAccess(flags, flags.mode === 'replay' ? emptyConfig.allow : allow, io);
  io.hide({ ...redaction, secrets: findKeys(suite, access) });
  return {
    suite,
    mode: flags.mode,
    variants,
    scenarios: chooseScenarios(suite, variants, flags),
    faults: flags.faults ?? [],
    repeats: flags.repeats ?? null,
    concurrency: flags.concurrency,
    seed: flags.seed,
    cassettes: place.cassettes,
    shownCassettes: place.shownCassettes,
    out,
    runId: `${startedAt.replace(/[-:]|\.[0-9]+/gu, '')}-${toSafeName(suite.name)}`,
    startedAt,
    ...(flags.stopAfter === undefined ? {} : { stopAfter: flags.stopAfter }),
    resume: flags.resume === undefined ? null : resolve(io.cwd, flags.resume),
    ...toRecording(flags),
    tier: flags.tier,
    access,
    secrets: readSecrets(io),
    redaction: {
      ...redaction,
      key: io.env['TOOLRIG_REDACTION_KEY'] ?? null,
      salt: flags.mode === 'record' ? io.newSalt() : 'toolrig',
    },
    process: io.process,
    environment: readEnvironment(
      { toolrig: readVersion(), startedAt, concurrency: flags.concurrency },
      io,
    ),
    signal: io.signal,
    ...(io.escaped === undefined ? {} : { escaped: io.escaped }),
    ...(io.pendingTimers === undefined ? {} : { pendingTimers: io.pendingTimers }),
    onProgress: () => undefined,
  };
}

function toRecording(flags: RunFlags): Pick<RunOptions, 'rerecord' | 'stale' | 'meter'> {
  const { rerecord = false, stale = false, meter } = flags;
  return { rerecord, stale, ...(meter === undefined ? {} : { meter }) };
}

/** Places that the user did not name must not lead out of the folder that they are in. */
function guardPlaces(
  { out, cassettes }: { readonly out: string; readonly cassettes: string },
  flags: RunFlags,
  { cwd }: CliIo,
): void {
  if (flags.out === defaultOut) guardOwnPlace(cwd, out, '--out');
  if (flags.mode === 'record' && flags.cassettes === undefined) {
    guardOwnPlace(dirname(cassettes), cassettes, '--cassettes');
  }
}

/** Names win; `--toolset` and `--model` narrow what they leave (all variants when no name is given). */
function chooseVariants(suite: Suite, flags: RunFlags): RunOptions['variants'] {
  const { toolset, model } = flags;
  const isAll = flags.variant?.includes('*') === true;
  if (toolset === undefined && model === undefined) {
    if (isAll) return '*';
    if (flags.variant !== undefined) selectVariants(suite, flags.variant);
    return flags.variant ?? null;
  }
  const named = selectVariants(suite, isAll ? '*' : (flags.variant ?? '*'));
  const toolsets = suite.toolsets.map(({ id }) => id);
  const models = suite.models.map(({ name }) => name);
  const left = narrow(
    narrow(named, { wanted: toolset, what: 'toolset', names: toolsets, suite: suite.name }),
    { wanted: model, what: 'model', names: models, suite: suite.name },
  );
  // A toolset whose variants have none of the models goes in silence too, unless it is looked for again.
  narrow(left, { wanted: toolset, what: 'toolset', names: toolsets, suite: suite.name });
  return left.map((variant) => variant.name);
}

interface Narrowing {
  readonly wanted: readonly string[] | undefined;
  readonly what: 'toolset' | 'model';
  /** What exists. */
  readonly names: readonly string[];
  readonly suite: string;
}

/** Keeps variants by one property. A word that exists, but that none of them has, would be left out in silence. */
function narrow(variants: readonly Variant[], { wanted, ...known }: Narrowing): readonly Variant[] {
  if (wanted === undefined) return variants;
  refuseUnknown(wanted, known);
  const isLike = (word: string, variant: Variant): boolean =>
    matchesName(word, variant[known.what]);
  for (const word of wanted) {
    if (variants.some((variant) => isLike(word, variant))) continue;
    const have = variants.map(({ name, toolset, model }) => `${name} (${toolset}, ${model})`);
    throw new UsageError(
      `Cannot run ${known.what} "${word}": no variant has it together with the other choices, which leave ${have.join(', ')}`,
    );
  }
  return variants.filter((variant) => wanted.some((word) => isLike(word, variant)));
}
