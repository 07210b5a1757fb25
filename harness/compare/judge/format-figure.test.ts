import { expect, it } from 'vitest';

import {
  formatDifference,
  formatFigure,
  formatGap,
  formatP,
  formatSigned,
  roundFigure,
  roundP,
} from './format-figure.ts';

it.each([
  [0.5, 'share', '50 %', '50 points', '+50'],
  [0.01, 'share', '1 %', '1 point', '+1'],
  [-0.01, 'share', '-1 %', '1 point', '-1'],
  [0.0149, 'share', '1.5 %', '1.5 points', '+1.5'],
  [1, 'share', '100 %', '100 points', '+100'],
  [0, 'share', '0 %', '0 points', '0'],
  [-0.0004, 'share', '-0 %', '0 points', '0'],
  [2, 'count', '2', '2', '+2'],
  [-1.256, 'count', '-1.26', '1.26', '-1.26'],
  [10, 'count', '10', '10', '+10'],
  [1234.4, 'tokens', '1234 tokens', '1234 tokens', '+1234.4'],
  [-20, 'ms', '-20 ms', '20 ms', '-20'],
  [0.0012345, 'usd', '$0.001234', '$0.001234', '+0.001234'],
] as const)('%d as a %s', (...[value, unit, figure, gap, signed]) => {
  expect([formatFigure(value, unit), formatGap(value, unit), formatSigned(value, unit)]).toEqual([
    figure,
    gap,
    signed,
  ]);
});

it('a figure that there is none of is n/a, never 0', () => {
  expect(formatFigure(null, 'share')).toBe('n/a');
});

it.each([
  [0, '<1e-300'],
  [1, '1'],
  [0.05, '0.05'],
  [0.0625, '0.0625'],
  [0.0001, '0.0001'],
  [0.00009, '9.0e-5'],
  [2 ** -40, '9.1e-13'],
])('p %d is written %s', (p, text) => {
  expect(formatP(p)).toBe(text);
});

it('rounds figures to nine digits, and what is no more than an error of rounding to 0', () => {
  expect([roundFigure(0.1 + 0.2), roundFigure(1e-12), roundFigure(9e-13)]).toEqual([0.3, 1e-12, 0]);
  expect([roundFigure(-1e-13), roundFigure(-0.123456789123)]).toEqual([0, -0.123456789]);
  expect([roundP(2 ** -50), roundP(0.1 + 0.2)]).toEqual([8.8817842e-16, 0.3]);
});

it.each([
  [null, 'share', 'n/a'],
  [0, 'share', '±0.000'],
  [-0.0001, 'share', '±0.000'],
  [0.25, 'share', '+0.250'],
  [-0.25, 'share', '-0.250'],
  [-3, 'count', '-3.00'],
] as const)('a difference of %j as a %s is %s', (value, unit, text) => {
  expect(formatDifference(value, unit)).toBe(text);
});
