import type { LintFinding, LintRule } from '../lint-rule.ts';

/** What the terminal shows: findings by toolset and tool, worst first, then the counts. Notes only where they are wanted. */
export function toLintText(findings: readonly LintFinding[], withNotes: boolean): string {
  const shown = withNotes ? findings : findings.filter(({ severity }) => severity !== 'note');
  const groups = new Map<string, LintFinding[]>();
  for (const finding of shown) {
    const title = `${finding.toolset} ${finding.tool}`.trim();
    groups.set(title, [...(groups.get(title) ?? []), finding]);
  }
  const lines = [...groups].flatMap(([title, list]) => [title, ...list.flatMap(toLines), '']);
  return `${[...lines, toCountLine(findings, withNotes)].join('\n')}\n`;
}

function toLines({ severity, rule, message, evidence, fix }: LintFinding): readonly string[] {
  const fixable = fix === undefined ? '' : ' (--fix)';
  return [
    `  ${severity.padEnd(7)}  ${message}  [${rule}]${fixable}`,
    ...evidence.map((text) => `           ${text}`),
  ];
}

function toCountLine(findings: readonly LintFinding[], withNotes: boolean): string {
  const count = (severity: string, word: string): string => {
    const number = findings.filter((one) => one.severity === severity).length;
    return `${number} ${word}${number === 1 ? '' : 's'}`;
  };
  const notes = count('note', 'note');
  const more = withNotes || notes.startsWith('0 ') ? '' : ' (shown with --notes)';
  return `${count('error', 'error')}, ${count('warning', 'warning')}, ${notes}${more}`;
}

/** All rules with why they matter and an example before and after. */
export function toRulesText(rules: readonly LintRule[]): string {
  return rules
    .map(({ id, severity, about, why, before, after }) =>
      [
        `${id} (${severity})`,
        `  ${about}`,
        `  ${why}`,
        `  before: ${before}`,
        `  after:  ${after}`,
        '',
      ].join('\n'),
    )
    .join('\n');
}
