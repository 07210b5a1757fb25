import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { MetricName } from '../../core/score/metric.ts';
import type { Gate } from '../../core/suite/gate.ts';
import { makeRun } from '../../testing/made-run.ts';
import { saveMadeRun } from '../../testing/save-made-run.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { saveBaseline, toBaselineFile } from '../baseline/baseline-file.ts';
import { toBaseline } from '../baseline/to-baseline.ts';
import { applyGates, prepareGates } from './apply-gates.ts';

const limit = (more: Partial<Gate> = {}): Gate =>
  ({
    metric: 'task.success',
    suite: null,
    variant: null,
    kind: 'limit',
    min: 0.9,
    max: null,
    at: 'value',
    ...more,
  }) as Gate;
const margin = (metric: MetricName, more: { suite?: string; variant?: string } = {}): Gate => ({
  metric,
  suite: null,
  variant: null,
  kind: 'margin',
  margin: 0.05,
  ...more,
});

const side = {
  name: 'a',
  model: 'm',
  nature: 'real',
  about: null,
  toolset: 't',
  loop: 'l',
} as const;

/** Gets gates ready beside a baseline of variant "a" that has success alone, or beside none. */
async function prepare(
  gates: readonly Gate[],
  variants: readonly string[] = ['a'],
  hasBaseline = true,
): Promise<ReturnType<typeof prepareGates>> {
  await using scratch = await createScratchFolder();
  if (hasBaseline) {
    const records = { suite: 'made', side, tools: [], records: [makeScoreRecord()], refusals: [] };
    saveBaseline(
      toBaselineFile(scratch.path, 'made'),
      toBaseline({ suite: 'made', mode: 'replay', manifestHash: 'x' }, [records], ['task.success']),
    );
  }
  return prepareGates('made', { gates, baselines: scratch.path }, { variants });
}

it.each([
  { name: 'no gate at all', gates: [] },
  { name: 'gates of another suite alone', gates: [limit({ suite: 'other' })] },
])('refuses a suite with $name', async ({ gates }) => {
  await expect(prepare(gates)).rejects.toThrow(
    'Cannot gate suite "made": `gates` in toolrig.config.ts has none for it',
  );
});

it('keeps the gates of this suite and of any, and needs no baseline for limits', async () => {
  const mine = limit({ suite: 'made' });
  const ready = await prepare([mine, limit(), limit({ suite: 'other' })], ['a'], false);
  expect(ready).toEqual({ gates: [mine, limit()], baseline: null });
});

it('refuses gates with a margin alone where there is no baseline, and not beside limits', async () => {
  await expect(prepare([margin('task.success')], ['a'], false)).rejects.toThrow(
    'Cannot compare the run with a baseline: there is no',
  );
  const ready = await prepare([margin('task.success'), limit()], ['a'], false);
  expect([ready.gates.length, ready.baseline]).toEqual([2, null]);
});

it('reads the baseline wherever a gate needs it and there is one', async () => {
  expect((await prepare([margin('task.success')])).baseline?.suite).toBe('made');
  expect((await prepare([margin('task.success'), limit()])).baseline?.suite).toBe('made');
  expect((await prepare([limit()])).baseline).toBeNull();
});

it.each([
  {
    name: 'the metric',
    gates: [margin('selection.f1')],
    variants: ['a'],
    lacks: 'metric "selection.f1"',
  },
  {
    name: 'the variant',
    gates: [margin('task.success')],
    variants: ['a', 'b'],
    lacks: 'variant "b"',
  },
  {
    name: 'the variant of the gate',
    gates: [margin('task.success', { variant: 'b' })],
    variants: ['a', 'b'],
    lacks: 'variant "b"',
  },
])('refuses a baseline that lacks $name', async ({ gates, variants, lacks }) => {
  await expect(prepare(gates, variants)).rejects.toThrow(
    `it has no ${lacks}. Accept a run that has it`,
  );
});

it('asks the baseline for no variant that no gate is about or that does not run', async () => {
  const ready = await prepare([margin('task.success', { variant: 'a' })], ['a', 'b']);
  expect(ready.baseline).not.toBeNull();
  const gone = await prepare([margin('task.success', { variant: 'b' })], ['a']);
  expect(gone.gates.length).toBe(1);
});

const invalid = { status: 'invalid', code: 'provider_error', cause: 'Gone', detail: [] } as const;

it('gates never make an INVALID run pass, though all that was measured keeps them', async () => {
  await using scratch = await createScratchFolder();
  const reasons = [{ code: 'interrupted', text: 'Stopped', lanes: [] }];
  const trials = ['s2', 's3'].map((scenario) => ({ scenario, outcome: invalid }));
  await saveMadeRun(makeRun([{}, ...trials], { invalidReasons: reasons }), scratch);
  const report = await applyGates(join(scratch.path, 'run'), { gates: [limit()], baseline: null });
  expect(report.results.map(({ verdict }) => verdict)).toEqual(['PASS']);
  expect([report.verdict, report.exitCode]).toEqual(['INVALID', 4]);
  expect(report.invalidReasons?.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual([
    { code: 'interrupted', text: 'Stopped' },
    { code: 'provider_error', text: 'Gone (2 trials, first made/s2/a/none/r1)' },
  ]);
});
