import { expect, it } from 'vitest';

import { referenceLoop } from '../../harness/core/suite/loop-settings.ts';
import { loadSuite } from '../../harness/suite/load/load-suite.ts';
import { handbook } from './handbook.ts';
import { loops } from './loops.ts';
import { requests } from './requests.ts';

it('loads without an error or a doubt', async () => {
  const warnings: unknown[] = [];
  const suite = await loadSuite('suites/orders', {
    onWarning: (problem) => warnings.push(problem),
  });
  expect(warnings).toEqual([]);
  expect(suite.toolsets.map((toolset) => toolset.id)).toEqual(['orders@1', 'orders@2']);
  expect(suite.variants.map((variant) => [variant.name, variant.loop, variant.toolset])).toEqual([
    ['reference', 'reference', 'orders@2'],
    ['naive', 'naive', 'orders@2'],
    ['single-round', 'single-round', 'orders@2'],
    ['enum', 'reference', 'orders@2'],
    ['free-text', 'reference', 'orders@1'],
    ['coercer', 'reference', 'orders@2'],
    ['perfect', 'reference', 'orders@2'],
    ['hallucinator', 'reference', 'orders@2'],
  ]);
  expect(suite.variants.filter((variant) => variant.isDefault)).toHaveLength(1);
});

it('every scenario says what has to happen and how it has to end', async () => {
  const { scenarios } = await loadSuite('suites/orders');
  expect(scenarios.length).toBeGreaterThanOrEqual(22);
  const vague = scenarios.filter(({ expected }) => {
    const { calls, effects, state, stopReasons } = expected;
    return calls === null || stopReasons === null || (effects === null && state === null);
  });
  expect(vague.map(({ id }) => id)).toEqual([]);
});

it('scenarios and playbooks speak the same texts, in two languages', async () => {
  const { scenarios } = await loadSuite('suites/orders');
  const texts = scenarios.map(({ id, history, turns }) => {
    const before = history.filter((message) => message.role === 'user');
    return [id, [...before.map((message) => message.content), ...turns]] as const;
  });
  expect(Object.fromEntries(texts)).toEqual(requests);
  const played = handbook.playbooks.map(({ name, turns }) => [name, turns.map(({ user }) => user)]);
  expect(Object.fromEntries(played)).toEqual(requests);
  const chinese = handbook.playbooks.filter(({ language }) => language === 'zh');
  expect(
    chinese.every(({ turns }) => turns.every(({ user }) => /\p{Script=Han}/u.test(user))),
  ).toBe(true);
  expect(chinese.length).toBeGreaterThanOrEqual(7);
});

it.each(Object.entries(loops))('the loop %s spells every setting out', (_name, loop) => {
  expect(listPaths(loop)).toEqual(
    loop.journal === null
      ? listPaths(referenceLoop).filter((path) => !path.startsWith('journal.'))
      : listPaths(referenceLoop),
  );
});

/** Dotted paths of all settings; a list is one setting. */
function listPaths(value: object, above = ''): readonly string[] {
  return Object.entries(value)
    .flatMap(([key, inner]: [string, unknown]) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? [...listPaths(inner, `${above}${key}.`), `${above}${key}`]
        : [`${above}${key}`],
    )
    .toSorted();
}
