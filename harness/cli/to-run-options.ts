import { resolve } from 'node:path';

import type { Suite } from '../core/suite.ts';
import { toSafeName } from '../disk/safe-name.ts';
import { UsageError } from '../core/usage-error.ts';
import type { RunOptions } from '../rig/run-options.ts';
import type { CliIo } from './cli-io.ts';
import { findSuite } from './find-suite.ts';
import { loadNamedSuite } from './load-named-suite.ts';
import { readVersion } from './package-info.ts';
import { readAccess, readSecrets } from './read-access.ts';
import { readEnvironment } from './read-environment.ts';
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
  const place = findSuite(wanted, io.cwd, flags.cassettes);
  const suite = await loadNamedSuite(place, io);
  const startedAt = io.now();
  return {
    suite,
    mode: flags.mode,
    variants: chooseVariants(suite, flags),
    scenarios: flags.scenario ?? null,
    faults: flags.faults ?? [],
    repeats: flags.repeats ?? null,
    concurrency: flags.concurrency,
    seed: flags.seed,
    cassettes: place.cassettes,
    out: resolve(io.cwd, flags.out),
    runId: `${startedAt.replace(/[-:]|\.[0-9]+/gu, '')}-${toSafeName(suite.name)}`,
    startedAt,
    resume: flags.resume === undefined ? null : resolve(io.cwd, flags.resume),
    rerecord: flags.rerecord ?? false,
    tier: flags.tier,
    access: readAccess(io, flags.baseUrl),
    secrets: readSecrets(io),
    redaction: {
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
    onProgress: () => undefined,
  };
}

/** Names win; `--toolset` and `--model` narrow what they leave (all variants when no name is given). */
function chooseVariants(suite: Suite, flags: RunFlags): RunOptions['variants'] {
  const narrowed = flags.toolset !== undefined || flags.model !== undefined;
  if (!narrowed)
    return flags.variant?.includes('*') === true ? '*' : checkNames(suite, flags.variant);
  const named =
    flags.variant === undefined || flags.variant.includes('*')
      ? suite.variants.map((variant) => variant.name)
      : (checkNames(suite, flags.variant) ?? []);
  return suite.variants
    .filter((variant) => named.includes(variant.name))
    .filter((variant) => flags.toolset?.includes(variant.toolset) ?? true)
    .filter((variant) => flags.model?.includes(variant.model) ?? true)
    .map((variant) => variant.name);
}

function checkNames(suite: Suite, names: readonly string[] | undefined): readonly string[] | null {
  if (names === undefined) return null;
  const known = suite.variants.map((variant) => variant.name);
  for (const name of names) {
    if (name.includes('*') || known.includes(name)) continue;
    throw new UsageError(
      `Cannot run variant "${name}": the suite "${suite.name}" has ${known.join(', ')}`,
    );
  }
  return names;
}
