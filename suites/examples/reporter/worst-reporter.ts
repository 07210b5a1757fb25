import { defineReporter } from 'toolrig';

/** A text for a chat message: the scenarios that failed most often, with one reason each. */
export const worstReporter = defineReporter({
  id: 'worst',
  about: 'the scenarios that failed most often, as a text',
  target: 'file',
  write({ data }) {
    const cases = data.run?.cases ?? [];
    const scenarios = [...new Set(cases.map(({ scenario }) => scenario))];
    const rows = scenarios.flatMap((scenario) => {
      const attempts = cases
        .filter((one) => one.scenario === scenario)
        .flatMap((one) => one.attempts);
      const failed = attempts.filter(({ verdict }) => verdict === 'failed');
      const [reason = 'no reason'] = failed.flatMap(({ reasons }) => reasons);
      return failed.length === 0
        ? []
        : [{ scenario, failed: failed.length, of: attempts.length, reason }];
    });
    const worst = rows.toSorted(
      (a, b) => b.failed - a.failed || (a.scenario < b.scenario ? -1 : 1),
    );
    const lines = worst.map((row) => `${row.failed}/${row.of} ${row.scenario}: ${row.reason}`);
    return `${data.suite}: ${data.verdict}\n${lines.length === 0 ? 'nothing failed' : lines.join('\n')}\n`;
  },
});
