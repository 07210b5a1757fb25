/** A conversation, turn by turn, with the results of the wanted calls and of those that were made. */
export interface Trace {
  readonly id: string;
  readonly source: string;
  readonly turns: readonly {
    readonly gold_calls: readonly string[];
    readonly gold_results: readonly string[];
    /** Results of the calls of each reply. */
    readonly model_results: readonly (readonly string[])[];
    /** Whether the world was then as after the wanted calls. */
    readonly state_equal: boolean;
  }[];
}

/**
 * Judges a conversation of several turns by the rule `bfcl`: after each turn in which something is wanted, something was
 * called, the world is as after the wanted calls, and their results are among all results so far, each as often.
 *
 * Source: `multi_turn_checker.py` of gorilla's berkeley-function-call-leaderboard.
 */
export function judgeTrace({ turns }: Trace): boolean {
  const seen: string[] = [];
  return turns.every((turn) => {
    seen.push(...turn.model_results.flat());
    if (turn.gold_calls.length === 0) return true;
    return turn.model_results.length > 0 && turn.state_equal && holdsAll(seen, turn.gold_results);
  });
}

function holdsAll(seen: readonly string[], wanted: readonly string[]): boolean {
  const left = [...seen];
  return wanted.every((result) => {
    const index = left.indexOf(result);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}
