import type { ReuseReport } from '../../run/store/trial-store.ts';

/** Says what a run took from earlier ones and what it left out, a line each; empty where there is nothing to say. */
export function toReuseLine(reuse: ReuseReport | null): string {
  if (reuse === null) return '';
  const { left, reused, of, verified } = reuse;
  const lines: string[] = [];
  if (left !== undefined) {
    const some = left.scenarios.slice(0, 5).join(', ');
    const more = left.scenarios.length > 5 ? ', ...' : '';
    const which = some === '' ? '' : `; scenarios ${some}${more}`;
    lines.push(
      `${left.conversations} of ${left.of} conversations left out (--changed): they passed, and nothing that they depend on has changed${which}`,
    );
  }
  if (reused + verified > 0) {
    const again = verified === 0 ? '' : `; ${verified} more ran again to verify what is stored`;
    lines.push(`${reused} of ${of} trials reused: nothing that they depend on has changed${again}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}
