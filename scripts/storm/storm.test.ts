import { expect, it } from 'vitest';

import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';
import { runStorm, type StormOptions } from './run-storm.ts';

const storm: StormOptions = {
  trials: 30,
  concurrency: 8,
  calm: 10,
  form: 'seconds',
  waitSeconds: 1,
  rounds: 2,
};

it.each(['seconds', 'date', 'ms'] as const)(
  'nothing is sent before a Retry-After, lost, doubled or left out of the price: %s',
  async (form) => {
    await using folder = await createScratchFolder();
    const figures = await runStorm(folder.path, { ...storm, form });
    expect(figures).toMatchObject({ passed: 30, invalid: 0, early: 0, lost: 0, doubled: 0 });
    expect(figures.refused).toBeGreaterThan(1);
    expect([figures.cents, figures.centsServed]).toEqual([30, 30]);
  },
);

it('a budget is kept to the cent through a storm', async () => {
  await using folder = await createScratchFolder();
  const figures = await runStorm(folder.path, { ...storm, form: 'ms', maxCost: 0.15 });
  expect(figures.cents).toBe(figures.centsServed);
  expect(figures.cents).toBeLessThanOrEqual(15);
  expect(figures.doubled).toBe(0);
  expect(figures.reasons.join(' ')).toContain('passes --max-cost 0.15');
});

it.each(['seconds', 'date'] as const)(
  'a Retry-After past the deadline of a trial is not waited for: INVALID with the reason, %s',
  async (form) => {
    await using folder = await createScratchFolder();
    const options = {
      ...storm,
      calm: 0,
      rounds: 1,
      trials: 6,
      waitSeconds: 3_600,
      deadlineMs: 2_000,
    };
    const figures = await runStorm(folder.path, { ...options, form });
    // The run ends after five refused conversations in a row.
    expect([figures.passed, figures.invalid, figures.early]).toEqual([0, 5, 0]);
    expect(figures.reasons.join(' ')).toMatch(/rate_limit|429|Too many/u);
  },
);
