import { checkScorer } from '../../core/own/define-scorer.ts';
import { show } from '../../core/own/definition.ts';
import type { OwnScorer } from '../../core/own/own-scorer.ts';
import type { MetricInfo } from '../../core/score/metric.ts';

/** Reads a list of scorers; errors are reported with their place. */
export function readScorers(
  value: unknown,
  path: string,
  problems: string[],
): readonly OwnScorer[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    problems.push(`${path}: expected a list of what \`defineScorer\` gives, found ${show(value)}`);
    return [];
  }
  const scorers: OwnScorer[] = [];
  for (const [place, entry] of (value as readonly unknown[]).entries()) {
    const found = checkScorer(entry);
    problems.push(...found.map((problem) => `${path}[${place}].${problem}`));
    if (found.length > 0) continue;
    // Every field was looked at.
    const scorer = entry as OwnScorer;
    if (scorers.some(({ name }) => name === scorer.name)) {
      problems.push(`${path}[${place}].name: "${scorer.name}" is there twice`);
    } else scorers.push(scorer);
  }
  return scorers;
}

/** How the metric of a scorer reads. */
export function toInfo({ score: _score, ...info }: OwnScorer): MetricInfo {
  return info;
}
