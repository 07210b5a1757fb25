import type { ModelStop } from '../../core/talk/model.ts';
import type { Loss } from '../../core/score/score.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import { findUnmade, isStruck } from './find-unmade.ts';
import type { TrialView } from '../view/trial-view.ts';

/** Ends of a reply that no agent can make an answer of, and what they are. */
const badEnds: Partial<Readonly<Record<ModelStop, StopReason>>> = {
  length: 'truncated',
  content_filter: 'content_filter',
  error: 'model_error',
  malformed_call: 'protocol_error',
};

/**
 * Why the last reply is no good end, whatever the agent says of it: it was cut off or filtered, or holds a call that was
 * written instead of made. A reply with an unknown word for its end is none either, wherever it was.
 */
export function judgeLastReply(trial: TrialView): readonly Loss[] {
  const wanted = trial.input.expected.stopReasons ?? [];
  const last = trial.replies.at(-1);
  if (last === undefined) return [];
  const stopReason = badEnds[last.stop];
  if (stopReason !== undefined && !wanted.includes(stopReason)) {
    const text = `The last reply ended with "${last.finishReason ?? last.stop}" and is no answer`;
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
