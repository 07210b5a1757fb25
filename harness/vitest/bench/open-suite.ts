import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { checkInjection } from '../../boundary/fault/check-injection.ts';
import type { Surroundings } from '../../api/place/surroundings.ts';
import { findSuite, type SuitePlace } from '../../api/place/find-suite.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toShownPath } from '../../disk/shown-path.ts';
import { findDefinition } from '../../suite/input/define-suite.ts';
import { findSuiteFile } from '../../suite/load/find-suite-file.ts';
import { loadGivenSuite, loadSuite } from '../../suite/load/load-suite.ts';
import type { SuiteSource, TrialOptions } from './trial-options.ts';

/** A suite that tests name, before it is loaded. */
export interface NamedSuite {
  readonly place: SuitePlace;
  /** The suite file; `null` when there is none at that place. */
  readonly file: string | null;
  /** What the tests of the suite are called together. */
  readonly title: string;
  load(): Promise<Suite>;
}

/**
 * Finds where a suite is.
 *
 * @throws UsageError for an imported suite of which no one says where it was defined.
 */
export function nameSuite(
  source: SuiteSource,
  options: TrialOptions,
  { testFile, io }: { readonly testFile: string; readonly io: Surroundings },
): NamedSuite {
  if (typeof source === 'string' || source instanceof URL) {
    const place = findSuite(toWanted(source, testFile, io.cwd), io.cwd, options.cassettes);
    return {
      place,
      file: toFile(place.path),
      title: place.shown,
      load: async () => ({
        ...(await loadSuite(place.path, { checkInjection })),
        file: place.shown,
      }),
    };
  }
  const defined = findFile(source, options, { testFile, cwd: io.cwd });
  const isNamedByFolder = /^suite\.[a-z]+$/u.test(basename(defined));
  const shown = toShownPath(io.cwd, isNamedByFolder ? dirname(defined) : defined);
  const wanted = shown === '.' ? toShownPath(io.cwd, defined) : shown;
  const place = findSuite(wanted, io.cwd, options.cassettes);
  return {
    place,
    file: toFile(place.path),
    title: source.name ?? place.shown,
    load: async () =>
      isLoaded(source)
        ? { ...source, file: place.shown }
        : { ...(await loadGivenSuite(source, defined, { checkInjection })), file: place.shown },
  };
}

function toFile(path: string): string | null {
  const found = findSuiteFile(path);
  return found.ok ? found.value.path : null;
}

function toWanted(source: string | URL, testFile: string, cwd: string): string {
  if (source instanceof URL) return toShownPath(cwd, fileURLToPath(source));
  const isBeside = /^\.{1,2}(?:[/\\]|$)/u.test(source);
  return isBeside ? toShownPath(cwd, resolve(dirname(testFile), source)) : source;
}

function findFile(
  source: Exclude<SuiteSource, string | URL>,
  { file }: TrialOptions,
  { testFile, cwd }: { readonly testFile: string; readonly cwd: string },
): string {
  if (file !== undefined) return resolve(cwd, toWanted(file, testFile, cwd));
  const found = isLoaded(source) ? source.file : findDefinition(source);
  if (found !== null) return resolve(cwd, found);
  throw new UsageError(
    `Cannot find where the suite "${source.name ?? ''}" was defined, so its recordings cannot be found. Make it with defineSuite, or say \`file: './suite.ts'\` in the options`,
  );
}

/** Only a loaded suite says which file it came from. */
function isLoaded(source: Exclude<SuiteSource, string | URL>): source is Suite {
  return 'file' in source;
}
