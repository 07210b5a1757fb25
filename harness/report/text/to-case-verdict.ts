import { toLaneId } from '../../core/suite/lane.ts';
import type { CaseResult } from '../report-data.ts';

/**
 * The verdict of a case over all its attempts. It is invalid when one attempt could not be measured; skipped attempts
 * do not count.
 */
export function toCaseVerdict({
  attempts,
}: CaseResult): 'passed' | 'failed' | 'invalid' | 'skipped' {
  const has = (verdict: string): boolean => attempts.some((one) => one.verdict === verdict);
  if (has('invalid')) return 'invalid';
  if (has('failed')) return 'failed';
  return has('passed') ? 'passed' : 'skipped';
}

/** Why, over all attempts: each reason once. */
export function toCaseReasons({ attempts }: CaseResult): readonly string[] {
  return [...new Set(attempts.flatMap((attempt) => attempt.reasons))];
}

/** Every attempt that failed is known to the accepted baseline as failed. */
export function isKnownFailure(
  { scenario, variant, plan, attempts }: CaseResult,
  suite: string,
  known: ReadonlySet<string>,
): boolean {
  const failed = attempts.filter((attempt) => attempt.verdict === 'failed');
  return (
    failed.length > 0 &&
    failed.every(({ repeat }) => known.has(toLaneId({ suite, scenario, variant, plan, repeat })))
  );
}
