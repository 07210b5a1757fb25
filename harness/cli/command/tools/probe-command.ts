import type { Command } from 'commander';

import { openSuite } from '../../../api/place/open-suite.ts';
import { exitCodes } from '../../../core/run.ts';
import { toProbeText } from '../../../probe/output/to-probe-text.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { probeFindings, type ProbeReport } from '../../../probe/probe-report.ts';
import { probeSuite } from '../../../probe/probe-suite.ts';
import { readList } from '../../flag/read-list.ts';
import type { CliIo } from '../../io/cli-io.ts';
import type { SetExitCode } from '../../set-exit-code.ts';

interface ProbeFlags {
  readonly toolset?: readonly string[];
  readonly tool?: readonly string[];
  readonly ignore?: readonly string[];
  readonly live?: boolean;
  readonly unchecked?: boolean;
  readonly json?: boolean;
}

/** Adds `probe`. */
export function addProbeCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('probe')
    .description(
      'Call every tool of a suite with empty, long, hostile and wrong arguments, each call twice, and check what the world did.',
    )
    .argument('<suite>', 'a suite file, a folder with one, or the name of a shipped suite')
    .option('--toolset <ids>', 'only these toolsets', readList)
    .option('--tool <names>', 'only these tools', readList)
    .option('--ignore <findings>', 'findings that do not count', readList)
    .option(
      '--live',
      'also deliver calls to real services: MCP servers, and tools that do real I/O',
    )
    .option(
      '--unchecked',
      'also deliver what the tool boundary objects to, as a loop that checks nothing would',
    )
    .option('--json', 'print one JSON object on standard output')
    .addHelpText('after', help)
    .action(async (suite: string, flags: ProbeFlags) => {
      setExitCode(await probe(suite, flags, io));
    });
}

const help = `
No model is asked. Each call has a fresh copy of a world of the suite, previews
are confirmed, and a person who is asked agrees. Exit code 1 when there is a
finding:
${Object.entries(probeFindings)
  .map(([code, about]) => `  ${code.padEnd(19)} ${about}`)
  .join('\n')}

Examples:
  toolrig probe suites/orders
  toolrig probe suites/orders --toolset orders@2 --tool refund_order --json
  toolrig probe suites/orders --ignore unbounded_text`;

async function probe(word: string, flags: ProbeFlags, io: CliIo): Promise<number> {
  refuseUnknown(flags.ignore ?? []);
  const mode = flags.live === true ? 'live' : 'replay';
  const { suite } = await openSuite(word, { mode }, io);
  const report = without(
    await probeSuite(suite, {
      toolsets: flags.toolset ?? null,
      tools: flags.tool ?? null,
      live: flags.live === true,
      unchecked: flags.unchecked === true,
      signal: io.signal,
    }),
    flags.ignore ?? [],
  );
  const findings = report.toolsets.flatMap(({ tools }) => tools.flatMap((tool) => tool.findings));
  const exitCode = findings.length > 0 ? exitCodes.failed : exitCodes.passed;
  if (flags.json === true) {
    io.out(`${JSON.stringify({ schemaVersion: 1, exitCode, ...report }, null, 2)}\n`);
  } else {
    io.out(toProbeText(report));
  }
  return exitCode;
}

function refuseUnknown(codes: readonly string[]): void {
  const unknown = codes.filter((code) => !Object.hasOwn(probeFindings, code));
  if (unknown.length === 0) return;
  throw new UsageError(
    `There is no finding "${unknown.join('", "')}"; there are ${Object.keys(probeFindings).join(', ')}`,
  );
}

function without(report: ProbeReport, ignored: readonly string[]): ProbeReport {
  const toolsets = report.toolsets.map((set) => ({
    ...set,
    tools: set.tools.map((tool) => ({
      ...tool,
      findings: tool.findings.filter(({ code }) => !ignored.includes(code)),
    })),
  }));
  return { ...report, toolsets };
}
