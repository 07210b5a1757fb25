import { expect, it } from 'vitest';
import { compareChoices } from './compare-choices.ts';
import { isRight, type Choice } from './measure-selection.ts';

it('counts what was won and lost, by prompt and by tool', () => {
  const before = [
    choose('a', 'x', 'y'),
    choose('b', 'x', 'y'),
    choose('c', 'y', 'y'),
    choose('d', null, null),
  ];
  const after = [
    choose('a', 'x', 'x'),
    choose('b', 'x', 'x'),
    choose('c', 'y', null),
    choose('d', null, null),
  ];
  const { interval, ...comparison } = compareChoices(before, after, isRight);
  expect(comparison).toEqual({ won: ['a', 'b'], lost: ['c'], difference: 0.25, p: 1, pByTool: 1 });
  expect(interval.lower).toBeLessThan(0.25);
  expect(interval.upper).toBeGreaterThan(0.25);
});

it('takes six wins for one tool as one thing that moved', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const before = ids.map((id) => choose(id, 'x', null));
  const after = ids.map((id) => choose(id, 'x', 'x'));
  const { p, pByTool } = compareChoices(before, after, isRight);
  expect(p).toBeCloseTo(2 / 64, 12);
  expect(pByTool).toBe(1);
});

it('finds no difference where nothing was asked', () => {
  const { difference, p, interval } = compareChoices([], [], isRight);
  expect({ difference, p, interval }).toEqual({
    difference: 0,
    p: 1,
    interval: { lower: -1, upper: 1 },
  });
});

function choose(id: string, tool: string | null, called: string | null): Choice {
  return { prompt: { id, text: id, tool }, called, nearest: called };
}
