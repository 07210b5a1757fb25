import { resolve } from 'node:path';

import type { Command } from 'commander';

import { toShownPath } from '../../disk/shown-path.ts';
import { writeReport } from '../../api/open/write-report.ts';
import { reportWriters } from '../../report/registry.ts';
import type { ReportInput } from '../../report/report-writer.ts';
import type { CliIo } from './cli-io.ts';

/** The requested report files, by the name of their option. */
export interface ReportFlags {
  readonly html?: string;
  readonly png?: string;
  readonly svg?: string;
  readonly csv?: string;
  readonly junit?: string;
  readonly md?: string;
  readonly bom?: boolean;
}

/** Adds one option for each kind of report. */
export function addReportOptions(command: Command): Command {
  for (const [name, { target, about }] of Object.entries(reportWriters)) {
    command.option(`--${name} <${target}>`, `write ${about}`);
  }
  return command.option('--bom', 'begin CSV files with a byte-order mark, for spreadsheets');
}

/** True when any file is requested. */
export function wantsFiles(flags: ReportFlags): boolean {
  return Object.keys(reportWriters).some((name) => toTarget(flags, name) !== undefined);
}

/**
 * Writes the requested files and reports each on standard error.
 *
 * @throws RigError when a place cannot be written.
 */
export async function writeReports(
  flags: ReportFlags,
  input: Omit<ReportInput, 'byteOrderMark'>,
  io: CliIo,
): Promise<void> {
  const noted = new Set<string>();
  for (const [name, writer] of Object.entries(reportWriters)) {
    const target = toTarget(flags, name);
    if (target === undefined) continue;
    const { files, notes } = await writer.write({ ...input, byteOrderMark: flags.bom === true });
    const place = resolve(io.cwd, target);
    for await (const path of writeReport(writer, files, place)) {
      io.err(`wrote ${toShownPath(io.cwd, path)}\n`);
    }
    // Pictures of both kinds have the same notes.
    for (const note of notes) if (!noted.has(note)) io.err(`note: ${note}\n`);
    for (const note of notes) noted.add(note);
  }
}

/**
 * Writes files before the verdict is printed, so that a file that cannot be written is never reported with another exit
 * code. The result is printed in either case.
 */
export async function withReports(
  write: () => Promise<void>,
  tell: (written: boolean) => Promise<void> | void,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    await tell(false);
    throw error;
  }
  await tell(true);
}

function toTarget(flags: ReportFlags, name: string): string | undefined {
  const value: unknown = new Map<string, unknown>(Object.entries(flags)).get(name);
  return typeof value === 'string' ? value : undefined;
}
