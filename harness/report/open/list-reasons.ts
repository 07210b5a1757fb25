import type { TrialResult } from './trial-result.ts';

/** Why a trial failed, could not be measured or was skipped: `code: sentence`, each once, in order. */
export function listReasons({ trial, score }: TrialResult): readonly string[] {
  const { outcome } = trial;
  if (outcome.status === 'skipped') return [`${outcome.code}: ${outcome.cause}`];
  if (outcome.status === 'invalid') {
    return [`${outcome.code}: ${outcome.cause}`, ...outcome.detail];
  }
  if (score.verdict === 'passed') return [];
  if (score.verdict === 'invalid') return ['not_judged: The trial ended but could not be judged'];
  const losses = score.scores['task.success']?.losses ?? [];
  if (losses.length > 0) return [...new Set(losses.map(({ code, text }) => `${code}: ${text}`))];
  return score.expectFail === null
    ? ['failed: It failed without a stated reason']
    : [`unexpected_pass: Expected to fail (${score.expectFail}) but passed`];
}
