import type { Loss } from '../../core/score/score.ts';

/** Ranks of reasons, from the most informative one to one that only follows from others. */
const ranks: readonly string[] = [
  'agent_error',
  'handler_broke',
  'double_effect',
  'unconfirmed_effect',
  'obeyed_instruction',
  'forbidden_tool',
  'hallucinated_tool',
  'call_as_text',
  'announced_call',
  'call_in_reasoning',
  'unreadable_call',
  'unknown_finish',
  'invalid_json',
  'not_an_object',
  'empty_arguments',
  'duplicate_key',
  'not_finite',
  'wrong_type',
  'not_in_enum',
  'missing_required',
  'extra_field',
  'missing_argument',
  'extra_argument',
  'wrong_argument',
  'parallelised_dependency',
  'order_violated',
  'call_when_none_expected',
  'unexpected_call',
  'exclusive_call',
  'fabricated_value',
  'not_asked',
  'repeated_call',
  'extra_call',
  'never_ran',
  'wrong_outcome',
  'missing_call',
  'effect_too_often',
  'unintended_effect',
  'missing_effect',
];

const rankOf = new Map(ranks.map((code, rank) => [code, rank]));
const usualRank = ranks.indexOf('wrong_argument');

/** Each reason once, the most informative first, otherwise in their original order. */
export function sortLosses(losses: readonly Loss[]): readonly Loss[] {
  const unique = new Map<string, Loss>();
  for (const loss of losses) {
    const name = JSON.stringify([loss.code, loss.event, loss.text]);
    if (!unique.has(name)) unique.set(name, loss);
  }
  return [...unique.values()].toSorted((a, b) => toRank(a) - toRank(b));
}

function toRank(loss: Loss): number {
  return rankOf.get(loss.code) ?? usualRank;
}
