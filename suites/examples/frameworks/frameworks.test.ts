import { expect, it } from 'vitest';

import { readRun } from '../../../harness/run/folder/read-run.ts';
import { runSuite } from '../../../harness/run/run-suite.ts';
import { loadSuite } from '../../../harness/suite/load/load-suite.ts';
import { createScratchFolder } from '../../../harness/testing/scratch-folder.ts';
import { toTestRunOptions } from '../../../harness/testing/test-run-options.ts';

it('agents over the SDKs of a checkout are struck by every kind of standard, and each trial is measured', async () => {
  await using scratch = await createScratchFolder();
  const suite = await loadSuite(import.meta.dirname);
  const variants = ['openai-runner', 'openai-runner-streamed', 'anthropic-runner'];
  const options = toTestRunOptions(suite, scratch.path, { faults: ['standard'], variants });
  const { summary, runFolder } = await runSuite(options);
  expect(summary).toMatchObject({ planned: 48, invalid: 0, skipped: 0 });
  expect(Object.values(summary.faultKinds).every(({ fired }) => fired >= 3)).toBe(true);
  const most = new Map<string, number>();
  for await (const { lane, events } of readRun(runFolder).trials()) {
    if (!/\.(?:http|timeout)@model/u.test(lane.plan)) continue;
    const attempts = events.map((event) => (event.type === 'request' ? event.attempt : 0));
    most.set(lane.variant, Math.max(most.get(lane.variant) ?? 0, ...attempts));
  }
  // Each SDK sends a failed request once more: both attempts are seen.
  expect(Object.fromEntries(most)).toEqual(Object.fromEntries(variants.map((name) => [name, 2])));
}, 120_000);
