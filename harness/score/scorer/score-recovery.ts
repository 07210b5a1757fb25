import type { Scores } from '../../core/score/score.ts';
import { toShare } from '../reason/to-score.ts';
import type { Judging } from '../view/trial-scorer.ts';

/** Scores faults: handled, of those that struck and could be judged. `null` when none did. */
export function scoreRecovery({ trial }: Judging): Scores {
  const judged = trial.input.faults.filter((fault) => fault.fired > 0 && fault.handled !== null);
  const lost = judged.filter((fault) => fault.handled === false);
  const losses = lost.map((fault) => ({
    code: `unhandled_${fault.kind}`,
    event: trial.faults.find((event) => event.fault === fault.name)?.seq ?? null,
    text: `The fault "${fault.name}" was not handled as it should be`,
  }));
  return { 'recovery.handled': toShare(judged.length - lost.length, judged.length, losses) };
}
