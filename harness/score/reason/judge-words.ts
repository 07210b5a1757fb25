import type { Loss } from '../../core/score/score.ts';
import { matchPattern } from '../../expectation/match-pattern.ts';
import type { TrialView } from '../view/trial-view.ts';

/** Whether the final text says what it must and nothing that it must not; case does not matter. `null` when nothing is wanted of it. */
export function judgeWords(trial: TrialView): readonly Loss[] | null {
  const { says, saysNot } = trial.input.expected;
  if (says.length === 0 && saysNot.length === 0) return null;
  const text = trial.finalText ?? '';
  const event = trial.endEvent;
  return [
    ...says
      .filter((pattern) => !matchPattern(pattern, text, 'i'))
      .map((pattern) => ({
        code: 'not_said',
        event,
        text: `The answer does not say /${pattern}/`,
      })),
    ...saysNot
      .filter((pattern) => matchPattern(pattern, text, 'i'))
      .map((pattern) => ({ code: 'said_wrongly', event, text: `The answer says /${pattern}/` })),
  ];
}
