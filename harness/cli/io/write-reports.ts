import { join, resolve } from 'node:path';

import type { Command } from 'commander';

import { toShownPath } from '../../disk/shown-path.ts';
import { RigError } from '../../core/rig-error.ts';
import { reportWriters } from '../../report/registry.ts';
import type { ReportFile, ReportInput } from '../../report/report-writer.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { keepLimit } from '../../limit/limits.ts';
import { replaceFile, replaceFileInPieces } from '../../disk/replace-file.ts';
import type { CliIo } from './cli-io.ts';

/** Which report files are wanted, by the name of their option. */
export interface ReportFlags {
  readonly html?: string;
  readonly png?: string;
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

/** True when any file is wanted. */
export function wantsFiles(flags: ReportFlags): boolean {
  return Object.keys(reportWriters).some((name) => toTarget(flags, name) !== undefined);
}

/**
 * Writes the wanted files and tells of each on standard error.
 *
 * @throws RigError when a place cannot be written.
 */
export async function writeReports(
  flags: ReportFlags,
  input: Omit<ReportInput, 'byteOrderMark'>,
  io: CliIo,
): Promise<void> {
  for (const [name, writer] of Object.entries(reportWriters)) {
    const target = toTarget(flags, name);
    if (target === undefined) continue;
    const { files, notes } = await writer.write({ ...input, byteOrderMark: flags.bom === true });
    const place = resolve(io.cwd, target);
    for (const file of files) {
      const path = writer.target === 'folder' ? join(place, file.name) : place;
      await guard(path, () => writeFile(path, file.content));
      io.err(`wrote ${toShownPath(io.cwd, path)}\n`);
    }
    for (const note of notes) io.err(`note: ${note}\n`);
  }
}

/**
 * Writes files before it is told what the command comes to, so that a file that cannot be written never stands beside
 * another exit code. What was found is told all the same.
 */
export async function withReports(
  write: () => Promise<void>,
  tell: (written: boolean) => Promise<void>,
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

/** Whole or not at all, also when it comes in pieces. */
async function writeFile(path: string, content: ReportFile['content']): Promise<void> {
  const action = `write the report "${path}"`;
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
    await replaceFileInPieces(path, path.endsWith('.html') ? keepSize(content, action) : content);
    return;
  }
  if (path.endsWith('.html')) keepLimit('pageBytes', Buffer.byteLength(content), action);
  replaceFile(path, content);
}

/** No browser opens a page of any size. */
async function* keepSize<Piece extends string | Uint8Array>(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  action: string,
): AsyncGenerator<Piece> {
  let size = 0;
  for await (const piece of pieces) {
    size += Buffer.byteLength(piece);
    keepLimit('pageBytes', size, action);
    yield piece;
  }
}

async function guard(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof RigError) throw error;
    const message = `Cannot write the report "${path}": ${toReason(error)}. Choose another place`;
    throw new RigError('REPORT_UNWRITABLE', message, { cause: error });
  }
}
