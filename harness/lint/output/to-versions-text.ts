import type { RefusedCall, ToolVerdict, VersionChange } from '../version/compare-versions.ts';

/** Two versions of a toolset and the verdict of each tool that differs. */
export interface ComparedVersions {
  readonly old: string;
  readonly now: string;
  /** What the suite says of the new version. */
  readonly note: string | null;
  readonly tools: readonly ToolVerdict[];
}

/** The verdicts for a terminal. */
export function toVersionsText(pairs: readonly ComparedVersions[]): string {
  return `${pairs.map(toPairText).join('\n\n')}\n`;
}

function toPairText({ old, now, note, tools }: ComparedVersions): string {
  const breaking = tools.filter(({ verdict }) => verdict === 'breaking').length;
  const compatible = tools.length - breaking;
  return [
    `${old} -> ${now}`,
    ...(note === null ? [] : [`note: ${note}`]),
    ...tools.flatMap(toToolLines),
    tools.length === 0 ? 'no tool differs' : `${breaking} breaking, ${compatible} compatible`,
  ].join('\n');
}

function toToolLines(tool: ToolVerdict): readonly string[] {
  return [
    `${tool.verdict}: ${tool.tool}${toRecorded(tool)}`,
    ...tool.changes.map(toChangeLine),
    ...tool.refused.map(toRefusedLine),
  ];
}

function toRecorded({ recorded, refused }: ToolVerdict): string {
  if (refused.length === 0) {
    return recorded === 0 ? ', no recorded call' : `, ${count(recorded)} accepted`;
  }
  const scenarios = [...new Set(refused.map(({ scenario }) => scenario))];
  return `, ${count(refused.length)} refused, ${scenarios.join(', ')}`;
}

function count(calls: number): string {
  return calls === 1 ? '1 recorded call' : `${calls} recorded calls`;
}

function toChangeLine({ text, breaking }: VersionChange): string {
  return `  ${breaking ? 'breaks' : 'keeps '}  ${text}`;
}

function toRefusedLine({ scenario, argumentsText, why }: RefusedCall): string {
  return `  refused ${scenario}: ${argumentsText || 'no arguments'}: ${why}`;
}
