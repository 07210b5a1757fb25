import type { RunSummary } from '../../core/run.ts';
import { toShownPath } from '../../disk/shown-path.ts';
import { toChangeLines } from '../../report/text/change/to-change-lines.ts';
import type { CliIo } from '../io/cli-io.ts';
import { reportError } from '../io/report-error.ts';
import { waitForEdit } from './wait-for-edit.ts';
import { listEdited, readWatchedFiles, type WatchedFiles } from './watched-files.ts';

/** One run of a suite: its exit code, and its summary where there is one. */
export interface WatchedRun {
  readonly exitCode: number;
  readonly summary: RunSummary | null;
}

/** The suites that are run again, and how. */
export interface WatchWork {
  readonly suites: readonly string[];
  /** As the command line named it. */
  readonly cassettes: string | undefined;
  readonly run: (suite: string) => Promise<WatchedRun>;
  /** The exit code of all suites together. */
  readonly combine: (codes: readonly number[]) => number;
  /** Replaced by tests. */
  readonly wait?: typeof waitForEdit;
}

/**
 * Runs suites, and again those that an edit touches: of their own files, what they import, their configuration and their
 * recordings. After each run it says which trials changed. What cannot be loaded while it is edited is reported, and
 * waited out.
 *
 * @returns the exit code of the last runs, when Ctrl-C ends it.
 */
export async function watchSuites(work: WatchWork, io: CliIo): Promise<number> {
  const { suites, wait = waitForEdit } = work;
  const kept = new Map<string, WatchedRun>();
  const seen = new Map<string, WatchedFiles>();
  const look = (suite: string): WatchedFiles =>
    readWatchedFiles(suite, { cwd: io.cwd, cassettes: work.cassettes });
  const toCode = (): number => work.combine([...kept.values()].map(({ exitCode }) => exitCode));
  let touched = suites;
  for (;;) {
    for (const suite of touched) {
      seen.set(suite, look(suite));
      kept.set(suite, await runAgain(suite, { work, last: kept.get(suite) }, io));
      // The run itself was interrupted.
      if (io.signal.aborted) return toCode();
    }
    if (suites.length > 1) {
      io.out(`\nall ${suites.length} suites together: exit code ${toCode()}\n`);
    }
    const folders = [...seen.values()].flatMap(({ folders: own }) => own);
    const files = new Set([...seen.values()].flatMap(({ states }) => [...states.keys()]));
    io.err(
      `watching ${files.size} file${files.size === 1 ? '' : 's'}: edit one to run again, Ctrl-C to end\n`,
    );
    const editsOf = (suite: string): readonly string[] =>
      listEdited(seen.get(suite)?.states ?? new Map(), look(suite).states);
    if (!(await wait(folders, () => suites.some((suite) => editsOf(suite).length > 0), io.signal)))
      return toCode();
    touched = suites.filter((suite) => editsOf(suite).length > 0);
    tellEdits(touched.flatMap(editsOf), io);
  }
}

async function runAgain(
  suite: string,
  { work, last }: { readonly work: WatchWork; readonly last: WatchedRun | undefined },
  io: CliIo,
): Promise<WatchedRun> {
  try {
    const now = await work.run(suite);
    const before = last?.summary ?? null;
    if (before !== null && now.summary !== null) {
      io.out(`\n${toChangeLines(before, now.summary).join('\n')}\n`);
    }
    return { exitCode: now.exitCode, summary: now.summary ?? before };
  } catch (error) {
    // The next run is compared with the last one that there was.
    const exitCode = reportError(error, { io, json: false });
    return { exitCode, summary: last?.summary ?? null };
  }
}

function tellEdits(paths: readonly string[], io: CliIo): void {
  const [first = '', ...others] = [...new Set(paths)].map((path) => toShownPath(io.cwd, path));
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  io.err(`\n${first}${more} changed\n`);
}
