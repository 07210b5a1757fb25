import type { FaultPlan, FaultRecord } from '../../core/suite/fault.ts';
import type { MetricName } from '../../core/score/metric.ts';
import type { Scores } from '../../core/score/score.ts';
import type { Scorer, ScorerInput } from '../../core/score/scorer.ts';
import type { ReplyCall, TranscriptEvent } from '../../core/trial/transcript.ts';
import type { FaultKind } from './fault-kind.ts';
import { findReach } from './kind/find-reach.ts';
import { kindOf } from './own/to-kind.ts';

type FaultEvent = Extract<TranscriptEvent, { type: 'fault' }>;

/**
 * Judges whether each planned fault fired, was noticed at the boundary, and was handled.
 *
 * Fired counts places, each once. Noticed: the next event of the same attempt or delivery carries it or differs by it.
 * Handled: none of the metrics that the catalogue names for the kind has a loss; `null` when it did not
 * fire or none of them applied.
 *
 * @param score Scores the same trial; called only when something fired.
 */
export function judgeFaults(
  plan: FaultPlan,
  input: ScorerInput,
  score: Scorer,
): readonly FaultRecord[] {
  const struck = new Map<string, FaultEvent[]>();
  for (const event of input.events) {
    if (event.type !== 'fault') continue;
    const found = struck.get(event.fault);
    if (found === undefined) struck.set(event.fault, [event]);
    else found.push(event);
  }
  const seen = plan.faults.map((fault) => {
    const kind = kindOf(fault);
    const events = struck.get(fault.name) ?? [];
    const record: FaultRecord = {
      name: fault.name,
      kind: kind?.kind ?? fault.inject.kind,
      address: fault.address,
      inject: fault.inject,
      fired: new Set(events.map(toPlace)).size,
      noticed: kind !== null && isNoticed(kind, events, input.events),
      handled: null,
      ...(kind === null ? {} : findReach({ fault, kind }, events, input)),
    };
    return { kind, record };
  });
  const records = seen.map((entry) => entry.record);
  if (records.every((record) => record.fired === 0)) return records;
  const scores = score({ ...input, faults: records });
  const isLost = records.some((record) => record.outOfReach === true);
  return seen.map(({ kind, record }) => ({
    ...record,
    handled: kind === null || record.fired === 0 ? null : isHandled(kind, scores, isLost),
  }));
}

/** Metrics of how far the agent got; they do not apply where a fault made the goal unreachable. */
const goals: ReadonlySet<MetricName> = new Set<MetricName>(['task.success', 'effects.missing']);

function isHandled(kind: FaultKind, scores: Scores, isLost: boolean): boolean | null {
  const deciding = kind.decides.flatMap((metric) => {
    const score = isLost && goals.has(metric) ? undefined : scores[metric];
    return score === undefined || score.value === null ? [] : [score];
  });
  return deciding.length === 0 ? null : deciding.every((score) => score.losses.length === 0);
}

function toPlace(event: FaultEvent): string {
  return event.on === 'model'
    ? `${event.turn ?? '-'}/${event.attempt ?? '-'}`
    : `${event.call ?? event.tool ?? '-'}/${event.delivery ?? '-'}`;
}

function isNoticed(
  kind: FaultKind,
  struck: readonly FaultEvent[],
  events: readonly TranscriptEvent[],
): boolean {
  const places = new Set(struck.map(toPlace));
  return events.some((event) => {
    if (kind.on === 'model') {
      if (event.type !== 'reply' && event.type !== 'model_error') return false;
      return places.has(`${event.turn}/${event.attempt}`) && isModelTrace(kind, event, struck);
    }
    if (event.type !== 'result') return false;
    return places.has(`${event.call}/${event.delivery}`) && isToolTrace(kind, event);
  });
}

function isModelTrace(
  kind: FaultKind,
  event: Extract<TranscriptEvent, { type: 'reply' | 'model_error' }>,
  struck: readonly FaultEvent[],
): boolean {
  if (event.type === 'model_error' || event.from === 'fault') return true;
  if (event.deviations.length > 0) return true;
  const names = new Set(struck.map((fault) => fault.fault));
  if (event.calls.some((call) => isMarked(call, names))) return true;
  return kind.trace === 'delay' && event.durationMs > 0;
}

function isMarked({ injected, edited }: ReplyCall, faults: ReadonlySet<string>): boolean {
  return [injected, edited?.fault].some((fault) => fault !== undefined && faults.has(fault));
}

function isToolTrace(
  kind: FaultKind,
  event: Extract<TranscriptEvent, { type: 'result' }>,
): boolean {
  switch (kind.trace) {
    case 'timeout':
      return event.status === 'timeout';
    case 'error':
      return event.status === 'error' || event.status === 'denied' || event.status === 'timeout';
    case 'delay':
      return event.durationMs > 0;
    case 'reply':
    case 'result':
      return true;
  }
}
