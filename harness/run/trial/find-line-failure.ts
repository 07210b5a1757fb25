import type { TrialOutcome } from '../../core/trial/trial.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';

/** Errors that say something about the model or its agent, not about the line. */
const ownFaults: ReadonlySet<string> = new Set(['calls_unreadable', 'context_length_exceeded']);

/** Statuses by which a provider says that the request itself is wrong. */
const refusals: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Whether a trial ended because the provider or the line gave no usable reply though no fault was planted there:
 * then it could not be measured, and nothing of it is scored against the model. `null` when it can be scored. An agent of the user's
 * own makes its requests itself: one that the provider refuses (calls without answers, a made-up id) is the agent's doing.
 */
export function findLineFailure(
  stopReason: StopReason,
  events: readonly TranscriptEvent[],
  by: { readonly ownAgent: boolean },
): Extract<TrialOutcome, { status: 'invalid' }> | null {
  if (stopReason !== 'model_error' && stopReason !== 'protocol_error') return null;
  const last = events.findLast(({ type }) => type === 'model_error' || type === 'reply');
  if (last?.type !== 'model_error' || ownFaults.has(last.error.code)) return null;
  if (by.ownAgent && refusals.has(last.error.status ?? 0)) return null;
  const planted = events.some(
    (event) => event.type === 'fault' && event.on === 'model' && event.turn === last.turn,
  );
  if (planted) return null;
  const { code, message } = last.error;
  return {
    status: 'invalid',
    code: 'provider_error',
    cause: `The provider gave no usable reply at turn ${last.turn}: ${code}: ${message}`,
    detail: [],
  };
}
