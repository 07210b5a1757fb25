import { expect, it } from 'vitest';

import { runSuite, type RunSuiteOptions } from '../run-suite.ts';

it('a sweep runs each variant once for each value, and one value that passes is enough', async () => {
  const sweep = 'loop.guards.maxTurns=1,8';
  const { exitCode, verdict, summary, sweeps, run } = await runSuite({
    suite: 'suites/tutorial',
    sweep,
  });
  expect([exitCode, verdict]).toEqual([0, 'PASS']);
  const variants = ['reference:maxTurns=1', 'reference:maxTurns=8'];
  expect(sweeps).toEqual([
    {
      path: 'loop.guards.maxTurns',
      base: 'reference',
      own: 8,
      points: [1, 8].map((value, index) => ({ value, variant: variants[index] })),
    },
  ]);
  expect(Object.keys(summary.variants)).toEqual(variants);
  const values = variants.map((name) => summary.variants[name]?.scores['task.success']?.value);
  expect(values[0]).toBeLessThan(1);
  expect(values[1]).toBe(1);
  expect(run.manifest.selection['sweeps']).toEqual(sweeps);
});

it('distractors run a variant once for each number of tools', async () => {
  const { exitCode, sweeps, summary } = await runSuite({
    suite: 'suites/tutorial',
    distractors: 'far=5',
  });
  expect(exitCode).toBe(0);
  expect(sweeps[0]?.points.map(({ value }) => value)).toEqual([0, 5]);
  expect(Object.keys(summary.variants)).toEqual(['reference:far=0', 'reference:far=5']);
});

it('without either, nothing is swept', async () => {
  const { sweeps, run } = await runSuite({ suite: 'suites/tutorial' });
  expect(sweeps).toEqual([]);
  expect(run.manifest.selection).not.toHaveProperty('sweeps');
});

it.each<[Omit<RunSuiteOptions, 'suite'>, string]>([
  [{ sweep: 'loop.guards.turns=1' }, 'loop.guards.turns'],
  [{ sweep: 'loop.errors=loud' }, 'loud'],
  [{ distractors: 'near=999' }, 'Cannot add 999 near distractors'],
  [{ sweep: 'loop.errors=bare', distractors: 'far' }, 'Cannot use sweep with distractors'],
  [{ sweep: 'loop.errors=bare', gate: true }, 'Cannot use sweep with gate'],
  [{ distractors: 'far', gate: true }, 'Cannot use distractors with gate'],
  [{ distractors: 'far', mode: 'record' }, 'Cannot use distractors with mode "record"'],
  [{ sweep: 'loop.errors=bare', mode: 'record' }, 'Cannot use sweep with mode "record"'],
])('%j is refused', async (options, text) => {
  await expect(runSuite({ suite: 'suites/tutorial', env: {}, ...options })).rejects.toThrow(text);
});

it('a recorded model gets no distractors, and the error says what to do', async () => {
  const options = { suite: 'suites/support-desk', variants: ['encoder-desk2'] } as const;
  const asked = runSuite({ ...options, distractors: 'far' });
  await expect(asked).rejects.toThrow(
    /model "encoder" is recorded.*mode live, choose a variant whose model answers in the process \(nearest,.*declare a toolset/u,
  );
});
