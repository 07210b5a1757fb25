import { expect, it } from 'vitest';

import { UsageError } from '../usage-error.ts';
import { defineScorer } from './define-scorer.ts';
import type { OwnScorer } from './own-scorer.ts';

const good: OwnScorer = {
  name: 'house.tone',
  label: 'Tone',
  better: 'higher',
  unit: 'share',
  meaning: 'The answer is friendly',
  score: () => null,
};

it('gives the scorer back, and nothing can change it', () => {
  const scorer = defineScorer(good);
  expect(scorer).toEqual(good);
  expect(Object.isFrozen(scorer)).toBe(true);
});

it.each([
  [{ name: 'task.success' }, 'name: toolrig has a metric of this name'],
  [{ name: 'cost.coffee' }, 'name: the group "cost" is toolrig\'s own'],
  [{ name: 'tone' }, 'name: expected a group, a dot and a name in lower case'],
  [{ name: 'House.Tone' }, 'name: expected a group, a dot'],
  [{ name: 'house.tone.deep' }, 'name: expected a group, a dot'],
  [{ name: 'house.=1+1' }, 'name: expected a group, a dot'],
  [{ name: `house.${'x'.repeat(60)}` }, 'name: expected a group, a dot'],
  [{ name: undefined }, 'name: expected a text, found nothing'],
  [
    { better: undefined },
    'better: it is missing: expected "higher" or "lower"; it is never guessed',
  ],
  [{ better: 'more' }, 'better: expected "higher" or "lower", found "more"'],
  [{ unit: undefined }, 'unit: it is missing: expected "share" or "count"'],
  [{ unit: 'percent' }, 'unit: expected "share" or "count"'],
  [{ label: '' }, 'label: expected a text, found ""'],
  [{ meaning: undefined }, 'meaning: expected a text, found nothing'],
  [{ score: undefined }, 'score: expected a function, found nothing'],
  [
    { score: async () => await Promise.resolve(null) },
    'score: expected a plain function, found an async',
  ],
  [{ score: function* scores() {} }, 'score: expected a plain function, found a generator'],
  [{ direction: 'up' }, 'direction: there is no such field'],
])('refuses %o: %s', (wrong, says) => {
  // What JavaScript lets through.
  const define = (): unknown => defineScorer({ ...good, ...wrong } as OwnScorer);
  expect(define).toThrow(UsageError);
  expect(define).toThrow(says);
});

it('names every problem at once', () => {
  const define = (): unknown =>
    defineScorer({ ...good, unit: 'x', better: 'y' } as unknown as OwnScorer);
  expect(define).toThrow(/Cannot define the scorer "house.tone": better: .*; unit: /u);
});
