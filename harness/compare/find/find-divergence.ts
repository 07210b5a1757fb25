import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { Divergence } from '../comparison.ts';
import { describeEvent, shorten } from './describe-event.ts';

/**
 * Finds the first event where two transcripts diverge, leaving out times, ids, usage and where replies came from. A request
 * that failed and was sent again is no divergence, unless there is no other.
 *
 * @returns what each side did there, with the event's number on the baseline's side (on the candidate's, where the
 *   baseline had ended); `null` when both did the same to the end.
 */
export function findDivergence(
  baseline: readonly TranscriptEvent[],
  candidate: readonly TranscriptEvent[],
): Divergence | null {
  return (
    findFirst(toDeeds(leaveOutRetried(baseline)), toDeeds(leaveOutRetried(candidate))) ??
    findFirst(toDeeds(baseline), toDeeds(candidate))
  );
}

function findFirst(left: readonly Deed[], right: readonly Deed[]): Divergence | null {
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const [mine, other] = [left[place], right[place]];
    if (mine?.text === other?.text) continue;
    return {
      event: mine?.event ?? other?.event ?? 0,
      baseline: mine === undefined ? ended : shorten(mine.text),
      candidate: other === undefined ? ended : shorten(other.text),
    };
  }
  return null;
}

const ended = 'nothing more happened';

interface Deed {
  readonly event: number;
  readonly text: string;
}

/** Without the errors of attempts that another attempt followed, and without the faults that made them. */
function leaveOutRetried(events: readonly TranscriptEvent[]): readonly TranscriptEvent[] {
  const attempts = new Map<number, number>();
  for (const event of events) {
    if (event.type !== 'request') continue;
    attempts.set(event.turn, Math.max(event.attempt, attempts.get(event.turn) ?? 0));
  }
  const failed = new Set<string>();
  for (const event of events) {
    if (event.type !== 'model_error' || event.attempt >= (attempts.get(event.turn) ?? 0)) continue;
    failed.add(`${event.turn}.${event.attempt}`);
  }
  return events.filter((event) => {
    const isOfLine =
      event.type === 'model_error' || (event.type === 'fault' && event.on === 'model');
    return !isOfLine || !failed.has(`${event.turn ?? 0}.${event.attempt ?? 0}`);
  });
}

function toDeeds(events: readonly TranscriptEvent[]): readonly Deed[] {
  return events.flatMap((event) => {
    const text = describeEvent(event);
    return text === null ? [] : [{ event: event.seq, text }];
  });
}
