import { expect, it } from 'vitest';

import type { Lane } from '../../core/suite/lane.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { isWanted, toPlanWord } from './is-wanted.ts';

const suite = {
  name: 'made',
  variants: [{ name: 'first' }, { name: 'second' }],
  scenarios: [
    { id: 'look', variants: null, faults: [] },
    { id: 'pay', variants: ['second'], faults: [] },
    { id: 'own', variants: null, faults: [{}] },
  ],
  plans: [{ name: 'mine' }],
  // Only names are compared.
} as unknown as Suite;

const clean: Lane = { suite: 'made', scenario: 'look', variant: 'first', plan: 'none', repeat: 1 };

it.each<[string, Partial<Lane>, boolean]>([
  ['a clean lane', {}, true],
  ['any repeat', { repeat: 9 }, true],
  ['another suite', { suite: 'other' }, false],
  ['no such scenario', { scenario: 'gone' }, false],
  ['no such variant', { variant: 'gone' }, false],
  ['a variant that the scenario is not for', { scenario: 'pay' }, false],
  ['a variant that the scenario is for', { scenario: 'pay', variant: 'second' }, true],
  ['a plan of the suite', { plan: 'mine' }, true],
  ['a plan of a preset', { plan: 'standard.timeout' }, true],
  ['no such plan', { plan: 'gone' }, false],
  ['faults of no scenario', { plan: 'scenario' }, false],
  ['faults of the scenario', { scenario: 'own', plan: 'scenario' }, true],
  ['a clean lane of a scenario with faults of its own', { scenario: 'own' }, false],
  ['a plan over faults of the scenario', { scenario: 'own', plan: 'mine' }, false],
])('%s: %j is wanted: %j', (...[, part, wanted]) => {
  expect(isWanted({ ...clean, ...part }, suite)).toBe(wanted);
});

it.each([
  ['mine', 'mine'],
  ['standard.timeout', 'standard'],
  ['full/reset', 'full'],
  ['standard', null],
  ['fuller.reset', null],
  ['my-standard.timeout', null],
  ['chaos-12', 'chaos-12'],
  ['chaos-12x', null],
  ['chaos-', null],
  ['none', null],
])('the plan "%s" is made by %j', (plan, word) => {
  expect(toPlanWord(plan, suite)).toBe(word);
});
