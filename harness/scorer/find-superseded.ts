import type { CallView } from './trial-view.ts';

/**
 * Finds calls that were tried again: they came to nothing (held back, unreadable, failed, timed out) and a later turn
 * calls the same tool. Attempt and new attempt are one wish, so selection counts only the last. What the
 * attempt did to the world is for the ledger to say.
 */
export function findSuperseded(calls: readonly CallView[]): ReadonlySet<CallView> {
  const superseded = new Set<CallView>();
  const taken = new Set<CallView>();
  const byTool = new Map<string, CallView[]>();
  for (const call of calls) {
    const list = byTool.get(call.name);
    if (list === undefined) byTool.set(call.name, [call]);
    else list.push(call);
  }
  for (const call of calls) {
    if (!cameToNothing(call)) continue;
    const later = (byTool.get(call.name) ?? []).filter(
      (candidate) => candidate.turn > call.turn && !taken.has(candidate),
    );
    const next = later.find((candidate) => candidate.key === call.key) ?? later[0];
    if (next === undefined) continue;
    taken.add(next);
    superseded.add(call);
  }
  return superseded;
}

function cameToNothing(call: CallView): boolean {
  if (call.refused !== null) return call.refused.recoverable;
  const last = call.runs.at(-1);
  if (last !== undefined) return last.status === 'error' || last.status === 'timeout';
  return call.reading === 'invalid';
}
