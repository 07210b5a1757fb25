import { expect, it } from 'vitest';
import { findCoverageViolations, findViolations } from './find-violations.ts';
import type { CellRates } from './simulate-cell.ts';
import type { CellResult } from './cell-result.ts';

const rates: CellRates = {
  significant: 0.05,
  regression: 0.02,
  notWorse: 0.03,
  unmoved: 0,
  covered: 0.95,
  sequentialRegression: 0.01,
  sequentialPass: 0.001,
  sequentialScenarios: 16,
  pooledSignificant: 0.35,
};

const sound: CellResult = {
  cell: { scenarios: 20, repeats: 5, icc: 0.8, interaction: 1 },
  same: rates,
  plannedDrop: 0.3,
  planned: { ...rates, regression: 0.81, covered: 0.945 },
  atMargin: rates,
  violations: [],
};

it.each([
  [
    'false alarms by p',
    { same: { ...rates, significant: 0.06 } },
    'p < 0.05 without a difference in 0.06',
  ],
  [
    'false alarms by verdict',
    { same: { ...rates, regression: 0.06 } },
    'REGRESSION without a difference in 0.06',
  ],
  ['coverage', { same: { ...rates, covered: 0.93 } }, 'coverage 0.93 without a difference'],
  [
    'sequential false alarms',
    { same: { ...rates, sequentialRegression: 0.051 } },
    'sequential REGRESSION without a difference in 0.051',
  ],
  [
    'sequential false passes',
    { atMargin: { ...rates, sequentialPass: 0.06 } },
    'sequential PASS though worse by the margin in 0.06',
  ],
  [
    'too little power',
    { planned: { ...rates, regression: 0.76 } },
    'power 0.76 at the planned drop',
  ],
  ['too much power', { planned: { ...rates, regression: 0.84 } }, 'power 0.84 at the planned drop'],
  ['no plan', { plannedDrop: null, planned: null }, 'power NaN at the planned drop'],
])('sees a broken promise: %s', (_, change, sentence) => {
  const name = '20 scenarios x 5, ICC 0.8, interaction 1';
  expect(findViolations({ ...sound, ...change })).toEqual([`${name}: ${sentence}`]);
});

it('sees none where all is sound, and asks no coverage of ten scenarios', () => {
  const small = { ...sound, cell: { ...sound.cell, scenarios: 10 } };
  expect(findViolations(sound)).toEqual([]);
  expect(findViolations({ ...small, same: { ...rates, covered: 0.9 } })).toEqual([]);
});

it('holds the coverage at the planned drops on average', () => {
  const low = { ...sound, planned: { ...rates, covered: 0.925 } };
  expect(findCoverageViolations([sound, low])).toEqual([
    '20 scenarios: coverage 0.9350 at the planned drops',
  ]);
  expect(findCoverageViolations([sound, sound, sound, sound, low])).toEqual([]);
});
