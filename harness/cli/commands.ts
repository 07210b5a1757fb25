import type { Command } from 'commander';

import type { CliIo } from './io/cli-io.ts';
import type { SetExitCode } from './set-exit-code.ts';

/** Adds a command to the program. */
export type AddCommand = (program: Command, io: CliIo, setExitCode: SetExitCode) => void;

interface CommandEntry {
  /** The words that it is called by. */
  readonly names: readonly string[];
  readonly load: () => Promise<AddCommand>;
}

/** All commands in the order of the help; each is loaded only when it is called for, since most of the start is loading. */
const entries: readonly CommandEntry[] = [
  {
    names: ['run', 'record'],
    load: async () => (await import('./command/run-command.ts')).addRunCommand,
  },
  {
    names: ['score'],
    load: async () => (await import('./command/score-command.ts')).addScoreCommand,
  },
  {
    names: ['decode'],
    load: async () => (await import('./command/decode-command.ts')).addDecodeCommand,
  },
  {
    names: ['report'],
    load: async () => (await import('./command/report-command.ts')).addReportCommand,
  },
  {
    names: ['compare'],
    load: async () => (await import('./command/compare-command.ts')).addCompareCommand,
  },
  {
    names: ['merge'],
    load: async () => (await import('./command/tools/merge-command.ts')).addMergeCommand,
  },
  {
    names: ['view'],
    load: async () => (await import('./command/view-command.ts')).addViewCommand,
  },
  {
    names: ['baseline'],
    load: async () => (await import('./command/baseline-command.ts')).addBaselineCommand,
  },
  {
    names: ['plan'],
    load: async () => (await import('./command/plan-command.ts')).addPlanCommand,
  },
  {
    names: ['cassettes'],
    load: async () => (await import('./command/cassettes-command.ts')).addCassettesCommand,
  },
  {
    names: ['init'],
    load: async () => (await import('./command/init/init-command.ts')).addInitCommand,
  },
  {
    names: ['import'],
    load: async () => (await import('./command/import-command.ts')).addImportCommand,
  },
  {
    names: ['diagnose'],
    load: async () => (await import('./command/tools/diagnose-command.ts')).addDiagnoseCommand,
  },
  {
    names: ['lint'],
    load: async () => (await import('./command/tools/lint-command.ts')).addLintCommand,
  },
  {
    names: ['probe'],
    load: async () => (await import('./command/tools/probe-command.ts')).addProbeCommand,
  },
  {
    names: ['versions'],
    load: async () => (await import('./command/tools/versions-command.ts')).addVersionsCommand,
  },
  {
    names: ['exec'],
    load: async () => (await import('./command/exec-command.ts')).addExecCommand,
  },
  {
    names: ['mcp'],
    load: async () => (await import('./command/mcp-command.ts')).addMcpCommand,
  },
];

/** Words for which no command is needed. */
const bare: ReadonlySet<string> = new Set(['--version', '-V']);

/** The commands that a command line needs: the one that it begins with; all of them for help, or for a word that none has. */
export async function loadCommands(args: readonly string[]): Promise<readonly AddCommand[]> {
  const [word = ''] = args;
  if (bare.has(word)) return [];
  const own = entries.filter(({ names }) => names.includes(word));
  return await Promise.all((own.length > 0 ? own : entries).map(({ load }) => load()));
}
