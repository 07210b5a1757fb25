import { createRandom } from '../../core/random.ts';
import type { Scenario, Suite, Variant } from '../../core/suite/suite.ts';

/**
 * The variant as a scenario runs it: under a gray release with one of the two toolsets. Which one depends on the key of
 * the conversation alone, so a conversation never changes sides, and a larger share only adds conversations.
 */
export function releaseToolset(suite: Suite, variant: Variant, scenario: Scenario): Variant {
  const release = suite.toolsets.find(({ id }) => id === variant.toolset)?.release;
  if (release === undefined) return variant;
  const { from, to, share, key } = release;
  const own = key === null ? undefined : scenario.session[key];
  const place = createRandom(`release/${JSON.stringify(own ?? scenario.id)}`).next();
  return { ...variant, toolset: place < share ? to : from };
}
