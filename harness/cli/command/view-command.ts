import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type Command, InvalidArgumentError } from 'commander';

import { compare } from '../../api/compare.ts';
import { decideReport, openReport } from '../../api/open/open-report.ts';
import { parseBaseline } from '../../compare/baseline/parse-baseline.ts';
import { exitCodes } from '../../core/run.ts';
import { UsageError } from '../../core/usage-error.ts';
import { readFile } from '../../disk/read-file.ts';
import { toShownPath } from '../../disk/shown-path.ts';
import { writeHtml } from '../../report/html/write-html.ts';
import type { ReportInput } from '../../report/report-writer.ts';
import { openViewServer } from '../../view/open-view-server.ts';
import type { AcceptedValue } from '../../view/page/history-page.ts';
import { RunList } from '../../view/run-list.ts';
import { Viewer } from '../../view/viewer.ts';
import { defaultOut } from '../flag/default-out.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { SetExitCode } from '../set-exit-code.ts';

interface Flags {
  readonly port: number;
}

/** Adds `view`. */
export function addViewCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('view')
    .description(
      'Show all runs of a folder in the browser: reports, runs that are going on, history, any two compared.',
    )
    .argument('[folder]', 'the folder of the run folders', defaultOut)
    .option('--port <n>', 'port on 127.0.0.1; 0 = any free one', readPort, usualPort)
    .addHelpText('after', examples)
    .action(async (word: string, { port }: Flags) => {
      const folder = resolve(io.cwd, word);
      if (!existsSync(folder) || !statSync(folder).isDirectory()) {
        throw new UsageError(
          `Cannot view "${word}": there is no such folder. Make a run first, or name the folder that --out named`,
        );
      }
      const server = await openViewServer(createViewer(folder, io), port);
      io.out(`${toShownPath(io.cwd, folder)} is shown at ${server.origin} until Ctrl-C\n`);
      await untilInterrupted(io.signal);
      await server.close();
      setExitCode(exitCodes.passed);
    });
}

const usualPort = 4180;

const examples = `
Examples:
  toolrig view
  toolrig view reports/runs --port 0

It only reads, answers only browsers of this machine, and sends nothing
anywhere. A run that is going on is followed until it ends. "compare with ..."
beside one run and "compare" beside another compare the two.`;

function createViewer(folder: string, io: CliIo): Viewer {
  return new Viewer({
    runs: new RunList(folder),
    report: async (path) => {
      const report = await openReport(path, io);
      const data = await report.collect(decideReport(report));
      return toPieces({ data, results: report.results });
    },
    compare: async (baseline, candidate) => {
      const { cwd } = io;
      const { verdict, exitCode, comparisons } = await compare({
        runs: [baseline, candidate],
        cwd,
      });
      const suite = comparisons[0]?.suite ?? '';
      const data = { suite, verdict, exitCode, run: null, comparisons, gates: null };
      return toPieces({ data, results: null });
    },
    accepted: createAcceptedValue(io),
    now: () => Date.parse(io.now()),
  });
}

/** The HTML report, held in memory. */
async function toPieces(input: Pick<ReportInput, 'data' | 'results'>): Promise<readonly string[]> {
  const { files } = await writeHtml(input);
  const pieces: string[] = [];
  for (const { content } of files) {
    if (content instanceof Uint8Array) continue;
    for await (const piece of content) pieces.push(piece);
  }
  return pieces;
}

/** Means over the trials of the accepted baselines, in the usual folder. A baseline that cannot be read is none. */
function createAcceptedValue({ cwd }: CliIo): AcceptedValue {
  return (suite, variant, metric) => {
    const file = join(cwd, 'reports/baseline', `${suite}.json`);
    if (!/^[\w.-]+$/u.test(suite) || !existsSync(file)) return null;
    const baseline = parseBaseline(readFile(file, 'inputBytes'));
    if (!baseline.ok) return null;
    const values = baseline.value.trials
      .filter((trial) => trial.variant === variant)
      .flatMap((trial) => Object.entries(trial.values))
      .flatMap(([name, value]) => (name === metric && typeof value === 'number' ? [value] : []));
    if (values.length === 0) return null;
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
}

function untilInterrupted(signal: AbortSignal): Promise<void> {
  return new Promise((end) => {
    if (signal.aborted) end();
    else
      signal.addEventListener(
        'abort',
        () => {
          end();
        },
        { once: true },
      );
  });
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^[0-9]{1,5}$/u.test(text) && port < 65_536) return port;
  throw new InvalidArgumentError('expected a port from 0 to 65535');
}
