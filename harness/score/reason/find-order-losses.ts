import type { Loss } from '../../core/score/score.ts';
import type { OrderPair } from '../../core/suite/suite.ts';
import type { MatchedCall } from '../match/match-calls.ts';

/**
 * Finds the places where the expected order was not kept. `first` must be in an earlier turn: in the same turn its
 * result could not be known yet, which is `parallelised_dependency`. Pairs with a call that was not made are left to
 * `missing_call`.
 */
export function findOrderLosses(
  order: readonly OrderPair[],
  matched: readonly MatchedCall[],
): readonly Loss[] {
  const calls = new Map(matched.map((match) => [match.expected.id, match.call]));
  return order.flatMap((pair) => {
    const first = calls.get(pair.first);
    const then = calls.get(pair.then);
    if (first === undefined || then === undefined || first.turn < then.turn) return [];
    const sameTurn = first.turn === then.turn;
    return [
      {
        code: sameTurn ? 'parallelised_dependency' : 'order_violated',
        event: then.judgedEvent,
        text: sameTurn
          ? `"${then.name}" was called in the same turn as "${first.name}", whose result it depends on`
          : `"${then.name}" was called before "${first.name}"`,
      },
    ];
  });
}
