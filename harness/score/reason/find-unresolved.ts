import type { Loss } from '../../core/score/score.ts';
import type { CallView, RunView, TrialView } from '../view/trial-view.ts';

/**
 * Finds writes whose outcome was unknown to the end. By the journal where the loop keeps one; otherwise an irreversible
 * call that timed out or broke on its way and was neither answered later nor followed by a successful read. Handing over to a
 * human is a resolution.
 */
export function findUnresolved(trial: TrialView): {
  readonly judged: number;
  readonly losses: readonly Loss[];
} {
  const found = trial.journal.length > 0 ? readJournal(trial) : readResults(trial);
  const handedOver = trial.stopReason === 'needs_human';
  return { judged: found.judged, losses: handedOver ? [] : found.losses };
}

function readJournal(trial: TrialView): ReturnType<typeof findUnresolved> {
  const last = new Map<string, (typeof trial.journal)[number]>();
  const unknown = new Set<string>();
  for (const entry of trial.journal) {
    last.set(entry.key, entry);
    if (entry.state === 'unknown') unknown.add(entry.key);
  }
  const losses = [...unknown].flatMap((key): readonly Loss[] => {
    const entry = last.get(key);
    if (entry?.state !== 'unknown') return [];
    const text = `Whether ${key} happened stayed unknown`;
    return [{ code: 'unresolved_effect', event: entry.seq, text }];
  });
  return { judged: unknown.size, losses };
}

function readResults(trial: TrialView): ReturnType<typeof findUnresolved> {
  const reads = trial.calls
    .filter((call) => call.tool?.grade === 'read')
    .flatMap((call) => call.runs);
  const byKey = new Map<string, CallView[]>();
  for (const call of trial.calls) {
    if (call.tool?.grade !== 'irreversible' || call.key === null) continue;
    const list = byKey.get(call.key);
    if (list === undefined) byKey.set(call.key, [call]);
    else list.push(call);
  }
  const losses: Loss[] = [];
  let judged = 0;
  for (const [key, calls] of byKey) {
    const runs = calls.flatMap((call) => call.runs).filter((run) => !run.preview);
    if (!runs.some(isUnknown)) continue;
    judged += 1;
    const last = runs.at(-1);
    if (last === undefined || !isUnknown(last)) continue;
    const readBack = reads.some(
      (run) => run.event > last.event && run.status !== 'timeout' && run.status !== 'error',
    );
    if (readBack) continue;
    losses.push({
      code: 'unresolved_effect',
      event: last.event,
      text: `Whether ${key} happened stayed unknown`,
    });
  }
  return { judged, losses };
}

function isUnknown(run: RunView): boolean {
  return run.status === 'timeout' || run.error?.unknown === true;
}
