import type { Loss } from '../../core/score/score.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { listReasons } from '../../report/open/list-reasons.ts';
import { toLine } from '../../report/text/to-plain-text.ts';
import type { ScoredTrial } from '../../run/keep/score-record.ts';

/** Why a trial failed: the sentence that the command line prints, and the turn that it is about. */
export interface TrialReason {
  readonly code: string;
  readonly text: string;
  /** Counts from 1; `null`: it shows only at the end of the conversation. */
  readonly turn: number | null;
}

/** Why a trial failed, in the order of the scorers; `[]` for one that passed. */
export function toReasons({ record, scored }: ScoredTrial): readonly TrialReason[] {
  if (scored.verdict !== 'failed') return [];
  const losses = scored.scores['task.success']?.losses ?? [];
  const reasons = losses.map(({ code, text, event }) => ({
    code,
    text,
    turn: findTurn(record.events, event),
  }));
  if (reasons.length > 0) return unique(reasons);
  // One that passed against `expectFail`: the command line has one sentence for it.
  return listReasons({ trial: record, score: scored }).map((reason) => {
    const [code = '', ...rest] = reason.split(': ');
    return { code, text: rest.join(': '), turn: null };
  });
}

/** The turns of a conversation. */
export function countTurns(events: readonly TranscriptEvent[]): number {
  return events.reduce((last, event) => Math.max(last, toTurn(event) ?? 0), 0);
}

/** The turn of an event by its number. */
function findTurn(events: readonly TranscriptEvent[], seq: Loss['event']): TrialReason['turn'] {
  const event = seq === null ? undefined : events[seq];
  if (event === undefined || event.type === 'end' || event.type === 'state') return null;
  const own = toTurn(event);
  if (own !== null) return own;
  const before = events.slice(0, event.seq).findLast((earlier) => toTurn(earlier) !== null);
  return before === undefined ? null : toTurn(before);
}

/** Calls carry their turn in their name: `t2c0` was made in turn 2. */
export function toTurn(event: TranscriptEvent): number | null {
  if ('turn' in event && event.turn !== undefined) return event.turn;
  if (!('call' in event) || event.call === undefined) return null;
  const turn = /^t(\d+)c/u.exec(event.call)?.[1];
  return turn === undefined ? null : Number(turn);
}

/** A reason as one line: `turn 2: double_effect: The effect of ...`. */
export function toReasonLine({ code, text, turn }: TrialReason, turns: number): string {
  const place = turn === null ? `at the end (turn ${turns})` : `turn ${turn}`;
  return `${place}: ${code}: ${toLine(text)}`;
}

function unique(reasons: readonly TrialReason[]): readonly TrialReason[] {
  const seen = new Set<string>();
  return reasons.filter(({ code, text }) => {
    const key = `${code}\n${text}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
