import type { PartDifference } from '../../core/talk/cassette.ts';
import { toExcerpts } from './excerpt.ts';
import { describeMessage, isToolMessage } from './message-text.ts';
import type { RecordedAttempt } from '../lane/parse-recording.ts';
import type { RecordingView } from '../lane/recording-view.ts';

/** The current conversation. */
export interface PresentMessages {
  readonly texts: readonly string[];
  /** How many messages stand before them. */
  readonly leading: number;
  readonly toolTextsMayDiffer: boolean;
}

/** Every message in which a conversation differs from that of a recorded call. */
export function compareMessages(
  attempt: RecordedAttempt,
  view: RecordingView,
  present: PresentMessages,
): readonly PartDifference[] {
  const count = Math.max(attempt.messages.length, present.texts.length);
  const differences: PartDifference[] = [];
  for (let index = 0; index < count; index += 1) {
    const number = attempt.messages[index];
    const now = present.texts[index] ?? null;
    const isKnown = number !== undefined && now !== null;
    if (isKnown && view.firstOf(number) === view.numberOf(index)) continue;
    const recorded = number === undefined ? null : (view.recording.texts[number] ?? null);
    if (present.toolTextsMayDiffer && areToolMessages(recorded, now)) continue;
    differences.push(toDifference(`message.${index + present.leading}`, recorded, now));
  }
  return differences;
}

function areToolMessages(recorded: string | null, now: string | null): boolean {
  return recorded !== null && now !== null && isToolMessage(recorded) && isToolMessage(now);
}

function toDifference(part: string, recorded: string | null, now: string | null): PartDifference {
  const before = recorded === null ? null : describeMessage(recorded);
  const after = now === null ? null : describeMessage(now);
  if (before === null || after === null) return { part, recorded: before, now: after };
  const [shownBefore, shownAfter] = toExcerpts(before, after);
  return { part, recorded: shownBefore, now: shownAfter };
}
