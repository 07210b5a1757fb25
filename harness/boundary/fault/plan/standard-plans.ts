import type { FaultInjection, FaultPlan } from '../../../core/suite/fault.ts';
import type { ScoredTool } from '../../../core/score/scorer.ts';
import type { TranscriptEvent } from '../../../core/trial/transcript.ts';
import { findPlaces, type DeliveryPlace, type TurnPlace } from './find-places.ts';
import { makePlan } from './make-plan.ts';

/** A clean trial and the known properties of its tools. */
export interface CleanTrial {
  readonly events: readonly TranscriptEvent[];
  readonly tools: readonly PlannedTool[];
}

/** The properties of a tool that a plan depends on. */
export interface PlannedTool extends Pick<ScoredTool, 'name' | 'grade' | 'parameters'> {
  /** Whether its service supports idempotency keys. Default no. */
  readonly dedupes?: boolean;
  /** How long the loop waits for it; left out where it is not known. */
  readonly timeoutMs?: number;
}

/** Statuses take turns, so that a run of some length shows each. */
const modelStatuses = [503, 500, 502, 504, 529];
const toolStatuses = [503, 500, 502, 504];

/**
 * The preset `standard`: timeout, malformed arguments, duplicate call and 5xx, one fault a plan, at the
 * places of the clean trial of the same scenario and variant:
 *
 * - each model turn: no answer, 5xx;
 * - each turn with new calls: the first call's arguments cut off;
 * - each turn that changed the world (or the first with calls, if none did): its call twice, with the same id and with a new one;
 * - each new delivery: request lost, 5xx before the effect;
 * - each new delivery of a write that is not a preview: answer lost after the effect. (A lost answer of a read looks like a lost request.)
 *
 * "New" excludes turns and deliveries that repeat an earlier one with the same arguments.
 */
export function standardPlans(clean: CleanTrial): readonly FaultPlan[] {
  const { turns, deliveries } = findPlaces(clean.events, clean.tools);
  return [
    ...turns.flatMap(toLinePlans),
    ...turns
      .filter(isNewWithCalls)
      .map((place) => toTurnPlan(place, 'malformed_arguments', { kind: 'malformed_arguments' })),
    ...toDuplicateTurns(turns).flatMap(toDuplicatePlans),
    ...deliveries.filter((place) => !place.isRepeat).flatMap(toDeliveryPlans),
  ];
}

function isNewWithCalls(place: TurnPlace): boolean {
  return place.calls.length > 0 && !place.isRepeat;
}

function toDuplicateTurns(turns: readonly TurnPlace[]): readonly TurnPlace[] {
  const changed = turns.filter((place) => place.effectIndex !== null && !place.isRepeat);
  return changed.length > 0 ? changed : turns.filter(isNewWithCalls).slice(0, 1);
}

function toTurnPlan(place: TurnPlace, label: string, inject: FaultInjection): FaultPlan {
  const address = { on: 'model', turn: place.turn, attempt: 1 } as const;
  return makePlan('standard', label, { address, inject });
}

function toLinePlans(place: TurnPlace): readonly FaultPlan[] {
  const status = modelStatuses[(place.turn - 1) % modelStatuses.length] ?? 503;
  return [
    toTurnPlan(place, 'timeout', { kind: 'timeout' }),
    toTurnPlan(place, 'http', { kind: 'http', status }),
  ];
}

function toDuplicatePlans(place: TurnPlace): readonly FaultPlan[] {
  const index = place.effectIndex ?? 0;
  return ['same', 'new'].map((id) =>
    toTurnPlan(place, `duplicate_${id}_id`, { kind: 'duplicate_call', id, index }),
  );
}

function toDeliveryPlans(place: DeliveryPlace): readonly FaultPlan[] {
  const address = { on: 'tool', tool: place.tool, call: place.call } as const;
  const status = toolStatuses[(place.call - 1) % toolStatuses.length] ?? 503;
  const injects: FaultInjection[] = [{ kind: 'timeout_before' }, { kind: 'http_before', status }];
  if (place.grade !== 'read' && !place.preview) injects.push({ kind: 'timeout_after' });
  return injects.map((inject) => makePlan('standard', inject.kind, { address, inject }));
}
