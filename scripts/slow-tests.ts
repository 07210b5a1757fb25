/** Tests that start many processes or read whole data sets. `npm run test:slow` runs them, and so does CI. */
export const slowTests = [
  'harness/acceptance/command-agents.test.ts',
  'harness/acceptance/exec-command.test.ts',
  'harness/acceptance/exec-mcp.test.ts',
  'harness/acceptance/python-agents.test.ts',
  'harness/report/html/page-in-browser.test.ts',
  'harness/acceptance/view-in-browser.test.ts',
  'harness/vitest/project.test.ts',
  'harness/vitest/readme.test.ts',
  'scripts/byte-identity.test.ts',
  'scripts/clean-ends.test.ts',
  'scripts/kill/kill.test.ts',
  'scripts/large-runs.test.ts',
  'scripts/process-ends.test.ts',
  'scripts/protocol.test.ts',
  'scripts/record-again.test.ts',
  'scripts/verdicts/verdicts.test.ts',
];
