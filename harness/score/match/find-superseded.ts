import { hasRun } from '../reason/find-fate.ts';
import type { CallView } from '../view/trial-view.ts';

/**
 * Finds calls that were tried again: they had no effect (never ran, failed, timed out) and a later turn calls the same
 * tool. Attempts at one request count as one call: the last that ran, or the last where none did. The ledger records
 * what each attempt changed.
 */
export function findSuperseded(calls: readonly CallView[]): ReadonlySet<CallView> {
  const nextOf = findAttempts(calls);
  const later = new Set(nextOf.values());
  const superseded = new Set<CallView>();
  for (const first of calls) {
    if (later.has(first) || !nextOf.has(first)) continue;
    const attempts: CallView[] = [];
    let call: CallView | undefined = first;
    while (call !== undefined) {
      attempts.push(call);
      call = nextOf.get(call);
    }
    const counted = attempts.findLast(hasRun) ?? attempts.at(-1);
    for (const attempt of attempts) if (attempt !== counted) superseded.add(attempt);
  }
  return superseded;
}

/** Each call that was tried again, with its next attempt. */
function findAttempts(calls: readonly CallView[]): ReadonlyMap<CallView, CallView> {
  const nextOf = new Map<CallView, CallView>();
  const taken = new Set<CallView>();
  const byTool = new Map<string, CallView[]>();
  for (const call of calls) {
    const list = byTool.get(call.name);
    if (list === undefined) byTool.set(call.name, [call]);
    else list.push(call);
  }
  for (const call of calls) {
    if (!cameToNothing(call)) continue;
    // A call that could not be read may have been one of any tool.
    const alike = call.name === '' ? calls : byTool.get(call.name);
    const later = (alike ?? []).filter(
      (candidate) => candidate.turn > call.turn && !taken.has(candidate),
    );
    const next = later.find((candidate) => candidate.key === call.key) ?? later[0];
    if (next === undefined) continue;
    taken.add(next);
    nextOf.set(call, next);
  }
  return nextOf;
}

function cameToNothing(call: CallView): boolean {
  if (call.refused !== null) return call.refused.recoverable;
  const status = call.runs.at(-1)?.status;
  return call.fate === 'never_ran' || status === 'error' || status === 'timeout';
}
