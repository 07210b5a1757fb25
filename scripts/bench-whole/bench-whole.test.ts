import { expect, it } from 'vitest';

import { fitWorkers } from './fit-workers.ts';
import { findOverBudget, formatRows } from './format-rows.ts';
import type { BenchFigures } from './measure-rows.ts';
import { readTimes } from './run-timed.ts';

it.each([
  ['an exact law', [1_100, 600, 350], 8, [100, 1_000]],
  ['two processors: four workers are as fast as two', [1_100, 600, 600], 2, [100, 1_000]],
  ['workers that only cost', [100, 200, 300], 8, [200, 0]],
] as const)('the serial part of a run is fitted: %s', (...[, times, processors, wanted]) => {
  const [one, two, four] = times;
  const measured = [
    { workers: 1, wallMs: one },
    { workers: 2, wallMs: two },
    { workers: 4, wallMs: four },
  ];
  const fit = fitWorkers(measured, processors);
  expect([fit?.serialMs, fit?.parallelMs].map((ms) => Math.round(ms ?? -1))).toEqual(wanted);
  expect(fitWorkers(measured, 1)).toBeNull();
});

it.each([
  ['a line\n0m0.001s 0m0.002s\n1m2.500s 0m0.250s\n', 62_750],
  ['0m0.001s 0m0.002s\n0m1,5s 0m0,5s\n', 2_000],
  ['', 0],
])('the times of a shell are read: %j', (text, ms) => {
  expect(Math.round(readTimes(text))).toBe(ms);
});

const figures: BenchFigures = {
  rows: [
    {
      name: 'replay, JSON',
      peer: 'bare loop',
      unit: 'trial',
      count: 100,
      cpuMs: 300,
      peerCpuMs: 100,
      wallMs: 400,
      ratio: 3,
      from: 2.5,
      to: 3.5,
    },
  ],
  liveMs: 0.4,
  scaling: { serialMs: 200, parallelMs: 800, serialShare: 0.2 },
};

it.each([
  [{}, []],
  [{ 'replay, JSON': 3, 'live request beyond the bare client, ms': 0.4 }, []],
  [
    { 'replay, JSON': 2.9 },
    ['"replay, JSON" takes 3.00 times as much as "bare loop": the budget is 2.9'],
  ],
  [
    { 'live request beyond the bare client, ms': 0.3 },
    ['A live request costs 0.400 ms beyond the bare client: the budget is 0.3'],
  ],
])('a row over its budget is named: %j', (budget, wanted) => {
  expect(findOverBudget(figures, budget)).toEqual(wanted);
});

it('the table has a ratio, what limits a row, and the law of the workers', () => {
  const text = formatRows(figures);
  expect(text).toContain(
    '| replay, JSON | bare loop | 300 ms | 3.000 ms/trial | 400 ms | 3.00 | 2.50 - 3.50 |',
  );
  expect(text).toContain(
    '20 % of the\ntime of one worker stays serial; any number of workers is at most 5.0 times',
  );
  expect(text).toContain('- replay, JSON: seals,');
  expect(text).toContain('costs 0.400 ms of CPU beyond the bare client');
});
