import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { Command } from 'commander';

import { showCassette } from '../../cassette/upkeep/show-cassette.ts';
import { exitCodes } from '../../core/run.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toPlainText } from '../../report/text/to-plain-text.ts';
import { acceptParts, checkRecordings } from '../../run/recording/check-recordings.ts';
import { planPruning, removeRecordings } from '../../run/recording/prune-recordings.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { count } from '../../run/spend/describe-spend.ts';
import type { CliIo } from '../io/cli-io.ts';
import { readInput } from '../../api/place/read-input.ts';
import { readList } from '../flag/read-list.ts';
import type { SetExitCode } from '../set-exit-code.ts';
import { defaultOut } from '../flag/default-out.ts';
import { guardOwnPlace } from '../../api/place/guard-own-place.ts';
import { toRunOptions } from '../flag/to-run-options.ts';

interface CassettesFlags {
  readonly cassettes?: string;
  readonly json?: boolean;
}

/** Adds `cassettes show`, `cassettes check`, `cassettes accept` and `cassettes prune`. */
export function addCassettesCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  const cassettes = program
    .command('cassettes')
    .description('Show recordings, check them, accept a changed part, remove unused ones.');
  addShow(cassettes, io, setExitCode);
  addCheck(cassettes, io, setExitCode);
  addAccept(cassettes, io, setExitCode);
  addPrune(cassettes, io, setExitCode);
}

function addShow(cassettes: Command, io: CliIo, setExitCode: SetExitCode): void {
  cassettes
    .command('show')
    .description('Show one recording: its origin and its conversation.')
    .argument('<file>', 'a recording (.jsonl)')
    .addHelpText(
      'after',
      '\nExample:\n  toolrig cassettes show cassettes/orders/refund-once/reference/none.r1.jsonl',
    )
    .action((file: string) => {
      if (isFolder(file, io)) {
        throw new UsageError(
          `Cannot show "${file}": it is a folder; name one of the .jsonl files in it`,
        );
      }
      const lines = showCassette(readInput(file, io), { now: io.now(), maxChars: 400 });
      io.out(`${lines.map(toPlainText).join('\n')}\n`);
      setExitCode(
        lines.some((line) => line.startsWith('Unusable')) ? exitCodes.invalid : exitCodes.passed,
      );
    });
}

function addCheck(cassettes: Command, io: CliIo, setExitCode: SetExitCode): void {
  cassettes
    .command('check')
    .description(
      'Check the recordings of a suite for leaked secrets, damage, lanes that no longer answer, and unused lanes.',
    )
    .argument('<suite>', 'a suite file, a folder with one, or the name of a shipped suite')
    .option('--cassettes <folder>', 'root of the recordings')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nExample:\n  toolrig cassettes check suites/orders')
    .action(async (suite: string, flags: CassettesFlags) => {
      const findings = await checkRecordings(await toOptions(suite, flags, io));
      if (flags.json === true) io.out(`${JSON.stringify({ findings }, null, 2)}\n`);
      else {
        const lines = findings.map(
          ({ kind, path, line, text, remedy }) =>
            `${kind} ${path}${line === null ? '' : `:${line}`}: ${text}. ${remedy}`,
        );
        io.out(
          `${[...lines.map(toPlainText), findings.length === 0 ? 'No findings' : count(findings.length, 'finding')].join('\n')}\n`,
        );
      }
      setExitCode(findings.length === 0 ? exitCodes.passed : exitCodes.invalid);
    });
}

interface AcceptFlags extends CassettesFlags {
  readonly part: readonly string[];
  readonly reason: string;
  readonly variant?: readonly string[];
  readonly faults?: readonly string[];
}

