/** What `npm run mutate` looks at: the code that decides what a trial is worth and what a run exits with. */
export const areas: Readonly<Record<string, readonly string[]>> = {
  scorers: ['harness/score', 'harness/expectation'],
  faults: ['harness/boundary/fault'],
  verdicts: [
    'harness/compare/decide.ts',
    'harness/compare/gate',
    'harness/cli/set-exit-code.ts',
    'harness/cli/run-cli.ts',
    'harness/cli/io/process-life.ts',
    'harness/cli/io/report-error.ts',
    'harness/cli/command/run-listed-suites.ts',
    'harness/cli/command/gate-run.ts',
    'harness/cli/command/score-command.ts',
    'harness/cli/command/score-page.ts',
  ],
  comparison: ['harness/compare'],
  statistics: ['harness/stats'],
  runner: ['harness/run'],
  commands: ['harness/cli/main.ts', 'harness/cli/command'],
};

/** The area of a source, or its room. */
export function areaOf(file: string): string {
  const found = Object.entries(areas).find(([, paths]) =>
    paths.some((path) => file === path || file.startsWith(`${path}/`)),
  );
  return found?.[0] ?? file.split('/').slice(0, 2).join('/');
}
