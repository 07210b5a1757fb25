import type { TrialOutcome } from '../core/trial.ts';
import type { StopReason } from '../core/stop-reason.ts';
import type { TranscriptEvent } from '../core/transcript.ts';

/** Errors that say something about the model or its agent, not about the line. */
const ownFaults: ReadonlySet<string> = new Set(['calls_unreadable', 'context_length_exceeded']);

/**
 * Whether a trial ended because the provider or the line gave no usable reply though no fault was planted there:
 * then it could not be measured, and nothing of it is scored against the model. `null` when it can be scored.
 */
export function findLineFailure(
  stopReason: StopReason,
  events: readonly TranscriptEvent[],
): Extract<TrialOutcome, { status: 'invalid' }> | null {
  if (stopReason !== 'model_error' && stopReason !== 'protocol_error') return null;
  const last = events.findLast((event) => event.type === 'model_error');
  if (last === undefined || ownFaults.has(last.error.code)) return null;
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
