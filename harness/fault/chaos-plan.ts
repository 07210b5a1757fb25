import type { FaultPlan } from '../core/fault.ts';
import { createRandom } from '../core/random.ts';
import { placeAll, type FullTrial, type PlacedFault } from './full-plans.ts';
import { standardPlans } from './standard-plans.ts';

/** A few faults at once, drawn by seed from the places of the clean trial: the same seed gives the same plan. */
export function chaosPlan(
  seed: number,
  clean: FullTrial,
  options: { readonly count?: number } = {},
): FaultPlan {
  const random = createRandom(`chaos/${seed}`);
  const left = toCandidates(clean);
  const drawn: PlacedFault[] = [];
  while (drawn.length < (options.count ?? 3) && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random.next() * left.length), 1));
  }
  const name = `chaos-${seed}`;
  const faults = drawn.map(({ label, address, inject }, index) => ({
    name: `${name}.${index + 1}.${label}`,
    address,
    inject,
  }));
  return { name, byHand: false, faults };
}

function toCandidates(clean: FullTrial): PlacedFault[] {
  const standard = standardPlans(clean).flatMap((plan) => plan.faults);
  const others = placeAll(clean).filter(
    (fault) => !standard.some((planned) => planned.inject.kind === fault.inject.kind),
  );
  return [
    ...standard.map(({ address, inject }) => ({ label: inject.kind, address, inject })),
    ...others,
  ];
}
