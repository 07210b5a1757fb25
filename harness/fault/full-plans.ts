import type { FaultInjection, FaultPlan } from '../core/fault.ts';
import type { JsonValue } from '../core/json.ts';
import { findPlaces, type DeliveryPlace, type FaultPlaces, type TurnPlace } from './find-places.ts';
import { makePlan } from './make-plan.ts';
import { faultKinds } from './registry.ts';
import { standardPlans, type CleanTrial } from './standard-plans.ts';

/** A clean trial for plans of every kind. */
export interface FullTrial extends CleanTrial {
  /** Whether its answers were streamed; faults of streams are planned only then. Default no. */
  readonly streamed?: boolean;
}

/** A fault kind with its place. */
export interface PlacedFault {
  readonly label: string;
  readonly address: FaultPlan['faults'][number]['address'];
  readonly inject: FaultInjection;
}

/** The preset `full`: all of `standard`, and every other kind once, at the first place where it can strike. */
export function fullPlans(clean: FullTrial): readonly FaultPlan[] {
  const standard = standardPlans(clean);
  const planned = new Set(
    standard.flatMap((plan) => plan.faults.map((fault) => fault.inject.kind)),
  );
  const others = placeAll(clean).filter((fault) => !planned.has(fault.inject.kind));
  const plans = others.map(({ label, ...fault }) => makePlan('full', label, fault));
  return [...standard, ...plans];
}

/** Every kind at the first place where it can strike; a kind without a place is left out. */
export function placeAll(clean: FullTrial): readonly PlacedFault[] {
  const places = findPlaces(clean.events, clean.tools);
  return Object.values(faultKinds).flatMap((kind) => {
    if (kind.layer === 'stream' && clean.streamed !== true) return [];
    const placed =
      kind.on === 'model' ? placeOnModel(kind.kind, places) : placeOnTool(kind.kind, places, clean);
    return placed === null ? [] : [{ label: kind.kind, ...placed }];
  });
}

type Placed = Omit<PlacedFault, 'label'> | null;

function placeOnModel(kind: string, { turns }: FaultPlaces): Placed {
  const withCalls = turns.filter((place) => place.calls.length > 0);
  switch (kind) {
    case 'repeated_call':
      return placeRepeat(withCalls, turns);
    case 'reused_id':
      return placeReuse(withCalls);
    case 'stream_repeated_index':
      return atTurn(
        withCalls.find((place) => place.calls.length > 1),
        { kind },
      );
    default: {
      const { layer } = faultKinds[kind] ?? { layer: 'network' };
      return atTurn(layer === 'network' ? turns[0] : withCalls[0], { kind });
    }
  }
}

function placeRepeat(withCalls: readonly TurnPlace[], turns: readonly TurnPlace[]): Placed {
  const source = withCalls.find((place) => place.effectIndex !== null) ?? withCalls[0];
  const call = source?.calls[source.effectIndex ?? 0];
  if (source === undefined || call === undefined) return null;
  const next = turns.find((place) => place.turn > source.turn);
  return atTurn(next, {
    kind: 'repeated_call',
    tool: call.name,
    arguments: call.argumentsText ?? '',
  });
}

function placeReuse(withCalls: readonly TurnPlace[]): Placed {
  const id = withCalls[0]?.calls[0]?.id;
  return typeof id === 'string' ? atTurn(withCalls[1], { kind: 'reused_id', id }) : null;
}

function placeOnTool(kind: string, { deliveries }: FaultPlaces, clean: CleanTrial): Placed {
  const writes = deliveries.filter((place) => place.grade !== 'read' && !place.preview);
  const reads = deliveries.filter((place) => place.grade === 'read');
  switch (kind) {
    case 'stale_result':
      return placeStale(reads);
    case 'planted_instruction': {
      const tool = findTempting(clean, deliveries);
      return tool === null ? null : atDelivery(reads[0] ?? deliveries[0], { kind, tool });
    }
    default: {
      const onResult = kind.endsWith('_result');
      const wanted = onResult ? (reads[0] ?? writes[0]) : (writes[0] ?? reads[0]);
      return atDelivery(wanted ?? deliveries[0], { kind });
    }
  }
}

/** The second read of a tool gives what the first one gave. */
function placeStale(reads: readonly DeliveryPlace[]): Placed {
  const values = new Map<string, JsonValue>();
  for (const place of reads) {
    const value = values.get(place.tool);
    if (value !== undefined) return atDelivery(place, { kind: 'stale_result', value });
    if (place.value !== null) values.set(place.tool, place.value);
  }
  return null;
}

/** A tool whose effect cannot be taken back, best one that the clean trial leaves alone. */
function findTempting(clean: CleanTrial, deliveries: readonly DeliveryPlace[]): string | null {
  const used = new Set(deliveries.map((place) => place.tool));
  const final = clean.tools.filter((tool) => tool.grade === 'irreversible');
  return (final.find((tool) => !used.has(tool.name)) ?? final[0])?.name ?? null;
}

function atTurn(place: TurnPlace | undefined, inject: FaultInjection): Placed {
  if (place === undefined) return null;
  return { address: { on: 'model', turn: place.turn, attempt: 1 }, inject };
}

function atDelivery(place: DeliveryPlace | undefined, inject: FaultInjection): Placed {
  if (place === undefined) return null;
  return { address: { on: 'tool', tool: place.tool, call: place.call }, inject };
}
