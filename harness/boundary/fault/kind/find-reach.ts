import type { Fault, FaultRecord } from '../../../core/suite/fault.ts';
import type { ScorerInput } from '../../../core/score/scorer.ts';
import type { StopReason } from '../../../core/trial/stop-reason.ts';
import type { TranscriptEvent } from '../../../core/trial/transcript.ts';
import type { FaultCost, FaultKind } from '../fault-kind.ts';
import { readValues } from './read-values.ts';

/** How a fault that fired limits the task; empty where the task can still be done. */
export type FaultReach = Pick<FaultRecord, 'outOfReach' | 'ends'>;

type FaultEvent = Extract<TranscriptEvent, { type: 'fault' }>;

/** Stop reasons that are correct when every attempt of a turn was struck. */
const struckOut: readonly StopReason[] = ['model_error', 'protocol_error'];

const reachable: FaultReach = {};

/**
 * Decides whether a fault that fired made the task impossible. It did when
 *
 * - its kind always does, such as a denial or a conversation that is refused as too long;
 * - a fault that costs an attempt struck all of them: every attempt of a turn (of two at least), every reply, every delivery
 *   of a tool that has no fallback;
 * - it left a write unknown that must not be repeated and whose state cannot be read afterwards.
 */
export function findReach(
  { fault, kind }: { readonly fault: Fault; readonly kind: FaultKind },
  struck: readonly FaultEvent[],
  input: Pick<ScorerInput, 'events' | 'tools'>,
): FaultReach {
  if (struck.length === 0) return reachable;
  const costs = readCosts(fault, kind);
  if (costs === null) return reachable;
  if (costs === 'task') return toLost(kind.ends ?? []);
  if (costs === 'nothing') return reachable;
  if (kind.layer === 'network' || kind.layer === 'stream') {
    return struck.some((event) => isStruckOut(event, input.events)) ? toLost(struckOut) : reachable;
  }
  const isLost =
    (isAlways(fault) && !hasFallback(fault, input)) ||
    struck.some((event) => leavesUnknown(event, input));
  return isLost ? toLost([]) : reachable;
}

/** `null` when the parameters cannot be read. */
function readCosts({ inject, own }: Fault, kind: FaultKind): FaultCost | null {
  if (own !== undefined) return own.costs;
  const values = readValues(inject, kind.parameters);
  if (!values.ok) return null;
  return typeof kind.costs === 'string' ? kind.costs : kind.costs(values.value);
}

function toLost(ends: readonly StopReason[]): FaultReach {
  return ends.length === 0 ? { outOfReach: true } : { outOfReach: true, ends };
}

function isAlways({ address }: Fault): boolean {
  return address.on === 'tool' ? address.call === '*' : address.turn === '*';
}

/** Another tool answers the same. */
function hasFallback({ address }: Fault, { tools }: Pick<ScorerInput, 'tools'>): boolean {
  if (address.on !== 'tool') return false;
  return tools.some(({ name, fallback }) => name === address.tool && fallback !== undefined);
}

/** An agent that retried at least once and received only faults has done all it can. */
function isStruckOut({ turn }: FaultEvent, events: readonly TranscriptEvent[]): boolean {
  const struck = new Set<number | undefined>();
  let asked = 0;
  for (const event of events) {
    if (event.type === 'fault' && event.turn === turn) struck.add(event.attempt);
    if (event.type === 'reply' && event.turn === turn) return false;
    if (event.type === 'model_error' && event.turn === turn) {
      if (!struck.has(event.attempt)) return false;
      asked += 1;
    }
  }
  return asked >= 2;
}

/** Whether a write that may be delivered only once was struck; a preview does not write. */
function leavesUnknown(
  event: FaultEvent,
  { events, tools }: Pick<ScorerInput, 'events' | 'tools'>,
): boolean {
  const tool = tools.find(({ name }) => name === event.tool);
  if (tool?.oneShot !== true) return false;
  const delivery = events.find(
    (other) =>
      other.type === 'delivery' && other.call === event.call && other.delivery === event.delivery,
  );
  return delivery?.type === 'delivery' && !delivery.preview;
}