function addAccept(cassettes: Command, io: CliIo, setExitCode: SetExitCode): void {
  cassettes
    .command('accept')
    .description(
      'Accept a changed part of requests without recording again; selection is then n/a, never silently green.',
    )
    .argument('<suite>', 'a suite file, a folder with one, or the name of a shipped suite')
    .requiredOption(
      '--part <parts>',
      'parts to accept, as the message about a miss names them',
      readList,
    )
    .requiredOption('--reason <text>', 'the reason, which is kept with the waiver')
    .option('--variant <names>', "variants to replay, or '*'", readList)
    .option('--faults <plans>', 'fault plans to replay besides the clean one', readList)
    .option('--cassettes <folder>', 'root of the recordings')
    .addHelpText(
      'after',
      '\nExample:\n  toolrig cassettes accept suites/orders --part tool.get_order.description --reason "typo mended"',
    )
    .action(async (suite: string, flags: AcceptFlags) => {
      const options = await toOptions(suite, flags, io);
      guardRecordings(options, flags);
      const waivers = await acceptParts(options, flags.part, flags.reason);
      for (const waiver of waivers) io.out(`accepted ${toPlainText(waiver.part)}\n`);
      if (waivers.length === 0) {
        throw new UsageError(
          `Cannot accept ${flags.part.join(', ')}: no replay of "${suite}" differs there`,
        );
      }
      setExitCode(exitCodes.passed);
    });
}

function addPrune(cassettes: Command, io: CliIo, setExitCode: SetExitCode): void {
  cassettes
    .command('prune')
    .description(
      'List the recordings of a suite that no trial can ask for, and parts that no lane names; --yes removes them.',
    )
    .argument('<suite>', 'a suite file, a folder with one, or the name of a shipped suite')
    .option('--yes', 'remove them')
    .option('--mixed', 'also recordings that compare --bisect made of mixed toolsets')
    .option('--cassettes <folder>', 'root of the recordings')
    .option('--json', 'print one JSON object on standard output')
    .addHelpText(
      'after',
      '\nExamples:\n  toolrig cassettes prune suites/orders\n  toolrig cassettes prune suites/orders --yes',
    )
    .action(async (suite: string, flags: PruneFlags) => {
      const options = await toOptions(suite, flags, io);
      const { files, partsKept } = await planPruning(options, flags.mixed === true);
      const removed = flags.yes === true;
      if (removed) {
        guardRecordings(options, flags);
        removeRecordings(options.cassettes, files);
      }
      if (flags.json === true) {
        const json = { schemaVersion: 1, exitCode: exitCodes.passed, removed, files, partsKept };
        io.out(`${JSON.stringify(json, null, 2)}\n`);
      } else {
        for (const { path, why } of files) {
          io.out(`${removed ? 'removed' : 'would remove'} ${toPlainText(path)}: ${why}\n`);
        }
        if (partsKept !== null) io.out(`Parts are kept: ${toPlainText(partsKept)}\n`);
        io.out(`${toPruneTotal(files.length, removed)}\n`);
      }
      setExitCode(exitCodes.passed);
    });
}

interface PruneFlags extends CassettesFlags {
  readonly yes?: boolean;
  readonly mixed?: boolean;
}

function toPruneTotal(files: number, removed: boolean): string {
  if (files === 0) return 'Nothing to remove';
  const what = count(files, 'file');
  return removed ? `${what} removed` : `${what} would be removed; --yes removes them`;
}

/** Nothing is written or removed through a link that the user did not name. */
function guardRecordings({ cassettes }: RunOptions, flags: CassettesFlags): void {
  if (flags.cassettes === undefined) guardOwnPlace(dirname(cassettes), cassettes, '--cassettes');
}

async function toOptions(
  suite: string,
  flags: CassettesFlags & {
    readonly variant?: readonly string[];
    readonly faults?: readonly string[];
  },
  io: CliIo,
): Promise<RunOptions> {
  // In a folder that does not exist nothing is wrong: a typo would pass.
  if (flags.cassettes !== undefined && !isFolder(flags.cassettes, io)) {
    throw new UsageError(`Cannot use --cassettes "${flags.cassettes}": there is no such folder`);
  }
  const base = {
    mode: 'replay',
    concurrency: 4,
    seed: 'toolrig',
    out: defaultOut,
    tier: 'exact',
  } as const;
  return await toRunOptions(suite, { ...base, ...flags }, io);
}

function isFolder(path: string, io: CliIo): boolean {
  return statSync(resolve(io.cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;
}
