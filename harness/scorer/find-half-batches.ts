import type { Loss } from '../core/score.ts';
import type { CallView, TrialView } from './trial-view.ts';

/** Stages that judge a whole batch before any of it may run; confirmation is judged call by call. */
const batchStages: ReadonlySet<string> = new Set([
  'policy',
  'parse',
  'validation',
  'authorize',
  'check',
]);

/** Finds turns of which only a half was done: a bad call did not run, another call of the turn took effect. */
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
  const losses: Loss[] = [];
  let judged = 0;
  for (const calls of turns.values()) {
    const bad = calls.filter(isBad);
    const writes = calls.filter((call) => !bad.includes(call) && isWrite(call));
    if (bad.length === 0 || writes.length === 0) continue;
    judged += 1;
    const held = bad.find((call) => call.deliveries === 0);
    const done = writes.find((call) => changed.has(call.ref));
    if (held === undefined || done === undefined) continue;
    const text = `"${done.name}" took effect although "${held.name}" of the same turn was bad (${held.caughtBy ?? ''})`;
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
