import { createHash } from 'node:crypto';

import { toComparableEvent } from '../find/to-comparable-event.ts';
import type { TrialRecord } from '../../core/trial/trial.ts';

/**
 * A digest of what happened in a trial: equal digests, the same transcript. `null` where a reply was taken from a
 * recording of other requests, since the model never saw what it is said to have answered.
 */
export function digestTranscript({ events, tier }: TrialRecord): string | null {
  if (tier === 'loose' || tier === 'position') return null;
  const hash = createHash('sha256');
  // A drift that was allowed equals only the same drift.
  if (tier !== null && tier !== 'exact') hash.update(tier);
  for (const event of events) hash.update(toComparableEvent(event)).update('\n');
  return hash.digest('base64url').slice(0, 22);
}
