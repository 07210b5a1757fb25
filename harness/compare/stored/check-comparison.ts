import { toJsonPath } from '../../json/to-json-path.ts';
import type { Comparison, MetricComparison } from '../comparison.ts';
import { joinVerdicts, judgeComparison, toExitCode } from '../judge/judge-comparison.ts';
import { isLargeLoss } from '../judge/judge-tools.ts';

/** A field that is not consistent with the rest of its file, or with the run in the same folder. */
export interface FieldChange {
  readonly path: string;
  readonly found: string;
  readonly due: string;
}

/** Names the first of some fields that is not what it should be. */
export function findChange(
  fields: readonly (readonly [place: readonly (string | number)[], found: unknown, due: unknown])[],
): FieldChange | null {
  const change = fields.find(([, found, due]) => found !== due);
  if (change === undefined) return null;
  const [place, found, due] = change;
  return { path: toJsonPath(place), found: toWord(found), due: toWord(due) };
}

function toWord(value: unknown): string {
  return JSON.stringify(value) ?? 'absent';
}

/** Recomputes the verdict of a stored comparison from the verdicts of its metrics and tools, and its reasons. */
export function checkComparison(
  comparison: Comparison,
  place: readonly (string | number)[] = [],
): FieldChange | null {
  const verdict = toDue(comparison);
  return findChange([
    ...comparison.metrics.map(
      (metric, index) =>
        [
          [...place, 'metrics', index, 'verdict'],
          metric.verdict,
          isFirstDouble(metric, comparison) ? 'REGRESSION' : metric.verdict,
        ] as const,
    ),
    ...(comparison.tools ?? []).map(
      ({ verdict: said, recall, adjustedP }, index) =>
        [
          [...place, 'tools', index, 'verdict'],
          said,
          recall.candidate >= recall.baseline
            ? 'PASS'
            : adjustedP < 0.05
              ? 'REGRESSION'
              : 'INCONCLUSIVE',
        ] as const,
    ),
    ...(comparison.tools ?? []).map(
      ({ verdict: said, recall, blocks }, index) =>
        [
          [...place, 'tools', index, 'blocks'],
          blocks,
          said === 'REGRESSION' || isLargeLoss(recall),
        ] as const,
    ),
    [[...place, 'verdict'], comparison.verdict, verdict],
    [[...place, 'exitCode'], comparison.exitCode, toExitCode(verdict)],
  ]);
}

/** A comparison that was looked at after each cluster has the verdict of the one metric that it was made by. */
function toDue(comparison: Comparison): Comparison['verdict'] {
  const { sequential, invalidReasons, metrics } = comparison;
  if (sequential === undefined) return judgeComparison(comparison).verdict;
  if (invalidReasons.length > 0) return 'INVALID';
  return joinVerdicts(
    metrics.filter(({ metric }) => metric === sequential.metric).map(({ verdict }) => verdict),
  );
}

/** Doubled irreversible effects where the baseline has none are judged without statistics. */
function isFirstDouble(
  { metric, baseline, candidate }: MetricComparison,
  { sequential }: Comparison,
): boolean {
  if (metric !== 'effects.double' || sequential !== undefined) return false;
  return baseline.value === 0 && candidate.value !== null && candidate.value > 0;
}
