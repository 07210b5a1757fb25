import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';

import type { Command } from 'commander';

import { toShellWord } from '../../core/shell-word.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toSlashes } from '../../disk/shown-path.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { type ExecResult, type ExecRun, runExec, toExecPlan } from '../../exec/run-exec.ts';
import { readFaultWord } from '../../exec/read-fault-word.ts';
import { listServed } from '../../exec/list-served.ts';
import { toObservedSuite } from '../../exec/to-observed-suite.ts';
import { writeObservedSuite } from '../../suite/write/write-observed-suite.ts';
import { openRedactors } from '../io/open-redactors.ts';
import { readCount } from '../flag/read-list.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { SetExitCode } from '../set-exit-code.ts';

interface ExecFlags {
  readonly record?: string;
  readonly replay?: string;
  readonly fault?: readonly string[];
  readonly writeSuite?: string | true;
  readonly baseUrl?: string;
  readonly hold?: number;
  readonly mcp?: readonly string[];
}

const examples = `
Examples:
  toolrig exec --record my-suite/refund -- python3 agent.py "refund A1"
  toolrig exec --replay my-suite/refund -- python3 agent.py "refund A1"
  toolrig exec --replay my-suite/refund --fault 'model.turn(2)=timeout' -- python3 agent.py "refund A1"
  toolrig exec --record my-suite/refund --write-suite -- python3 agent.py "refund A1"
  toolrig exec --replay tapes -- npm test
  toolrig exec --record tapes --mcp SHOP_MCP_URL=http://127.0.0.1:3001/mcp -- python3 agent.py

An MCP server that the command starts itself is recorded where its configuration
names \`toolrig mcp -- SERVER ARGUMENTS\`.

The command finds its models by OPENAI_BASE_URL and ANTHROPIC_BASE_URL, which
are set for it. Its output and its exit code are passed on; exit code 4 means
that a recording did not answer, or that a fault never struck.`;

/** Adds `exec`. */
export function addExecCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('exec')
    .description(
      'Run any command: record its requests to models, replay them, inject faults; no suite is needed.',
    )
    .argument('<command...>', 'the command and its arguments, after --')
    .option('--record <folder>', 'record the conversations into this folder')
    .option('--replay <folder>', 'answer from the recordings in this folder; nothing is sent')
    .option(
      '--fault <fault>',
      'inject a fault, such as model.turn(2)=timeout; may be given several times',
      collect,
    )
    .option(
      '--write-suite [file]',
      'write a first suite from the recorded conversations (default: suite.yaml in the folder)',
    )
    .option('--base-url <url>', 'endpoint of the requests (default: from the environment)')
    .option(
      '--hold <ms>',
      'milliseconds for which a connection that timed out stays open (default: 250)',
      readCount,
    )
    .option(
      '--mcp <variable[=url]>',
      'record or replay the MCP server whose URL the command finds in this variable; may be given several times',
      collect,
    )
    .addHelpText('after', examples)
    .action(async (command: readonly string[], flags: ExecFlags) => {
      setExitCode(await exec(command, flags, io));
    });
}

