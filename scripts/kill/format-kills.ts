import { killNames } from './kill-task.ts';
import type { KillResult } from './run-kills.ts';

/** What counts as a violation, in the order of the table. */
export const violations = ['lost', 'doubled', 'torn', 'blocked', 'different'] as const;

/** The figures, one line for each command, and a sum. */
export function formatKills(results: readonly KillResult[]): string {
  const head = ['command', 'kills', 'over', 'kept', ...violations];
  const rows = killNames.map((name) =>
    toRow(
      name,
      results.filter((result) => result.name === name),
    ),
  );
  return [head, ...rows, toRow('all', results)]
    .map(([name = '', ...figures]) =>
      [name.padEnd(16), ...figures.map((figure) => figure.padStart(10))].join(''),
    )
    .join('\n');
}

function toRow(name: string, results: readonly KillResult[]): readonly string[] {
  const sum = (count: (result: KillResult) => number): string =>
    String(results.reduce((total, result) => total + count(result), 0));
  return [
    name,
    String(results.length),
    sum(({ wasOver }) => (wasOver ? 1 : 0)),
    sum(({ kept }) => kept),
    ...violations.map((kind) => sum((result) => result[kind].length)),
  ];
}
