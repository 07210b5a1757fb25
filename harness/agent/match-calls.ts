import { toCanonicalJson } from '../json/canonical-json.ts';
import type { PlannedCall } from './playbook.ts';
import type { AnsweredCall } from './read-conversation.ts';

/**
 * Finds what answered each planned call: the same tool with the same arguments (as planned or as slipped), else an
 * unclaimed call of the same tool, else any unclaimed call, since names and arguments may have come out damaged.
 * Of several equal calls the one that succeeded counts.
 *
 * @returns One entry for each planned call; `null` = it was not in the batch.
 */
export function matchCalls(
  planned: readonly PlannedCall[],
  said: readonly AnsweredCall[],
): readonly (AnsweredCall | null)[] {
  const free = new Set(said);
  const found = planned.map((plan) => take(free, (call) => isSame(plan, call)));
  const bySort = (test: (plan: PlannedCall, call: AnsweredCall) => boolean): void => {
    planned.forEach((plan, index) => {
      found[index] ??= takeFirst(free, (call) => test(plan, call));
    });
  };
  bySort((plan, call) => call.tool === plan.tool);
  bySort(() => true);
  return found;
}

function isSame(plan: PlannedCall, call: AnsweredCall): boolean {
  if (call.tool !== plan.tool || call.arguments === null) return false;
  const text = toCanonicalJson(call.arguments);
  return text === toCanonicalJson(plan.arguments) || text === toCanonicalJson(plan.slip);
}

function take(free: Set<AnsweredCall>, test: (call: AnsweredCall) => boolean): AnsweredCall | null {
  const equal = [...free].filter(test);
  for (const call of equal) free.delete(call);
  const good = equal.find(({ observation }) => observation.status === 'success');
  return good ?? equal[0] ?? null;
}

function takeFirst(
  free: Set<AnsweredCall>,
  test: (call: AnsweredCall) => boolean,
): AnsweredCall | null {
  const call = [...free].find(test);
  if (call !== undefined) free.delete(call);
  return call ?? null;
}
