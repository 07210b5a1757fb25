import type { Loss } from '../../core/score/score.ts';
import { findUnmadeCall } from '../../dialect/markup/find-unmade-call.ts';
import type { EventOf, TrialView } from '../view/trial-view.ts';

/** Calls that were attempted or announced, but not made. */
export interface UnmadeCalls {
  /** Written as text or left in the reasoning: a template or parser is at fault rather than the choice of a tool. */
  readonly written: readonly Loss[];
  /** Those of these after which no further call was made. */
  readonly unmended: readonly Loss[];
  /** Calls that the finish reason announced: an announced call is not an abstention. */
  readonly announced: readonly Loss[];
}

const codes: readonly string[] = ['call_as_text', 'call_in_reasoning'];

/**
 * Finds the replies of a trial that contain a call without making one. Replies that a fault changed say nothing about
 * the model.
 */
export function findUnmade(trial: TrialView): UnmadeCalls {
  const bare = trial.replies.filter((reply) => reply.calls.length === 0 && !isStruck(trial, reply));
  const lastCalling = trial.replies.findLastIndex((reply) => reply.calls.length > 0);
  const after = new Set(trial.replies.slice(lastCalling + 1));
  return {
    written: bare.flatMap((reply) => toWritten(trial, reply)),
    unmended: bare.filter((reply) => after.has(reply)).flatMap((reply) => toWritten(trial, reply)),
    announced: [
      ...bare
        .filter((reply) => reply.stop === 'tool_calls' && toWritten(trial, reply).length === 0)
        .map((reply) => ({
          code: 'announced_call',
          event: reply.seq,
          text: `${nameFinish(reply)} announced a call that is missing`,
        })),
      ...findUnreadable(trial),
    ],
  };
}

function nameFinish({ finishReason }: EventOf<'reply'>): string {
  return finishReason === null ? 'The reply' : `"${finishReason}"`;
}

/** Replies without an effect, since none of their calls could be read. */
function findUnreadable(trial: TrialView): readonly Loss[] {
  return trial.input.events.flatMap((event) => {
    if (event.type !== 'model_error' || event.error.code !== 'calls_unreadable') return [];
    if (isStruck(trial, event)) return [];
    return [{ code: 'unreadable_call', event: event.seq, text: event.error.message }];
  });
}

/** Whether a fault struck a reply. */
export function isStruck(
  trial: TrialView,
  { turn, attempt }: Pick<EventOf<'reply'>, 'turn' | 'attempt'>,
): boolean {
  return trial.faults.some(
    (fault) => fault.on === 'model' && fault.turn === turn && fault.attempt === attempt,
  );
}

/**
 * A reply is classified when it is received; the replies of a transcript made elsewhere are classified here, by the
 * same rules.
 */
function toWritten(trial: TrialView, reply: EventOf<'reply'>): readonly Loss[] {
  const known = reply.deviations.find(({ code }) => codes.includes(code));
  const found =
    known ?? findUnmadeCall({ text: reply.text, reasoning: null }, [...trial.tools.keys()]);
  return found === null ? [] : [{ code: found.code, event: reply.seq, text: found.text }];
}
