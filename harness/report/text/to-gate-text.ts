import type { GateReport, GateResult } from '../../compare/gate/gate-report.ts';
import { toLine } from './to-plain-text.ts';

const mostBreakers = 10;

/**
 * What `toolrig run --gate` prints after the run: each gate, and for those that do not hold, which scenarios and why.
 *
 * @param decision - the line with the decision of the run.
 */
export function toGateText(report: GateReport, decision: string): string {
  const lines = report.results.flatMap(toLines);
  const invalid = (report.invalidReasons ?? []).map(
    ({ code, text }) => `could not be measured: ${code}: ${text}`,
  );
  return `${[...lines, ...invalid, decision].map(toLine).join('\n')}\n`;
}

function toLines(result: GateResult): readonly string[] {
  const variant = result.variant === '' ? '' : ` [${result.variant}]`;
  const lines = [`gate ${result.verdict}: ${result.rule}${variant}`, `  ${result.sentence}`];
  for (const breaker of result.breakers.slice(0, mostBreakers)) {
    const plan = breaker.plan === 'none' ? '' : ` under ${breaker.plan}`;
    const before = breaker.baseline === null ? '' : `${breaker.baseline} -> `;
    lines.push(
      `  - ${breaker.scenario}${plan}: ${before}${breaker.value}`,
      ...breaker.reasons.slice(0, 3).map((reason) => `      ${reason}`),
    );
  }
  if (result.breakers.length > mostBreakers) {
    lines.push(`  ... and ${result.breakers.length - mostBreakers} more scenarios (--json)`);
  }
  return [...lines, ...result.causes.map((cause) => `  cause? ${cause}`)];
}
