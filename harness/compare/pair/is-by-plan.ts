import type { ComparedBy } from '../comparison.ts';

/** Whether the two sides are plans of one variant. */
export function isByPlan(by: ComparedBy | null): by is 'plan' | 'attack' {
  return by === 'plan' || by === 'attack';
}
