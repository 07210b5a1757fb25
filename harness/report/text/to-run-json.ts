import type { RunSummary } from '../../core/run.ts';

/**
 * The one object that `--json` prints: with one variant its `scores` are at the top level, with several they are under
 * `variants`.
 */
export function toRunJson(
  summary: RunSummary,
  runFolder: string,
): Readonly<Record<string, unknown>> {
  const { variants, ...rest } = summary;
  const [only, ...others] = Object.values(variants);
  const scores = only !== undefined && others.length === 0 ? { scores: only.scores } : {};
  return { ...rest, runFolder, ...scores, variants };
}
