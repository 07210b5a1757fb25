import type { Loss } from '../../core/score/score.ts';
import type { CallView, TrialView } from '../view/trial-view.ts';

/** Stages that judge a whole batch before any of it may run; confirmation is judged call by call. */
const batchStages: ReadonlySet<string> = new Set([
  'policy',
  'parse',
  'validation',
  'authorize',
  'check',
]);

/**
 * Finds turns of which only a half was done: one call came to nothing, another call of the turn took effect. The first is a
 * bad call that was held back or failed, or a write that was well formed and failed in its tool. What a fault broke on
 * the way is no half batch of the agent's.
 */
export function findHalfBatches(trial: TrialView): {
  readonly judged: number;
  readonly losses: readonly Loss[];
} {
  const turns = new Map<number, CallView[]>();
  for (const call of trial.calls) {
    const turn = turns.get(call.turn);
    if (turn === undefined) turns.set(call.turn, [call]);
    else turn.push(call);
  }
  const changed = new Set(trial.effects.map((effect) => effect.call));
  const struck = new Set(trial.faults.flatMap(({ on, call }) => (on === 'tool' ? [call] : [])));
  const losses: Loss[] = [];
  let judged = 0;
  for (const calls of turns.values()) {
    const broken = calls.filter(
      (call) =>
        isBad(call) || (isFailedWrite(call) && !changed.has(call.ref) && !struck.has(call.ref)),
    );
    const writes = calls.filter((call) => isWrite(call) && !isBad(call));
    if (!broken.some((call) => writes.some((write) => write !== call))) continue;
    judged += 1;
    const undone = broken.find((call) => call.deliveries === 0 || isFailed(call));
    const done = writes.find((call) => call !== undone && changed.has(call.ref));
    if (undone === undefined || done === undefined) continue;
    const why = undone.caughtBy === null ? 'failed' : `was bad (${undone.caughtBy})`;
    const text = `"${done.name}" took effect although "${undone.name}" of the same turn ${why}`;
    losses.push({ code: 'half_batch', event: done.judgedEvent, text });
  }
  return { judged, losses };
}

function isBad(call: CallView): boolean {
  return call.caughtBy !== null && batchStages.has(call.caughtBy);
}

function isWrite(call: CallView): boolean {
  return call.tool !== null && call.tool.grade !== 'read' && call.confirm !== 'preview';
}

/** A timeout is no failure: nobody knows what it did. */
function isFailed(call: CallView): boolean {
  const status = call.runs.at(-1)?.status;
  return call.deliveries > 0 && (status === 'error' || status === 'denied');
}

function isFailedWrite(call: CallView): boolean {
  return isWrite(call) && isFailed(call);
}
