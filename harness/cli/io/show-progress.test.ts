import { expect, it } from 'vitest';

import type { RunProgress } from '../../run/run-options.ts';
import { createProgress } from './show-progress.ts';
import type { CliIo } from './cli-io.ts';

const at = (groupsDone: number, more: Partial<RunProgress> = {}): RunProgress => ({
  groups: 10,
  groupsDone,
  trialsDone: groupsDone * 4,
  failed: 0,
  invalid: 0,
  ...more,
});

const spent = { model: 'm', requests: 1, inputTokens: 1, outputTokens: 1, isEstimate: false };

/** What is shown when progress is reported at these times. */
function show(
  isTerminal: boolean,
  steps: readonly (readonly [ms: number, progress: RunProgress])[],
  prices?: readonly (number | null)[],
): { readonly err: readonly string[]; readonly redrawn: readonly string[] } {
  const err: string[] = [];
  const redrawn: string[] = [];
  let nowMs = 500;
  const io: Pick<CliIo, 'isTerminal' | 'nowMs' | 'err' | 'redraw'> = {
    isTerminal,
    nowMs: () => nowMs,
    err: (text) => err.push(text),
    redraw: (text) => redrawn.push(text),
  };
  const meter =
    prices === undefined
      ? undefined
      : { spent: () => prices.map((price) => ({ ...spent, price })) };
  const progress = createProgress(io, meter);
  for (const [ms, value] of steps) {
    nowMs = 500 + ms;
    progress.show(value);
  }
  progress.end();
  return { err, redrawn };
}

it('without a terminal, a line is written every 10 seconds, and nothing is redrawn', () => {
  const steps = [
    [9_999, at(1)],
    [10_000, at(2)],
    [19_999, at(3)],
    [20_000, at(5, { failed: 2, invalid: 1 })],
  ] as const;
  expect(show(false, steps)).toEqual({
    err: [
      '20 % · 8 trials, 0.8 a second · about 40 s left\n',
      '50 % · 20 trials, 1.0 a second · 2 failed · 1 invalid · about 20 s left\n',
    ],
    redrawn: [],
  });
});

it('on a terminal, the line is redrawn ten times a second, and removed at the end', () => {
  const { err, redrawn } = show(true, [
    [99, at(1)],
    [100, at(1)],
    [150, at(2)],
    [200, at(10)],
  ]);
  expect(err).toEqual([]);
  expect(redrawn).toEqual([
    '\r\u001B[2K10 % · 4 trials, 40 a second · about 1 s left',
    '\r\u001B[2K100 % · 40 trials, 200 a second · about 0 s left',
    '\r\u001B[2K',
  ]);
  expect(show(true, [[99, at(1)]]).redrawn).toEqual([]);
});

it.each([
  [undefined, ''],
  [[], ''],
  [[null], ''],
  [[0.25, null, 0.5], ' · $0.7500 so far'],
])('a meter with the prices %j adds %j', (prices, text) => {
  const { err } = show(false, [[10_000, at(5)]], prices);
  expect(err).toEqual([`50 % · 20 trials, 2.0 a second · about 10 s left${text}\n`]);
});