/** `NAME=URL`, or `NAME` for the URL that the environment has. */
function readMcpWord(word: string, { env }: CliIo): ExecRun['mcp'][number] {
  const [, variable = '', given] = /^([A-Za-z_][A-Za-z0-9_]*)(?:=(.*))?$/su.exec(word) ?? [];
  const url = given ?? env[variable] ?? null;
  const isUrl = url !== null && URL.canParse(url) && /^https?:/u.test(url);
  if (variable !== '' && (isUrl || url === null)) return { variable, url };
  throw new UsageError(
    `Cannot use --mcp "${word}": expected NAME=URL with a URL that begins with http:// or https://`,
  );
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

async function exec(
  [program = '', ...args]: readonly string[],
  flags: ExecFlags,
  io: CliIo,
): Promise<number> {
  const tape = chooseTape(flags, io);
  const suiteFile = toSuiteFile(flags, tape.folder, io);
  const redactors = await openRedactors(io);
  const run: ExecRun = {
    command: [program, ...args],
    mode: tape.mode,
    folder: tape.folder,
    plan: toExecPlan((flags.fault ?? []).map(readFaultWord)),
    baseUrl: flags.baseUrl ?? io.env['TOOLRIG_BASE_URL'] ?? null,
    holdMs: flags.hold ?? usualHoldMs,
    cwd: io.cwd,
    env: io.env,
    redactor: tape.mode === 'record' ? redactors.recording : redactors.ofSalt('toolrig'),
    redactorOf: redactors.ofSalt,
    mcp: (flags.mcp ?? []).map((word) => readMcpWord(word, io)),
    recordedAt: io.now(),
    process: io.process,
    signal: io.signal,
  };
  const result = await runExec(run);
  report(result, { run, wanted: tape.wanted, io });
  if (suiteFile !== null) saveSuite(suiteFile, { result, run, io });
  return result.exitCode;
}

const usualHoldMs = 250;

interface Tape {
  readonly mode: ExecRun['mode'];
  readonly folder: string | null;
  /** As the user gave it. */
  readonly wanted: string;
}

function chooseTape({ record, replay }: ExecFlags, { cwd }: CliIo): Tape {
  if (record !== undefined && replay !== undefined) {
    throw new UsageError('Cannot record and replay at once: give either --record or --replay');
  }
  if (record !== undefined) return { mode: 'record', folder: resolve(cwd, record), wanted: record };
  if (replay !== undefined) return { mode: 'replay', folder: resolve(cwd, replay), wanted: replay };
  return { mode: 'live', folder: null, wanted: '' };
}

function toSuiteFile(
  { writeSuite, fault }: ExecFlags,
  folder: string | null,
  { cwd }: CliIo,
): string | null {
  if (writeSuite === undefined) return null;
  const file =
    typeof writeSuite === 'string'
      ? resolve(cwd, writeSuite)
      : folder === null
        ? null
        : resolve(folder, 'suite.yaml');
  if ((fault ?? []).length > 0) {
    throw new UsageError('Cannot write a suite from a run under faults: leave --fault out');
  }
  if (file !== null && existsSync(file)) {
    throw new UsageError(
      `Cannot write "${toSlashes(relative(cwd, file))}": it exists already. Name another file`,
    );
  }
  if (file !== null) return file;
  throw new UsageError(
    'Cannot write a suite: there is no folder for it. Give --record FOLDER, or --write-suite FILE',
  );
}

/** Everything is written to standard error, since standard output belongs to the command. */
function report(
  { conversations, sides, problems, strikes, unused, tapes }: ExecResult,
  { run, wanted, io }: { readonly run: ExecRun; readonly wanted: string; readonly io: CliIo },
): void {
  const requests = conversations.flatMap(({ transcript }) =>
    transcript.events.filter(({ type }) => type === 'request'),
  ).length;
  const how = run.mode === 'live' ? 'passed on' : `${run.mode}ed`;
  const where = { live: '', record: ` into "${wanted}"`, replay: ` from "${wanted}"` }[run.mode];
  const line = (text: string): void => io.err(`toolrig exec: ${text}\n`);
  line(
    `${count(conversations.length, 'conversation')}, ${count(requests, 'request')} ${how}${where}`,
  );
  if (sides > 0) line(`${count(sides, 'request')} besides conversations ${how}`);
  if (tapes.length > 0) {
    const requests = tapes.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
    line(
      `${count(tapes.length, 'MCP session')}, ${count(requests, 'request')} ${run.mode === 'record' ? how : 'in the recording'}`,
    );
  }
  for (const [name, times] of Object.entries(strikes))
    line(`fault "${name}" struck ${count(times, 'time')}`);
  if (unused > 0) line(`${count(unused, 'recorded conversation')} not begun`);
  if (problems.length === 0) return;
  for (const problem of problems) line(problem);
  const isMiss = run.mode === 'replay' && Object.values(strikes).every((times) => times > 0);
  const again = `toolrig exec --record ${toShellWord(wanted)} -- ${run.command.map(toShellWord).join(' ')}`;
  if (isMiss) line(`record it again with \`${again}\``);
  line('INVALID (exit code 4)');
}

function count(value: number, what: string): string {
  return `${value} ${what}${value === 1 ? '' : 's'}`;
}

function saveSuite(
  file: string,
  { result, run, io }: { readonly result: ExecResult; readonly run: ExecRun; readonly io: CliIo },
): void {
  const folder = dirname(file);
  const seen = toObservedSuite(result.conversations, {
    name: basename(run.folder ?? folder),
    command: run.command,
    cwd: toSlashes(relative(folder, run.cwd)),
    served: listServed(result.tapes),
  });
  const shown = toSlashes(relative(io.cwd, file));
  if (seen.scenarios.length === 0) {
    io.err(`toolrig exec: no suite was written: no request asked a model\n`);
    return;
  }
  if (seen.tools.length === 0) {
    io.err(
      `toolrig exec: no suite was written: no request offered a tool, and no MCP server listed one\n`,
    );
    return;
  }
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, run.redactor.redactText(writeObservedSuite(seen)), { flag: 'wx' });
  } catch (error) {
    throw new UsageError(`Cannot write "${shown}": ${toReason(error)}`);
  }
  io.err(
    `toolrig exec: wrote "${shown}"; its expectations are the observed behaviour: check that this behaviour is right\n`,
  );
}
