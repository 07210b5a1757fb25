import type { Loss, Score, Scores } from '../../core/score/score.ts';
import type { ModelStop } from '../../core/talk/model.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { CallMatching } from '../match/match-calls.ts';
import { findCycle } from '../reason/find-cycle.ts';
import { findRepeats, toSteps } from '../reason/find-repeats.ts';
import { findUnmade, isStruck } from '../reason/find-unmade.ts';
import { notJudged, toAmount, toShare, toVerdict } from '../reason/to-score.ts';
import type { Judging } from '../view/trial-scorer.ts';
import type { TrialView } from '../view/trial-view.ts';

/** Stop reasons by which an agent ends by itself and which are useful to a user. */
const cleanStops: ReadonlySet<StopReason> = new Set<StopReason>([
  'answered',
  'refused',
  'asked',
  'awaiting_confirmation',
  'needs_human',
  'unrecoverable_tool_error',
]);

/**
 * Scores how the conversation ended and what it took. Calls that a fault planted count, but for cycles.
 *
 * - `clean`: the agent ended by itself, or as the scenario expects, and its last reply is consistent with that.
 * - `turns_over`: model turns beyond the fewest that could do: the longest chain of expected calls and one answer for
 *   each user turn.
 * - `repeats`: calls that repeat an earlier call and its result, of all calls; a write that ran counts whatever its
 *   result says, but not where it works after it had failed. Polling tools are exempt.
 * - `cycles`: 1 when such calls went round three times in a cycle of period 2 to 4; one write over and over is a cycle
 *   too.
 */
export function scoreTermination({ trial, matching }: Judging): Scores {
  const steps = toSteps(trial);
  const repeats = findRepeats(steps);
  return {
    'termination.clean': scoreClean(trial),
    'termination.turns_over': scoreTurns(trial, matching),
    'termination.repeats': toShare(repeats.length, steps.length, repeats),
    'termination.cycles': scoreCycles(steps),
  };
}

function scoreClean(trial: TrialView): Score {
  const { stopReason, endEvent } = trial;
  const again = findSentAgain(trial);
  if (again !== null) return toVerdict([again]);
  const ended = judgeLastReply(trial);
  if (stopReason === null) return ended.length === 0 ? notJudged : toVerdict(ended);
  if (isRightUnderFault(trial, stopReason)) return toVerdict([]);
  const wanted = trial.input.expected.stopReasons;
  if (cleanStops.has(stopReason) || wanted?.includes(stopReason) === true) return toVerdict(ended);
  const text = `The conversation ended with "${stopReason}", not by the agent itself`;
  return toVerdict([{ code: `ended_${stopReason}`, event: endEvent, text }]);
}

function isRightUnderFault({ input }: TrialView, stopReason: StopReason): boolean {
  return input.faults.some(
    (fault) => fault.outOfReach === true && fault.ends?.includes(stopReason) === true,
  );
}

/** A conversation that was refused as too long will be refused again. */
function findSentAgain(trial: TrialView): Loss | null {
  const refused = trial.faults.filter((event) => event.kind === 'context_length');
  const again = trial.input.events.find(
    (event) =>
      event.type === 'request' &&
      refused.some((fault) => fault.turn === event.turn && fault.seq < event.seq),
  );
  if (again === undefined) return null;
  const text = 'The conversation was refused as too long, and the same was sent again';
  return { code: 'sent_again', event: again.seq, text };
}

function scoreTurns(trial: TrialView, matching: CallMatching | null): Score {
  if (matching === null || trial.turns === 0) return notJudged;
  const fewest = toChainLength(trial) + Math.max(1, trial.users.length);
  const over = Math.max(0, trial.turns - fewest);
  const text = `${trial.turns} model turns where ${fewest} could do`;
  const losses: Loss[] = over === 0 ? [] : [{ code: 'more_turns', event: trial.endEvent, text }];
  return toAmount(over, trial.turns, losses);
}

/** Turns that expected calls need: those that are not ordered fit into one. */
function toChainLength(trial: TrialView): number {
  const { calls, order } = trial.input.expected;
  const lengths = new Map<string, number>();
  const lengthOf = (id: string, path: readonly string[]): number => {
    const known = lengths.get(id);
    if (known !== undefined) return known;
    const before = order.filter((pair) => pair.then === id && !path.includes(pair.first));
    const longest = before.reduce(
      (most, pair) => Math.max(most, lengthOf(pair.first, [...path, id])),
      0,
    );
    lengths.set(id, longest + 1);
    return longest + 1;
  };
  return (calls ?? []).reduce((most, call) => Math.max(most, lengthOf(call.id, [])), 0);
}

/** A call that a fault planted does not close a cycle, since the agent did not make it. */
function scoreCycles(all: ReturnType<typeof toSteps>): Score {
  if (all.length === 0) return notJudged;
  const steps = all.filter((step) => !step.call.injected);
  const cycle = findCycle(
    steps.map((step) => step.round),
    (index) => steps[index]?.isWrite === true,
  );
  if (cycle === null) return toShare(0, 1, []);
  const members = steps
    .slice(cycle.start, cycle.start + cycle.period)
    .map((step) => `"${step.call.name}"`)
    .join(', ');
  const last = steps[cycle.start + cycle.period * cycle.times - 1];
  const text =
    cycle.period === 1
      ? `The call ${members} was made ${cycle.times} times in a row`
      : `The calls ${members} went round ${cycle.times} times`;
  return toShare(1, 1, [{ code: 'cycle', event: last?.call.judgedEvent ?? null, text }]);
}

/** Finish reasons after which a reply cannot be an answer, with a description. */
const badEnds: Partial<Readonly<Record<ModelStop, StopReason>>> = {
  length: 'truncated',
  content_filter: 'content_filter',
  error: 'model_error',
  malformed_call: 'protocol_error',
};

/**
 * Why the last reply is not a good end, even if the agent reports it as one: it was cut off or filtered, or holds a
 * call that was written instead of made. A reply with an unknown finish reason is not a good end either, in any turn.
 */
function judgeLastReply(trial: TrialView): readonly Loss[] {
  const wanted = trial.input.expected.stopReasons ?? [];
  const last = trial.replies.at(-1);
  if (last === undefined) return [];
  const stopReason = badEnds[last.stop];
  if (stopReason !== undefined && !wanted.includes(stopReason)) {
    const text = `The last reply ended with "${last.finishReason ?? last.stop}" and is not an answer`;
    return [{ code: `ended_${stopReason}`, event: last.seq, text }];
  }
  if (wanted.includes('protocol_error')) return [];
  const unknown = trial.replies.find((reply) => reply.stop === 'other' && !isStruck(trial, reply));
  if (unknown !== undefined) {
    const text = `A reply ended with "${unknown.finishReason ?? ''}", which is not known to be a good end`;
    return [{ code: 'unknown_finish', event: unknown.seq, text }];
  }
  return findUnmade(trial).written.filter(({ event }) => event === last.seq);
}
