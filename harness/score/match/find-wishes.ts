import { toSaid } from '../reason/find-repeats.ts';
import { isValidCall } from '../reason/list-defects.ts';
import type { CallView } from '../view/trial-view.ts';

/**
 * One intended call. A valid call that only repeats an earlier one is not a new intention, so that a loop does not
 * raise a share.
 */
export interface Wish {
  /** The attempts in order: the first, then those in later turns for as long as the one before was not valid. */
  readonly attempts: readonly [CallView, ...CallView[]];
  readonly last: CallView;
}

interface OpenWish {
  readonly attempts: [CallView, ...CallView[]];
  last: CallView;
  /** Turn of the last attempt that was not valid. */
  failedTurn: number;
}

/**
 * Groups calls by what they intend: a call to the same tool in a later turn is a new attempt when the one before was
 * not valid.
 */
export function findWishes(calls: readonly CallView[]): readonly Wish[] {
  const wishes: OpenWish[] = [];
  const open = new Map<string, OpenWish[]>();
  const seen = new Map<string, number>();
  for (const call of calls) {
    const waiting = open.get(call.name) ?? [];
    const at = waiting.findIndex((wish) => wish.failedTurn < call.turn);
    const earlier = waiting[at];
    const said = toSaid(call);
    const isValid = isValidCall(call);
    const before = isValid ? seen.get(said) : undefined;
    if (earlier !== undefined) {
      earlier.last = call;
      // One that was held back beside the bad call is only sent again.
      if (before !== earlier.failedTurn) earlier.attempts.push(call);
    }
    if (before !== undefined) continue;
    if (isValid) seen.set(said, call.turn);
    if (earlier !== undefined) {
      if (isValid) waiting.splice(at, 1);
      else earlier.failedTurn = call.turn;
      continue;
    }
    const wish: OpenWish = { attempts: [call], last: call, failedTurn: call.turn };
    wishes.push(wish);
    if (!isValid) open.set(call.name, [...waiting, wish]);
  }
  return wishes;
}
