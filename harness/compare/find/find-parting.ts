import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { Parting } from '../comparison.ts';
import { describeEvent, shorten } from './describe-event.ts';

/**
 * Finds the first event where two transcripts part, leaving out times, ids, usage and where replies came from.
 *
 * @returns what each side did there, with the event's number on the baseline's side (on the candidate's, where the
 *   baseline had ended); `null` when both did the same to the end.
 */
export function findParting(
  baseline: readonly TranscriptEvent[],
  candidate: readonly TranscriptEvent[],
): Parting | null {
  const left = toDeeds(baseline);
  const right = toDeeds(candidate);
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

function toDeeds(events: readonly TranscriptEvent[]): readonly Deed[] {
  return events.flatMap((event) => {
    const text = describeEvent(event);
    return text === null ? [] : [{ event: event.seq, text }];
  });
}
