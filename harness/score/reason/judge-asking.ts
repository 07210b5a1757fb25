import { exactFieldJson, toShowable } from '../../json/exact-arguments.ts';
import type { Loss } from '../../core/score/score.ts';
import { isGrounded } from './find-ungrounded.ts';
import type { TrialView } from '../view/trial-view.ts';

/**
 * Whether the agent asked for what only the user can know. It did when the conversation ended with a question, or when a
 * reply without calls asked something before the value was used. A value used that nobody had said is made up.
 * `null` when nothing must be asked for.
 */
export function judgeAsking(trial: TrialView): readonly Loss[] | null {
  const { ask } = trial.input.expected;
  if (ask.length === 0) return null;
  return ask.flatMap((field): readonly Loss[] => {
    const made = trial.calls.find((call) => {
      const { arguments: args, injected } = call;
      const value = injected || args === null ? undefined : toShowable(args)[field];
      return value !== undefined && value !== null && !isGrounded(trial, call, value);
    });
    if (made !== undefined) {
      const text = `"${made.name}" was called with "${field}" ${exactFieldJson(made.arguments ?? {}, field)}, which should have been asked for`;
      return [{ code: 'fabricated_value', event: made.judgedEvent, text }];
    }
    if (hasAsked(trial, field)) return [];
    return [
      { code: 'not_asked', event: trial.endEvent, text: `The user was not asked for "${field}"` },
    ];
  });
}

function hasAsked(trial: TrialView, field: string): boolean {
  if (trial.stopReason === 'asked') return true;
  const used = trial.calls.find((call) => !call.injected && call.arguments?.[field] !== undefined);
  return trial.replies.some(
    (reply) =>
      reply.calls.length === 0 &&
      /[?？]/u.test(reply.text ?? '') &&
      (used === undefined || reply.seq < used.event),
  );
}
