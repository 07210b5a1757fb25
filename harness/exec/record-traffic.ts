import { cleanPlan } from '../core/suite/lane.ts';
import type { LaneRecorder } from '../core/talk/cassette.ts';
import type { TrafficConversation } from '../import/traffic/tell-conversations.ts';
import { execVariant, openTapes, type TapeOptions } from './open-tapes.ts';

/** What became of conversations that were to be recordings. */
export interface RecordedTraffic {
  readonly recorded: number;
  /** Conversations that are not whole, and so would not replay: the name and why, one sentence each. */
  readonly left: readonly string[];
}

/**
 * Writes conversations of traffic made elsewhere as recordings, which `toolrig exec --replay` plays. Only a conversation in
 * which each request has its whole answer, a reply or an error of the provider, is one.
 */
export async function recordTraffic(
  conversations: readonly TrafficConversation[],
  options: Omit<TapeOptions, 'mode'>,
): Promise<RecordedTraffic> {
  const { store, suite } = openTapes({ ...options, mode: 'record' });
  const names = new Map<string, number>();
  const left: string[] = [];
  let recorded = 0;
  for (const conversation of conversations) {
    const broken = findBroken(conversation);
    if (broken !== null) {
      left.push(broken);
      continue;
    }
    const { id, turns } = conversation;
    const count = (names.get(id) ?? 0) + 1;
    names.set(id, count);
    const scenario = count === 1 ? id : `${id}-${count}`;
    const lane = { suite, scenario, variant: execVariant, plan: cleanPlan, repeat: 1 };
    const model = turns[0]?.request.model ?? '';
    const about = 'Recorded elsewhere, imported by toolrig.';
    const recorder = await store.recorder(lane, { model, nature: 'real', about });
    write(recorder, conversation);
    await recorder.seal({ stopReason: 'answered' });
    recorded += 1;
  }
  return { recorded, left };
}

/** An error is an attempt of its turn; a reply ends the turn. */
function write(recorder: LaneRecorder, { turns }: TrafficConversation): void {
  let turn = 1;
  let attempt = 1;
  for (const { request, entry, decoded } of turns) {
    recorder.record(request, { turn, attempt }, entry.exchange);
    if (decoded.ok) [turn, attempt] = [turn + 1, 1];
    else attempt += 1;
  }
}

function findBroken({ id, turns }: TrafficConversation): string | null {
  for (const { entry, decoded } of turns) {
    if (decoded.ok || decoded.error.kind === 'http') continue;
    return `"${id}" is not whole: the answer at "${entry.place}" cannot be read (${decoded.error.code})`;
  }
  return null;
}
