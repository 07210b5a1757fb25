import { dirname, resolve } from 'node:path';

import { findSuite } from '../../api/place/find-suite.ts';
import { guardOwnPlace } from '../../api/place/guard-own-place.ts';
import { loadNamedSuite } from '../../api/place/load-named-suite.ts';
import { loadNearConfig } from '../../api/place/load-near-config.ts';
import { changeVariants } from '../../api/start/change-variants.ts';
import { extendSuite } from '../../api/start/extend-suite.ts';
import { prepareRun } from '../../api/start/prepare-run.ts';
import type { Suite, Variant } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import { matchesName } from '../../expectation/match-name.ts';
import { keepLimit } from '../../limit/limits.ts';
import { refuseUnknown, selectScenarios, selectVariants } from '../../run/plan/plan-groups.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { hashSuiteFiles } from '../../suite/load/hash-suite-files.ts';
import type { CliIo } from '../io/cli-io.ts';
import { chooseStore } from './choose-store.ts';
import { chooseWorkers } from './choose-workers.ts';
import { defaultOut } from './default-out.ts';
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
  const toStore = chooseStore(place, flags, io);
  const config = await loadNearConfig(wanted, io);
  const { faultKinds } = config;
  const loaded = await loadNamedSuite(place, { faultKinds, mode: flags.mode }, io);
  const known = extendSuite(loaded, config);
  const chosen = chooseVariants(known, flags);
  const { sweep, distractors, mode, gate = false } = flags;
  const change = { sweep, distractors, mode, gate };
  const { suite, variants, sweeps } = changeVariants(known, chosen, change);
  const { cassettes, shownCassettes } = place;
  const { options, secrets } = prepareRun(
    { suite, config, cassettes, shownCassettes },
    { ...flags, variants, scenarios: chooseScenarios(suite, variants, flags) },
    io,
  );
  io.hide(secrets);
  const { shard } = flags;
  return {
    ...options,
    ...(sweeps === null ? {} : { sweeps }),
    ...(shard === undefined ? {} : { shard: { ...shard, code: hashSuiteFiles(place.path) } }),
    ...toStore(config),
    ...chooseWorkers(options, { wanted, path: place.path, flags }, io),
  };
}

/** A default place must not lead out of its folder through a link. */
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

/** `--variant` selects first (all variants when it is absent); `--toolset` and `--model` then narrow that selection. */
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
  // A second check is needed for a toolset whose variants have none of the models: otherwise it would be dropped
  // without a message.
  narrow(left, { wanted: toolset, what: 'toolset', names: toolsets, suite: suite.name });
  return left.map((variant) => variant.name);
}

interface Narrowing {
  readonly wanted: readonly string[] | undefined;
  readonly what: 'toolset' | 'model';
  /** The values that exist. */
  readonly names: readonly string[];
  readonly suite: string;
}

/**
 * Keeps variants by one property. A value that exists, but that none of them has, is an error: it would otherwise be
 * dropped without a message.
 */
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

/**
 * The scenarios that `--scenario` and `--tag` leave. A tag means those of its scenarios that the chosen variants can
 * run.
 *
 * @throws UsageError for a tag that no scenario has, or where nothing has all that was asked for.
 */
export function chooseScenarios(
  suite: Suite,
  variants: RunOptions['variants'],
  { scenario, tag }: Pick<RunFlags, 'scenario' | 'tag'>,
): RunOptions['scenarios'] {
  if (tag === undefined) return scenario ?? null;
  const tags = [...new Set(suite.scenarios.flatMap((one) => one.tags))].toSorted();
  refuseUnknown(tag, { what: 'tag', names: tags, suite: suite.name });
  const names = selectVariants(suite, variants).map(({ name }) => name);
  const left = selectScenarios(suite, scenario ?? null)
    .filter((one) => one.tags.some((name) => tag.includes(name)))
    .filter((one) => one.variants === null || one.variants.some((name) => names.includes(name)));
  if (left.length === 0) {
    throw new UsageError(
      `Cannot run tag "${tag.join(', ')}": none of the scenarios with it is left by the other choices`,
    );
  }
  return left.map(({ id }) => id);
}
