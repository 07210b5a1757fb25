import type { FaultPlan } from '../../../core/suite/fault.ts';
import { createRandom } from '../../../core/random.ts';
import { isBelow } from '../kind/place-call-fault.ts';
import { placeAll, type FullTrial, type PlacedFault } from './full-plans.ts';
import { faultKinds } from '../registry.ts';
import { standardPlans } from './standard-plans.ts';

/**
 * A plan of a few simultaneous faults, drawn by seed from the places of the clean trial: the same seed gives the same plan.
 * Each fault has a place of its own, and no two use up the same limit of a loop.
 */
export function chaosPlan(
  seed: number,
  clean: FullTrial,
  options: { readonly count?: number } = {},
): FaultPlan {
  const random = createRandom(`chaos/${seed}`);
  const left = toCandidates(clean);
  const drawn: PlacedFault[] = [];
  while (drawn.length < (options.count ?? 3) && left.length > 0) {
    const [next] = left.splice(Math.floor(random.next() * left.length), 1);
    const isApart = (other: PlacedFault): boolean =>
      next !== undefined && !isSamePlace(other, next) && !isSameStrain(other, next);
    if (next !== undefined && drawn.every(isApart)) drawn.push(next);
  }
  const name = `chaos-${seed}`;
  const faults = drawn.map(({ label, address, inject }, index) => ({
    name: `${name}.${index + 1}.${label}`,
    address,
    inject,
  }));
  return { name, byHand: false, faults };
}

/** Kinds that make a loop wait: two of them could use up the time of a conversation. */
const silent: ReadonlySet<string> = new Set([
  'timeout',
  'stalled_body',
  'stream_stall',
  'slow_first_byte',
  'timeout_before',
  'timeout_after',
  'late_response',
  'slow_tool',
]);

/** A good loop limits corrections and time: a plan that uses up the same limit twice could not be passed. */
function isSameStrain({ inject: a }: PlacedFault, { inject: b }: PlacedFault): boolean {
  const spoils = (kind: string): boolean => {
    const found = faultKinds[kind];
    return found?.on === 'model' && found.spoils === true;
  };
  return (spoils(a.kind) && spoils(b.kind)) || (silent.has(a.kind) && silent.has(b.kind));
}

/** Of two faults at one place only the first could strike. A turn is always struck at its first attempt. */
function isSamePlace({ address: a }: PlacedFault, { address: b }: PlacedFault): boolean {
  if (a.on === 'model') return b.on === 'model' && a.turn === b.turn;
  return b.on === 'tool' && a.tool === b.tool && a.call === b.call;
}

function toCandidates(clean: FullTrial): PlacedFault[] {
  const standard = standardPlans(clean).flatMap((plan) => plan.faults);
  const others = placeAll(clean).filter(
    (fault) => isDrawn(fault) && !standard.some(({ inject }) => inject.kind === fault.inject.kind),
  );
  return [
    ...standard.map(({ address, inject }) => ({ label: inject.kind, address, inject })),
    ...others,
  ];
}

/** A kind or place more would give each seed another plan than the one that was recorded: later ones are not drawn. */
function isDrawn({ inject }: PlacedFault): boolean {
  return inject.kind !== 'missing_field' && !isBelow(inject);
}
