import { layoutTable } from '../../report/text/layout-table.ts';
import type { ProbedTool, ProbeFinding, ProbeReport } from '../probe-report.ts';

/** The report of a probed suite for a terminal: a table for each toolset, then the findings. */
export function toProbeText({ suite, toolsets }: ProbeReport): string {
  const tools = toolsets.flatMap((set) => set.tools);
  const findings = tools.flatMap((tool) => tool.findings);
  return [
    ...toolsets.map(({ id, tools: own }) => toSetText(`suite ${suite}, toolset ${id}`, own)),
    ...(findings.length === 0 ? [] : [`findings\n${findings.map(toFindingText).join('\n')}\n`]),
    `${toTotal(tools, findings)}\n`,
  ].join('\n');
}

function toSetText(title: string, tools: readonly ProbedTool[]): string {
  const rows = tools.map(({ tool, calls, answered, refused, grade, findings }) => [
    tool,
    String(calls),
    String(answered),
    String(refused),
    grade.declared,
    grade.observed ?? '-',
    grade.verdict.replaceAll('_', ' '),
    String(findings.length),
  ]);
  const head = ['tool', 'calls', 'answered', 'refused', 'declared', 'seen', 'grade', 'findings'];
  const spared = tools.filter((tool) => tool.spared !== null);
  return [
    title,
    '',
    ...layoutTable([head, ...rows]),
    '',
    ...tools.flatMap(toNotes),
    ...(spared.length === 0
      ? []
      : [`note: ${spared.map(({ tool }) => tool).join(', ')}: ${spared[0]?.spared ?? ''}`]),
    '',
  ].join('\n');
}

/** What is worth knowing of a grade that is neither confirmed nor a finding. */
function toNotes({ tool, grade, spared }: ProbedTool): readonly string[] {
  const { declared, observed, verdict, why } = grade;
  if (spared !== null) return [];
  if (verdict === 'unconfirmed') return [`note: ${tool}: ${declared} is not confirmed: ${why}`];
  if (verdict !== 'too_high') return [];
  return [`note: ${tool}: declared ${declared}, seen as ${observed ?? '-'}: ${why}`];
}

function toFindingText({
  code,
  toolset,
  tool,
  path,
  message,
  argumentsText,
  scenario,
}: ProbeFinding): string {
  return [
    `  ${toolset} ${tool} ${path}: ${code}`,
    `    ${message}`,
    `    sent ${argumentsText === '' ? 'no text' : argumentsText} in the world of "${scenario}"`,
  ].join('\n');
}

function toTotal(tools: readonly ProbedTool[], findings: readonly ProbeFinding[]): string {
  const calls = tools.reduce((sum, tool) => sum + tool.calls, 0);
  const grades = tools.filter(({ grade }) => grade.verdict === 'confirmed').length;
  return `${tools.length} tools, ${calls} calls, each made twice: ${findings.length} findings; ${grades} of ${tools.length} effect grades confirmed`;
}
