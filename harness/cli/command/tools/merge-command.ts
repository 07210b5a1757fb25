import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Command } from 'commander';

import { guardOwnPlace } from '../../../api/place/guard-own-place.ts';
import { openReport } from '../../../api/open/open-report.ts';
import { loadNearConfig } from '../../../api/place/load-near-config.ts';
import { decide } from '../../../compare/decide.ts';
import { readSweeps } from '../../../core/sweep.ts';
import { toShownPath } from '../../../disk/shown-path.ts';
import { toRunJson } from '../../../report/text/to-run-json.ts';
import { type MergedRun, mergeRuns } from '../../../run/shard/merge-runs.ts';
import { defaultOut } from '../../flag/default-out.ts';
import type { CliIo } from '../../io/cli-io.ts';
import {
  addReportOptions,
  type ReportFlags,
  withReports,
  wantsFiles,
  writeReports,
} from '../../io/write-reports.ts';
import type { SetExitCode } from '../../set-exit-code.ts';
import { type GateRun, openGatesOf } from '../gate-run.ts';
import { toDecidedPage } from '../to-decided-page.ts';

interface MergeFlags extends ReportFlags {
  readonly out: string;
  readonly gate?: boolean;
  readonly allowInconclusive?: boolean;
  readonly json?: boolean;
}

const examples = `
All shards of one run must be there, once each, run from the same commit with
the same options; a folder may hold several. The result has the bytes of a run
of everything, apart from \`environment\` in manifest.json. Exit codes are those
of \`run\`.

Examples:
  toolrig run suites/orders --faults standard --shard 1/3 --out shards --allow-inconclusive
  toolrig merge shards --out reports/runs --junit junit.xml
  toolrig merge shard-1 shard-2 shard-3 --gate`;

/** Adds `merge`. */
export function addMergeCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  addReportOptions(program.command('merge'))
    .description('Merge the shards of a run into one run folder, and decide over all of them.')
    .argument(
      '<folders...>',
      'run folders that `toolrig run --shard` made, or folders that hold them',
    )
    .option('--out <folder>', 'root of run folders', defaultOut)
    .option('--gate', 'let the gates of toolrig.config.ts decide instead of single failed trials')
    .option('--allow-inconclusive', 'with --gate: exit with 0 instead of 3')
    .option('--json', 'print one JSON object on standard output')
    .addHelpText('after', examples)
    .action(async (folders: readonly string[], flags: MergeFlags) => {
      setExitCode(await mergeAndTell(folders, flags, io));
    });
}

async function mergeAndTell(
  folders: readonly string[],
  flags: MergeFlags,
  io: CliIo,
): Promise<number> {
  const root = resolve(io.cwd, flags.out);
  if (flags.out === defaultOut) guardOwnPlace(io.cwd, root, '--out');
  const { redaction } = await loadNearConfig(null, io);
  io.hide({ ...redaction, secrets: [] });
  const merged = await mergeRuns(
    folders.map((folder) => resolve(io.cwd, folder)),
    root,
  );
  return await tell(merged, flags, io);
}

async function tell(merged: MergedRun, flags: MergeFlags, io: CliIo): Promise<number> {
  const { summary, manifest, runFolder } = merged;
  const gates = flags.gate === true ? await (await openOwnGates(merged, io))(runFolder) : null;
  // Of distractors, a failed trial fails the run, whatever their number; they are never run in parts.
  const decision = decide({
    about: 'run',
    summary,
    sweeps: readSweeps(manifest.selection),
    comparisons: [],
    gates,
    allowInconclusive: flags.allowInconclusive ?? false,
  });
  const { verdict, exitCode, by: decidedBy } = decision;
  await withReports(
    async () => {
      if (!wantsFiles(flags)) return;
      const report = await openReport(runFolder, io);
      const data = await report.collect(decision);
      await writeReports(flags, { data: { ...data, gates }, results: report.results }, io);
    },
    async (written) => {
      await Promise.resolve();
      const shown = toShownPath(io.cwd, runFolder);
      if (flags.json === true) {
        if (!written) return;
        const told = { verdict, exitCode, decidedBy, ...(gates === null ? {} : { gates }) };
        io.out(`${JSON.stringify({ ...toRunJson(summary, shown), ...told }, null, 2)}\n`);
        return;
      }
      const line = written ? decision.line : null;
      const faults = toWords(manifest.selection['faults']);
      const extras = { runFolder: shown, faults, misses: [], flips: [] };
      io.out(toDecidedPage(summary, extras, { gates, line }));
      io.out(`merged from ${merged.parts} shards\n`);
    },
  );
  return exitCode;
}

async function openOwnGates({ summary, manifest }: MergedRun, io: CliIo): Promise<GateRun> {
  const { suite } = manifest.selection;
  // The job that merges may not have the suite.
  const file = typeof suite === 'string' && existsSync(resolve(io.cwd, suite)) ? suite : null;
  const variants = toWords(manifest.selection['variants']);
  const own = summary.metrics === undefined ? {} : { own: summary.metrics };
  return await openGatesOf({ file, name: summary.suite, variants, ...own }, io);
}

function toWords(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
