import { expect, it } from 'vitest';

import type { Scenario, Suite, Variant } from '../../core/suite/suite.ts';
import { releaseToolset } from './release-toolset.ts';

const ids = Array.from({ length: 400 }, (_, index) => `talk-${index}`);

/** Conversations that get the new toolset. */
function findNew(share: number, key: string | null = 'talk'): readonly string[] {
  const release = { from: 'a@1', to: 'a@2', share, key };
  // Only what a release looks at.
  const suite = { toolsets: [{ id: 'a@1+a@2', tools: [], release }] } as unknown as Suite;
  const variant = { name: 'gray', toolset: 'a@1+a@2' } as Variant;
  return ids.filter((id) => {
    const scenario = { id: `s-${id}`, session: { talk: id } } as unknown as Scenario;
    return releaseToolset(suite, variant, scenario).toolset === 'a@2';
  });
}

it('a share of the conversations is on the new toolset, and a larger share only adds some', () => {
  const [few, more] = [findNew(0.25), findNew(0.5)];
  expect(few.length).toBeGreaterThan(70);
  expect(few.length).toBeLessThan(130);
  expect(few.filter((id) => !more.includes(id))).toEqual([]);
  expect([findNew(0).length, findNew(1).length]).toEqual([0, 400]);
});

it('the key decides, and without one the scenario', () => {
  expect(findNew(0.5)).toEqual(findNew(0.5));
  expect(findNew(0.5, null)).not.toEqual(findNew(0.5));
  // A field that the session lacks is no key.
  expect(findNew(0.5, 'no_such_field')).toEqual(findNew(0.5, null));
});
