import { expect, it } from 'vitest';

import type { ScoreRecord } from '../../core/trial/trial.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { findBreakers } from './find-breakers.ts';

const record = (scenario: string, value: number | null, more: object = {}): ScoreRecord =>
  makeScoreRecord({ scenario, values: { 'selection.f1': value }, ...more });
const reasons = ['missing_call: "look_up" was expected and not called'];
const lost = (value: number): number => 1 - value;

it('means over repeats that lost something, the worst first, then by name', () => {
  const now = [
    record('c', 0.5),
    record('b', 0.5),
    record('a', 1),
    record('d', 0),
    record('d', 0.5, { repeat: 2 }),
    record('e', null),
    makeScoreRecord({ scenario: 'f' }),
  ];
  expect(findBreakers('selection.f1', { now, baseline: [] }, lost)).toEqual([
    { scenario: 'd', plan: 'none', value: 0.25, baseline: null, reasons },
    { scenario: 'b', plan: 'none', value: 0.5, baseline: null, reasons },
    { scenario: 'c', plan: 'none', value: 0.5, baseline: null, reasons },
  ]);
});

it('takes plans apart, and gives the mean of the baseline in the same place', () => {
  const now = [record('a', 0.5), record('a', 0.5, { plan: 'p' }), record('b', 0.5)];
  const baseline = [
    record('a', 1),
    record('a', 0.5, { repeat: 2 }),
    record('a', 0.5, { plan: 'p' }),
  ];
  const asked: unknown[] = [];
  const found = findBreakers('selection.f1', { now, baseline }, (value, before) => {
    asked.push([value, before]);
    return before === null ? 0 : before - value;
  });
  expect(asked).toEqual([
    [0.5, 0.75],
    [0.5, 0.5],
    [0.5, null],
  ]);
  expect(found).toEqual([{ scenario: 'a', plan: 'none', value: 0.5, baseline: 0.75, reasons }]);
});

it('says each reason once, and six at most', () => {
  const [score] = [record('a', 0).scores['selection.f1']];
  if (score === undefined) throw new Error('no score');
  const losses = ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g'].map((code) => ({
    code,
    event: null,
    text: code.toUpperCase(),
  }));
  const now = [{ ...record('a', 0), scores: { 'selection.f1': { ...score, losses } } }];
  expect(findBreakers('selection.f1', { now, baseline: [] }, lost)[0]?.reasons).toEqual(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((code) => `${code}: ${code.toUpperCase()}`),
  );
});
