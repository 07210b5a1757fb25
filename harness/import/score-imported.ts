import type { ScoreRecord } from '../core/trial/trial.ts';
import { type ImportedRun, type ImportedTrial, nothingExpected } from './imported-run.ts';
import { scoreRecord } from '../run/keep/score-record.ts';

/** Scores one imported trial: the source's verdicts are kept, and what the source does not contain is not measured. */
export function scoreImported(
  trial: ImportedTrial,
  { unmeasured, hasVerdicts }: Pick<ImportedRun, 'unmeasured' | 'hasVerdicts'>,
): ScoreRecord {
  const own = scoreRecord(trial.record, {
    expected: nothingExpected,
    expectFail: null,
    tools: trial.tools,
    claims: [],
    identity: [],
    price: null,
    knownText: trial.knownText,
  });
  if (own.facts === null) return own;
  const success = trial.given['task.success']?.value ?? null;
  // Without a verdict of the source it counts for nothing, as any trial that could not be measured.
  const told = Object.entries(own.scores).filter(([name]) => !has(unmeasured, name));
  if (success === null) {
    const measured = told.filter(([name]) => name !== 'task.success');
    const scores = hasVerdicts === false ? Object.fromEntries(measured) : {};
    return { ...own, verdict: 'invalid', scores };
  }
  const scores = { ...Object.fromEntries(told), ...trial.given };
  return { ...own, verdict: success === 1 ? 'passed' : 'failed', scores };
}

function has(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name);
}
