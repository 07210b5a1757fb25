import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';

import { openSource } from '../../../api/open/open-sources.ts';
import { readVersion } from '../../../api/place/package-info.ts';
import { exitCodes } from '../../../core/run.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { toReason } from '../../../disk/disk-reason.ts';
import { replaceFile } from '../../../disk/replace-file.ts';
import { chooseRules } from '../../../lint/choose-rules.ts';
import type { LintFinding, LintRule, LintSeverity } from '../../../lint/lint-rule.ts';
import { fixTools, lintTools } from '../../../lint/lint-tools.ts';
import { toLintText, toRulesText } from '../../../lint/output/to-lint-text.ts';
import { toSarif } from '../../../lint/output/to-sarif.ts';
import { lintRules } from '../../../lint/registry.ts';
import { toVersionEvidence } from '../../../lint/version/to-version-evidence.ts';
import { toEvidence } from '../../../lint/to-evidence.ts';
import { toCommand } from '../../../report/ci/to-annotations.ts';
import { readList } from '../../flag/read-list.ts';
import { openLinted, type LintedSource } from '../../flag/open-linted.ts';
import { openMcpTools } from '../../flag/open-mcp-tools.ts';
import type { CliIo } from '../../io/cli-io.ts';
import type { SetExitCode } from '../../set-exit-code.ts';

interface LintFlags {
  readonly run?: readonly string[];
  readonly toolset?: readonly string[];
  readonly only?: readonly string[];
  readonly ignore?: readonly string[];
  readonly failOn: LintSeverity | 'never';
  readonly notes?: boolean;
  readonly fix?: boolean;
  readonly rules?: boolean;
  readonly sarif?: string;
  readonly annotations?: boolean;
  readonly json?: boolean;
  readonly mcp?: boolean;
}

/** Adds `lint`. */
export function addLintCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  addFlags(program.command('lint'))
    .description('Find tool names, descriptions and schemas that mislead models.')
    .addHelpText(
      'after',
      `
A list of tools is JSON in the form of OpenAI, Anthropic or MCP (the answer to
tools/list). Exit code 1 when a finding is at least as severe as --fail-on says.

Examples:
  toolrig lint suites/support-desk --toolset desk@1
  toolrig lint suites/orders --run reports/runs/20260101T120000Z-orders
  toolrig lint tools.json --fix
  toolrig lint --mcp http://127.0.0.1:3000/mcp
  toolrig lint --mcp -- npx @modelcontextprotocol/server-filesystem files
  toolrig lint --rules`,
    )
    .action(async (words: readonly string[], flags: LintFlags) => {
      setExitCode(await lint(words, flags, io));
    });
}

function addFlags(command: Command): Command {
  return command
    .argument('[input...]', 'a suite, a JSON file with a list of tools, or with --mcp a server')
    .option('--mcp', 'ask an MCP server for its tools: by its URL, or by its program after --')
    .option('--toolset <ids>', 'only these toolsets of the suite', readList)
    .option('--run <folders>', 'add evidence from these runs to the findings', readList)
    .option('--only <rules>', 'only these rules', readList)
    .option('--ignore <rules>', 'all rules except these', readList)
    .addOption(
      new Option('--fail-on <severity>', 'the lowest severity of a finding that gives exit code 1')
        .choices(['error', 'warning', 'note', 'never'])
        .default('error'),
    )
    .option('--notes', 'show notes too')
    .option('--fix', 'fix what can be fixed safely in a JSON list of tools')
    .option('--rules', 'list all rules with their reasons and examples')
    .option('--sarif <file>', 'write SARIF 2.1.0 for code scanning')
    .option('--annotations', 'print GitHub annotations on standard output')
    .option('--json', 'print one JSON object on standard output');
}

