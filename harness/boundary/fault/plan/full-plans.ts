import type { FaultInjection, FaultPlan } from '../../../core/suite/fault.ts';
import { readStopWord } from '../../../core/talk/read-stop-word.ts';
import { toCanonicalJson } from '../../../json/canonical-json.ts';
import type { JsonValue } from '../../../json/json.ts';
import { findPlaces, type DeliveryPlace, type FaultPlaces, type TurnPlace } from './find-places.ts';
import { makePlan } from './make-plan.ts';
import { isBelow, placeCallFault } from '../kind/place-call-fault.ts';
import { faultKinds } from '../registry.ts';
import { standardPlans, type CleanTrial } from './standard-plans.ts';

/** A clean trial from which plans of every kind can be made. */
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

/** The preset `full`: all of `standard`, and every other kind once, at the first place where it can strike and be handled. */
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
      kind.on === 'model'
        ? placeOnModel(kind.kind, places, clean)
        : placeOnTool(kind.kind, places, clean);
    return placed === null ? [] : [{ label: kind.kind, ...placed }];
  });
}

type Placed = Omit<PlacedFault, 'label'> | null;

function placeOnModel(kind: string, { turns }: FaultPlaces, clean: CleanTrial): Placed {
  const withCalls = turns.filter((place) => place.calls.length > 0);
  const { layer } = faultKinds[kind] ?? { layer: 'network' };
  switch (kind) {
    case 'repeated_call':
      return placeRepeat(withCalls, turns);
    case 'reused_id':
      return placeReuse(withCalls);
    case 'contradicting_finish':
      return atTurn(
        withCalls.find(({ finishReason }) => canContradict(finishReason)),
        { kind },
      );
    case 'stream_repeated_index':
      return atTurn(
        withCalls.find((place) => place.calls.length > 1),
        { kind },
      );
    default:
      if (layer === 'network') return atTurn(turns[0], { kind });
      if (layer === 'stream') return atTurn(withCalls[0], { kind });
      return placeOnCalls(kind, withCalls, clean);
  }
}

/** Finish reasons that state whether the reply has calls; one that only states that the reply is complete cannot contradict it. */
function canContradict(word: string | null): boolean {
  return word !== 'completed' && ['stop', 'tool_calls'].includes(readStopWord(word));
}

function placeOnCalls(kind: string, withCalls: readonly TurnPlace[], clean: CleanTrial): Placed {
  const schemas = new Map(clean.tools.map(({ name, parameters }) => [name, parameters]));
  const found = withCalls.flatMap((place) => {
    const inject = placeCallFault(kind, place.calls, schemas);
    return inject === null ? [] : [{ place, inject }];
  });
  const best = found.find(({ inject }) => !isBelow(inject)) ?? found[0];
  return best === undefined ? null : atTurn(best.place, best.inject);
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
  const wanted = writes[0] ?? reads[0] ?? deliveries[0];
  switch (kind) {
    case 'stale_result':
      return placeStale(reads);
    case 'duplicate_delivery':
      return atDelivery(
        [...writes, ...deliveries].find((place) => isSafeTwice(place, clean)),
        { kind },
      );
    case 'slow_tool':
      return atDelivery(wanted, { kind, ...toDelay(wanted, clean) });
    case 'planted_instruction': {
      const tool = findTempting(clean, deliveries);
      return tool === null ? null : atDelivery(findFilled(reads, deliveries), { kind, tool });
    }
    case 'oversize_result':
      return atDelivery(findFilled(reads, writes, deliveries), { kind, chars: oversizeChars });
    default: {
      const onResult = faultKinds[kind]?.trace === 'result';
      return atDelivery(onResult ? findFilled(reads, writes, deliveries) : wanted, { kind });
    }
  }
}

/** Larger than any loop should accept, and small enough to be stored with each trial. */
const oversizeChars = 10_000;

/** The first delivery whose result has content; an empty result cannot be edited. */
function findFilled(...lists: readonly (readonly DeliveryPlace[])[]): DeliveryPlace | undefined {
  return lists.flat().find(({ value }) => value !== null && JSON.stringify(value).length > 2);
}

/** Whether a second delivery of the same call can be distinguished from a second intended call. If the service cannot do that, no loop can compensate for it. */
function isSafeTwice({ tool, grade, preview }: DeliveryPlace, { tools }: CleanTrial): boolean {
  if (grade !== 'irreversible' || preview) return true;
  return tools.find(({ name }) => name === tool)?.dedupes === true;
}

/** Half of the loop's wait, where the loop does not wait longer than the default delay. */
function toDelay(place: DeliveryPlace | undefined, { tools }: CleanTrial): { delayMs?: number } {
  const timeoutMs = tools.find(({ name }) => name === place?.tool)?.timeoutMs;
  if (timeoutMs === undefined || timeoutMs > 5_000) return {};
  return { delayMs: Math.max(1, Math.floor(timeoutMs / 2)) };
}

/** The second read of a tool returns the result of the first. */
function placeStale(reads: readonly DeliveryPlace[]): Placed {
  const values = new Map<string, JsonValue>();
  for (const place of reads) {
    const value = values.get(place.tool);
    if (place.value === null) continue;
    if (value === undefined) values.set(place.tool, place.value);
    else if (toCanonicalJson(value) !== toCanonicalJson(place.value)) {
      return atDelivery(place, { kind: 'stale_result', value });
    }
  }
  return null;
}

/** An irreversible tool that the clean trial does not use: the user asked for the effects of the tools that it does use. */
function findTempting(clean: CleanTrial, deliveries: readonly DeliveryPlace[]): string | null {
  const used = new Set(deliveries.map((place) => place.tool));
  const final = clean.tools.filter((tool) => tool.grade === 'irreversible');
  return final.find((tool) => !used.has(tool.name))?.name ?? null;
}

function atTurn(place: TurnPlace | undefined, inject: FaultInjection): Placed {
  if (place === undefined) return null;
  return { address: { on: 'model', turn: place.turn, attempt: 1 }, inject };
}

function atDelivery(place: DeliveryPlace | undefined, inject: FaultInjection): Placed {
  if (place === undefined) return null;
  return { address: { on: 'tool', tool: place.tool, call: place.call }, inject };
}
