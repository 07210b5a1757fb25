import type { FieldCorrection } from '../../core/trial/trial.ts';
import { findWorse } from '../reason/judge-correction.ts';
import { isValidCall, listDefects } from '../reason/list-defects.ts';
import type { CallView, TrialView } from '../view/trial-view.ts';
import { findWishes, type Wish } from './find-wishes.ts';

/** A new attempt, and the one before, which was not valid. */
export interface Correction {
  readonly before: CallView;
  readonly after: CallView;
}

/** The calls of a trial whose arguments are the model's own: planted ones and those of a cut reply are not. */
export function listOwnCalls(trial: TrialView): readonly CallView[] {
  return trial.calls.filter((call) => !call.injected && !call.truncated);
}

/** The intended calls of a trial to tools that exist. */
export function findOwnWishes(trial: TrialView): readonly Wish[] {
  return findWishes(listOwnCalls(trial).filter((call) => call.tool !== null));
}

/** Whether the first attempt of a wish does not fit, and there was an answer after which it could be mended. */
export function isAnsweredWrong({ attempts: [first, next] }: Wish): boolean {
  if (isValidCall(first)) return false;
  return next !== undefined || first.refused !== null || first.runs.length > 0;
}

/** Every attempt of a wish that follows one that was not valid. */
export function listCorrections({ attempts }: Wish): readonly Correction[] {
  return attempts.slice(1).flatMap((after, index) => {
    const before = attempts[index];
    return before === undefined || isValidCall(before) ? [] : [{ before, after }];
  });
}

/**
 * What became of each field that was wrong, over all wishes whose first attempt was not valid: whether it is right in
 * the next attempt, and where a correction moved away.
 */
export function findCorrections(trial: TrialView): readonly FieldCorrection[] {
  return findOwnWishes(trial).flatMap((wish) => [...toMended(wish), ...toWorse(wish)]);
}

function toMended(wish: Wish): readonly FieldCorrection[] {
  if (!isAnsweredWrong(wish)) return [];
  const [first, next] = wish.attempts;
  const left = next === undefined ? null : new Set(listDefects(next).map(({ path }) => path));
  const isUnread = left?.has('$') === true;
  const paths = new Map(listDefects(first).map(({ path, code }) => [path, code]));
  return [...paths].map(([path, code]) => ({
    tool: first.name,
    path,
    code,
    outcome: left === null || isUnread || left.has(path) ? 'not_mended' : 'mended',
  }));
}

function toWorse(wish: Wish): readonly FieldCorrection[] {
  return listCorrections(wish).flatMap(({ before, after }) =>
    findWorse(before, after).map(({ path, code }) => ({
      tool: after.name,
      path,
      code,
      outcome: 'worse' as const,
    })),
  );
}
