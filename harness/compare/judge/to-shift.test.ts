import { expect, it } from 'vitest';

import { toShift } from './to-shift.ts';

const better = { way: 'better', significant: true };
const worse = { way: 'worse', significant: true };
const open = { way: 'open', significant: true };

it.each([
  { name: 'above 0', value: 0.2, low: 0.1, high: 0.3, wanted: better },
  { name: 'below 0', value: -0.2, low: -0.3, high: -0.1, wanted: worse },
  { name: 'around 0', value: 0.1, low: -0.1, high: 0.3, wanted: open },
  { name: 'from 0 up', value: 0.1, low: 0, high: 0.2, wanted: open },
  { name: 'up to 0', value: -0.1, low: -0.2, high: 0, wanted: open },
  { name: 'unmoved', value: 0, low: null, high: null, wanted: open },
  { name: 'not judged', value: null, low: null, high: null, wanted: open },
  { name: 'all up alike', value: 0.1, low: null, high: null, wanted: better },
  { name: 'all down alike', value: -0.1, low: null, high: null, wanted: worse },
])('an interval that lies $name', ({ value, low, high, wanted }) => {
  const figures = { difference: { value, low, high }, p: 0.9, adjustedP: 0.01 };
  expect(toShift({ metric: 'task.success', ...figures })).toEqual(wanted);
  // Where lower is better, the same difference means the opposite.
  const opposite = wanted === better ? worse : wanted === worse ? better : open;
  expect(toShift({ metric: 'effects.double', ...figures })).toEqual(opposite);
});

it.each([
  { p: 0.01, adjustedP: null, significant: true },
  { p: 0.01, adjustedP: 0.06, significant: false },
  { p: 0.06, adjustedP: 0.01, significant: true },
  { p: 0.05, adjustedP: null, significant: false },
  { p: 0.0499, adjustedP: null, significant: true },
  { p: null, adjustedP: null, significant: false },
])('p decides what is significant, adjusted where it was: $p, $adjustedP', (row) => {
  const { p, adjustedP, significant } = row;
  const shift = (low: number | null, high: number | null): unknown =>
    toShift({ metric: 'task.success', difference: { value: 0.2, low, high }, p, adjustedP });
  expect(shift(0.1, 0.3)).toEqual({ way: 'better', significant });
  // Without an interval p alone tells.
  expect(shift(null, null)).toEqual({ way: significant ? 'better' : 'open', significant });
});
