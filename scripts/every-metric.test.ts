import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { RunSummary } from '../harness/core/run.ts';
import { metricNames } from '../harness/core/score/metric.ts';
import { runSuite } from '../harness/run/run-suite.ts';
import { loadSuite } from '../harness/suite/load/load-suite.ts';
import { repositoryRoot } from '../harness/testing/run-command-line.ts';
import { createScratchFolder } from '../harness/testing/scratch-folder.ts';
import { toTestRunOptions } from '../harness/testing/test-run-options.ts';
import { metricMoves } from './metric-moves.ts';

/** Runs by what they select: several metrics move in one. */
const runs = new Map<string, Promise<RunSummary>>();

async function run(move: (typeof metricMoves)['task.success']): Promise<RunSummary> {
  const key = JSON.stringify(move);
  const known = runs.get(key) ?? runOnce(move);
  runs.set(key, known);
  return await known;
}

async function runOnce({
  suite: name,
  variants,
  faults,
  scenario,
}: (typeof metricMoves)['task.success']): Promise<RunSummary> {
  await using scratch = await createScratchFolder();
  const suite = await loadSuite(join(repositoryRoot, 'suites', name));
  const more = {
    variants,
    faults: faults === undefined ? [] : [faults],
    scenarios: scenario === undefined ? null : [scenario],
  };
  return (await runSuite(toTestRunOptions(suite, scratch.path, more))).summary;
}

it.each(metricNames)(
  '%s moves between two variants that ship',
  async (metric) => {
    const move = metricMoves[metric];
    const { variants, invalidReasons } = await run(move);
    expect(invalidReasons).toEqual([]);
    const [one, other] = move.variants.map((name) => variants[name]?.scores[metric]?.value ?? null);
    expect(one).toEqual(expect.any(Number));
    expect(other).toEqual(expect.any(Number));
    expect(other).not.toBe(one);
  },
  120_000,
);
