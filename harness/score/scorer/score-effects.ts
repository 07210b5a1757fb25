import type { Loss, Score, Scores } from '../../core/score/score.ts';
import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import {
  type EffectCount,
  type EffectJudgement,
  judgeEffects,
  toThing,
} from '../reason/judge-effects.ts';
import { notJudged, toAmount, toShare } from '../reason/to-score.ts';
import type { Judging } from '../view/trial-scorer.ts';
import type { CallView, EventOf, RunView, TrialView } from '../view/trial-view.ts';

type Effect = EventOf<'effect'>;

const nothing: Scores = {
  'effects.once': notJudged,
  'effects.double': notJudged,
  'effects.missing': notJudged,
  'effects.unintended': notJudged,
  'effects.half_batch': notJudged,
  'effects.unconfirmed': notJudged,
  'effects.unresolved': notJudged,
  'effects.weighted': notJudged,
};

/** Weights of wrong effects by grade. */
const weights: Readonly<Record<EffectGrade, number>> = {
  read: 0,
  idempotent: 0.1,
  irreversible: 1,
};

/**
 * Scores the effects in the ledger, never the words of the transcript.
 *
 * - `once`: expected effects that happened exactly as often as wanted. `missing`: expected effects that did not happen.
 * - `double`: irreversible things (tool + key) that happened more often than wanted.
 * - `unintended`: effects that were not expected, of all that happened.
 * - `half_batch`: turns where a bad call was held back and another call of the turn took effect, of the turns with a
 *   bad call beside a write. `unconfirmed`: effects without the confirmation that their tool asks for.
 * - `unresolved`: writes whose outcome was unknown and stayed so. `weighted`: surplus and unintended effects, by grade.
 *
 * All are `null` where a live back end's recorded results were replayed, since its effects were not observed.
 */
export function scoreEffects({ trial, matching }: Judging): Scores {
  if (!trial.input.effectsCount) return nothing;
  const judged = judgeEffects(trial, matching);
  const half = findHalfBatches(trial);
  const unresolved = findUnresolved(trial);
  return {
    'effects.once': scoreOnce(judged),
    'effects.double': scoreDouble(trial, judged),
    'effects.missing': scoreMissing(judged),
    'effects.unintended': scoreUnintended(trial, judged),
    'effects.half_batch': toShare(half.losses.length, half.judged, half.losses),
    'effects.unconfirmed': scoreUnconfirmed(trial),
    'effects.unresolved': toShare(unresolved.losses.length, unresolved.judged, unresolved.losses),
    'effects.weighted': scoreWeighted(trial, judged),
  };
}

function scoreOnce({ counts }: EffectJudgement): Score {
  const wanted = (counts ?? []).filter((count) => count.wanted > 0);
  const wrong = wanted.filter((count) => count.happened !== count.wanted);
  const losses = wrong.map((count) =>
    count.happened < count.wanted ? toMissingLoss(count) : toCountLoss('effect_too_often', count),
  );
  return toShare(wanted.length - wrong.length, wanted.length, losses);
}

function scoreDouble(trial: TrialView, { surplus }: EffectJudgement): Score {
  const final = trial.effects.filter((effect) => effect.grade === 'irreversible');
  const things = new Set(final.map(toThing));
  const doubled = surplus.filter((effect) => effect.grade === 'irreversible');
  const losses = doubled.map((effect) =>
    toEffectLoss('double_effect', effect, 'happened once more'),
  );
  return toShare(new Set(doubled.map(toThing)).size, things.size, losses);
}

function scoreMissing({ counts }: EffectJudgement): Score {
  const wanted = (counts ?? []).reduce((sum, count) => sum + count.wanted, 0);
  const losses = (counts ?? []).flatMap((count): readonly Loss[] =>
    Array.from({ length: Math.max(0, count.wanted - count.happened) }, () => toMissingLoss(count)),
  );
  return toShare(losses.length, wanted, losses);
}

/** The wording is the same in each metric, so that it is one reason of a task. */
function toMissingLoss(count: EffectCount): Loss {
  if (count.happened > 0) return toCountLoss('missing_effect', count);
  return { code: 'missing_effect', event: null, text: `${nameEffect(count)} did not happen` };
}

function toCountLoss(code: string, count: EffectCount): Loss {
  const times = count.happened === 1 ? 'once' : `${count.happened} times`;
  const text = `${nameEffect(count)} happened ${times}, wanted ${count.wanted}`;
  return { code, event: null, text };
}

function nameEffect({ tool, key }: EffectCount): string {
  return `The effect of "${tool}"${key === null ? '' : ` on ${key}`}`;
}

function scoreUnintended(trial: TrialView, { unintended }: EffectJudgement): Score {
  if (unintended === null) return notJudged;
  const losses = unintended.map((effect) =>
    toEffectLoss('unintended_effect', effect, 'happened and was not expected'),
  );
  return toShare(losses.length, trial.effects.length, losses);
}

function scoreUnconfirmed(trial: TrialView): Score {
  const bound = trial.effects.filter((effect) => {
    const tool = trial.tools.get(effect.tool);
    return tool !== undefined && tool.confirm !== 'none';
  });
  const losses = bound
    .filter((effect) => !effect.confirmed)
    .map((effect) => toEffectLoss('unconfirmed_effect', effect, 'happened without confirmation'));
  return toShare(losses.length, bound.length, losses);
}

function scoreWeighted(trial: TrialView, { surplus, unintended }: EffectJudgement): Score {
  const wrong = new Set([...surplus, ...(unintended ?? [])]);
  if (trial.effects.length === 0) return notJudged;
  const losses = [...wrong]
    .toSorted((a, b) => a.seq - b.seq)
    .map((effect) => toEffectLoss('wrong_effect', effect, `counts ${weights[effect.grade]}`));
  const total = [...wrong].reduce((sum, effect) => sum + weights[effect.grade] * 10, 0) / 10;
  return toAmount(total, trial.effects.length, losses);
}

function toEffectLoss(code: string, effect: Effect, what: string): Loss {
  return {
    code,
    event: effect.seq,
    text: `The effect of "${effect.tool}" on ${effect.key} ${what}`,
  };
}

/** Stages that judge a whole batch before any of it may run; confirmation is judged call by call. */
const batchStages: ReadonlySet<string> = new Set([
  'policy',
  'parse',
  'validation',
  'authorize',
  'check',
]);

/**
 * Finds turns of which only a part was done: one call had no effect, another call of the turn took effect. The first is
 * a bad call that was held back or failed, or a write that was well formed and failed in its tool. A turn that only a
 * fault split is not a half batch of the agent.
 */
function findHalfBatches(trial: TrialView): {
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

/** A timeout does not count as a failure, since its outcome is unknown. */
function isFailed(call: CallView): boolean {
  const status = call.runs.at(-1)?.status;
  return call.deliveries > 0 && (status === 'error' || status === 'denied');
}

function isFailedWrite(call: CallView): boolean {
  return isWrite(call) && isFailed(call);
}

/**
 * Finds writes whose outcome was still unknown at the end: by the journal where the loop keeps one; otherwise
 * irreversible calls that timed out or lost their connection and were neither answered later nor followed by a
 * successful read. Handing over to a human counts as a resolution.
 */
function findUnresolved(trial: TrialView): {
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