async function lint(words: readonly string[], flags: LintFlags, io: CliIo): Promise<number> {
  const rules = chooseRules(lintRules, flags.only, flags.ignore);
  if (flags.rules === true) {
    io.out(flags.json === true ? `${JSON.stringify(rules, null, 2)}\n` : toRulesText(rules));
    return exitCodes.passed;
  }
  const source = await open(words, flags, io);
  if (flags.fix === true) fix(source, rules, io);
  const opened = flags.fix === true ? await open(words, flags, io) : source;
  const evidence = [
    ...(await readEvidence(flags.run ?? [], io)),
    ...opened.toolsets.flatMap((set) => toVersionEvidence(set, opened.recordedCalls(set.id))),
  ];
  const findings = lintTools(opened.toolsets, rules, evidence);
  writeSarif(findings, { rules, flags, source: opened }, io);
  if (flags.json === true) io.out(`${toJson(opened, findings)}\n`);
  else io.out(toLintText(findings, flags.notes === true));
  if (flags.annotations === true) io.command(toAnnotations(findings, opened.file));
  return findings.some(({ severity }) => isAtLeast(severity, flags.failOn))
    ? exitCodes.failed
    : exitCodes.passed;
}

async function open(
  words: readonly string[],
  { mcp, fix: isFixing, toolset }: LintFlags,
  io: CliIo,
): Promise<LintedSource> {
  if (mcp === true) {
    if (isFixing === true || toolset !== undefined) {
      const flag = isFixing === true ? '--fix' : '--toolset';
      throw new UsageError(
        `Cannot use ${flag} with --mcp: a server has one set of tools, and changes belong into its own code`,
      );
    }
    return await openMcpTools(words, io);
  }
  const [input, second] = words;
  if (input === undefined) {
    throw new UsageError('Cannot lint: name a suite or a JSON file with a list of tools');
  }
  if (second !== undefined) {
    throw new UsageError(
      `Cannot lint "${words.join(' ')}": name one input, or give --mcp if this is the program of an MCP server`,
    );
  }
  return await openLinted(input, toolset, io);
}

const order: readonly LintSeverity[] = ['error', 'warning', 'note'];

function isAtLeast(severity: LintSeverity, failOn: LintFlags['failOn']): boolean {
  return failOn !== 'never' && order.indexOf(severity) <= order.indexOf(failOn);
}

async function readEvidence(
  runs: readonly string[],
  io: CliIo,
): Promise<ReturnType<typeof toEvidence>> {
  const records = [];
  for (const word of runs) {
    const source = await openSource(word, io);
    if (source === null) {
      throw new UsageError(`Cannot read evidence from "${word}": it is not a run folder`);
    }
    for (const { name } of source.variants) records.push(...(await source.load(name)).records);
  }
  return toEvidence(records);
}

function fix({ toolsets, list }: LintedSource, rules: readonly LintRule[], io: CliIo): void {
  const [set] = toolsets;
  if (list === null || set === undefined) {
    throw new UsageError(
      'Cannot fix a suite: --fix changes only JSON files with a list of tools; edit the suite instead',
    );
  }
  const fixed = fixTools(set, lintTools([set], rules));
  const count = fixed.tools.filter((tool, index) => tool !== set.tools[index]).length;
  if (count > 0) list.write(fixed);
  io.err(`mended ${count} of ${set.tools.length} tools\n`);
}

function writeSarif(
  findings: readonly LintFinding[],
  { rules, flags, source }: { rules: readonly LintRule[]; flags: LintFlags; source: LintedSource },
  io: CliIo,
): void {
  if (flags.sarif === undefined) return;
  const content = toSarif(findings, rules, { file: source.file, version: readVersion() });
  try {
    replaceFile(resolve(io.cwd, flags.sarif), `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    throw new InvalidArgumentError(`Cannot write "${flags.sarif}": ${toReason(error)}`);
  }
  io.err(`wrote ${flags.sarif}\n`);
}

function toJson({ file, toolsets }: LintedSource, findings: readonly LintFinding[]): string {
  const shown = findings.map(({ fix: change, ...finding }) => ({
    ...finding,
    fixable: change !== undefined,
  }));
  const counts = Object.fromEntries(
    order.map((word) => [word, findings.filter(({ severity }) => severity === word).length]),
  );
  const sets = toolsets.map(({ id, tools }) => ({ id, tools: tools.length }));
  return JSON.stringify(
    { schemaVersion: 1, file, toolsets: sets, counts, findings: shown },
    null,
    2,
  );
}

function toAnnotations(findings: readonly LintFinding[], file: string): string {
  const lines = findings.map(({ severity, rule, tool, toolset, message }) =>
    toCommand(
      severity === 'note' ? 'notice' : severity,
      { file, title: `${rule}: ${tool || toolset}` },
      message,
    ),
  );
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
