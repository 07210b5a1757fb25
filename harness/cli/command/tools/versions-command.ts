import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';

import { openSuite } from '../../../api/place/open-suite.ts';
import { exitCodes } from '../../../core/run.ts';
import type { Suite } from '../../../core/suite/suite.ts';
import { UsageError } from '../../../core/usage-error.ts';
import type { LintedToolset } from '../../../lint/lint-rule.ts';
import { type ComparedVersions, toVersionsText } from '../../../lint/output/to-versions-text.ts';
import { toLintedToolsets } from '../../../lint/to-linted-toolsets.ts';
import { compareVersions } from '../../../lint/version/compare-versions.ts';
import {
  callsOf,
  readRecordedUse,
  type RecordedUse,
} from '../../../run/recording/read-recorded-calls.ts';
import { openLinted } from '../../flag/open-linted.ts';
import { readList } from '../../flag/read-list.ts';
import type { CliIo } from '../../io/cli-io.ts';
import type { SetExitCode } from '../../set-exit-code.ts';

interface VersionsFlags {
  readonly ignore?: readonly string[];
  readonly cassettes?: string;
  readonly json?: boolean;
}

/** Adds `versions`. */
export function addVersionsCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('versions')
    .description(
      'Say of each tool that changed whether the change breaks calls of the old version.',
    )
    .argument(
      '<input...>',
      'a suite, then the old and the new of its toolsets; or two suites or JSON files with lists of tools',
    )
    .option('--ignore <tools>', 'tools whose breaking changes do not count', readList)
    .option('--cassettes <folder>', 'root of the recordings')
    .option('--json', 'print one JSON object on standard output')
    .addHelpText('after', help)
    .action(async (words: readonly string[], flags: VersionsFlags) => {
      setExitCode(await tellVersions(words, flags, io));
    });
}

const help = `
With a suite alone, its tools are compared with those that its recordings were
made with. With one toolset, that one is compared with the version before it.
Recorded calls of the old version are judged by the new one. Exit code 1 when a
change is breaking.

Examples:
  toolrig versions suites/orders
  toolrig versions suites/orders orders@1 orders@2
  toolrig versions ../main/suites/orders suites/orders
  toolrig versions old-tools.json new-tools.json`;

async function tellVersions(
  words: readonly string[],
  flags: VersionsFlags,
  io: CliIo,
): Promise<number> {
  const pairs = await comparePairs(words, flags, io);
  const ignored = flags.ignore ?? [];
  const isBreaking = pairs.some(({ tools }) =>
    tools.some(({ tool, verdict }) => verdict === 'breaking' && !ignored.includes(tool)),
  );
  const exitCode = isBreaking ? exitCodes.failed : exitCodes.passed;
  io.out(
    flags.json === true
      ? `${JSON.stringify({ schemaVersion: 1, exitCode, compared: pairs }, null, 2)}\n`
      : toVersionsText(pairs),
  );
  return exitCode;
}

async function comparePairs(
  [input = '', old, now, more]: readonly string[],
  flags: VersionsFlags,
  io: CliIo,
): Promise<readonly ComparedVersions[]> {
  if (more !== undefined) {
    throw new UsageError(`Cannot compare with "${more}" as well: name two versions`);
  }
  if (input.endsWith('.json') && old !== undefined)
    return await compareFiles([input, old, now], io);
  const { suite, cassettes } = await openSuite(input, { cassettes: flags.cassettes }, io);
  const sets = toLintedToolsets(suite);
  const use = readRecordedUse(suite, cassettes);
  if (old === undefined) return compareWithRecorded(suite, sets, use);
  const isPath = sets.every(({ id }) => id !== old) && existsSync(resolve(io.cwd, old));
  if (isPath) return await compareSuites({ suite, sets, use }, old, io);
  const [from, to] = choosePair([old, now], sets, input);
  return [toPair(from, to, callsOf(suite, from.id, use))];
}

/** Two toolsets by their ids; one alone is compared with the version before it. */
function choosePair(
  [old, now]: readonly [string, string | undefined],
  sets: readonly LintedToolset[],
  input: string,
): readonly [LintedToolset, LintedToolset] {
  const first = findSet(old, sets, input);
  if (now !== undefined) return [first, findSet(now, sets, input)];
  if (first.previous !== null) return [first.previous, first];
  throw new UsageError(
    `Cannot compare toolset "${old}": the suite has no version before it. Name two toolsets of ${sets.map(({ id }) => id).join(', ')}`,
  );
}

function toPair(
  old: LintedToolset,
  now: LintedToolset,
  calls: RecordedUse['calls'],
): ComparedVersions {
  const tools = compareVersions(old.tools, now.tools, calls);
  return { old: old.id, now: now.id, note: now.note, tools };
}

function findSet(id: string, sets: readonly LintedToolset[], input: string): LintedToolset {
  const found = sets.find((set) => set.id === id);
  if (found !== undefined) return found;
  throw new UsageError(
    `There is no toolset "${id}" in "${input}"; it has ${sets.map((set) => set.id).join(', ')}`,
  );
}

/** The toolsets that two suites share, such as those of two branches. */
async function compareSuites(
  before: {
    readonly suite: Suite;
    readonly sets: readonly LintedToolset[];
    readonly use: RecordedUse;
  },
  path: string,
  io: CliIo,
): Promise<readonly ComparedVersions[]> {
  const { suite, sets, use } = before;
  const after = toLintedToolsets((await openSuite(path, {}, io)).suite);
  const pairs = sets.flatMap((set) => {
    const now = after.find(({ id }) => id === set.id);
    return now === undefined ? [] : [toPair(set, now, callsOf(suite, set.id, use))];
  });
  if (pairs.length > 0) return pairs;
  throw new UsageError(`Cannot compare "${suite.file}" with "${path}": they share no toolset`);
}

/** Each toolset as it is now, against what the requests of its recordings offered. */
function compareWithRecorded(
  suite: Suite,
  sets: readonly LintedToolset[],
  use: RecordedUse,
): readonly ComparedVersions[] {
  const pairs = sets.flatMap((set) => {
    const offered = suite.variants
      .filter(({ toolset }) => toolset === set.id)
      .flatMap(({ name }) => (use.offered[name] === undefined ? [] : [use.offered[name]]))[0];
    if (offered === undefined) return [];
    const tools = offered.map((tool) => {
      const now = set.tools.find(({ name }) => name === tool.name);
      // A recording has texts and parameters only; the rest is taken to be as it is.
      return { effect: null, returns: null, ...now, ...tool };
    });
    const old = { ...set, id: `${set.id} as recorded`, tools };
    return [{ ...toPair(old, set, callsOf(suite, set.id, use)), note: null }];
  });
  if (pairs.length > 0) return pairs;
  throw new UsageError(
    `Cannot compare the tools of suite "${suite.name}" with its recordings: it has none. Name two of its toolsets`,
  );
}

async function compareFiles(
  [input, old, more]: readonly [string, string, string | undefined],
  io: CliIo,
): Promise<readonly ComparedVersions[]> {
  if (more !== undefined) {
    throw new UsageError(`Cannot compare three files: "${input}", "${old}" and "${more}"`);
  }
  const [first] = (await openLinted(input, undefined, io)).toolsets;
  const [second] = (await openLinted(old, undefined, io)).toolsets;
  if (first === undefined || second === undefined) {
    throw new UsageError(`Cannot compare "${input}" with "${old}": one has no tools`);
  }
  return [toPair(first, second, [])];
}
