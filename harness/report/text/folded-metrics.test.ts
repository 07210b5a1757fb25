import { expect, it } from 'vitest';

import type { RunSummary } from '../../core/run.ts';
import { makeHostileRun } from '../../testing/hostile-run.ts';
import { toRunText } from './to-run-text.ts';

const { summary } = makeHostileRun();

/** The summary with these values of each variant; `null`: nothing was judged. */
function show(values: Readonly<Record<string, readonly (number | null)[]>>): readonly string[] {
  const variants = Object.entries(summary.variants).slice(0, 2);
  const scored: RunSummary = {
    ...summary,
    variants: Object.fromEntries(
      variants.map(([, variant], at) => [
        `v${at}`,
        {
          ...variant,
          scores: Object.fromEntries(
            Object.entries(values).map(([name, both]) => [
              name,
              { value: both[at] ?? null, count: 1, of: 1, unmeasured: 0 },
            ]),
          ),
        },
      ]),
    ),
  };
  const text = toRunText(scored, { runFolder: 'run', faults: [], misses: [], flips: [] });
  return text.split('\n');
}

it.each([
  ['a share that is 1 and should be', 'selection.f1', [1, 1], true],
  ['a share that is 0 and should be', 'effects.double', [0, 0], true],
  ['a count that is 0 and should be', 'effects.weighted', [0, 0], true],
  ['where one side judged nothing', 'selection.f1', [1, null], true],
  ['a share that one variant lost', 'selection.f1', [1, 0.9], false],
  ['a double effect of one variant', 'effects.double', [0, 0.1], false],
  ['a share that is 1 and should be 0', 'effects.double', [1, 1], false],
  ['a share that is 0 and should be 1', 'selection.f1', [0, 0], false],
  ['the task itself', 'task.success', [1, 1], false],
  ['a time', 'cost.tool_ms', [0, 0], false],
])('%s is folded: %s %j %s', (...[, metric, values, isFolded]) => {
  const lines = show({ [metric]: values });
  expect(lines.some((line) => line.startsWith(`${metric} `))).toBe(!isFolded);
  const folded = lines.find((line) => line.startsWith('at their best value'));
  expect(folded?.includes(metric) ?? false).toBe(isFolded);
});
