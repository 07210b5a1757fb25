import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runSuite } from '../../../harness/index.ts';

const suite = join(import.meta.dirname, 'suite.ts');

it('an own agent passes, watched at both boundaries', async () => {
  const { verdict, summary, run } = await runSuite({ suite });
  expect([verdict, summary.passed]).toEqual(['PASS', 2]);
  const types = new Set<string>();
  for await (const { events } of run.trials()) for (const { type } of events) types.add(type);
  expect([...types]).toEqual(
    expect.arrayContaining(['request', 'reply', 'judged', 'effect', 'end']),
  );
});

it('claims what was never confirmed, which is found under a fault', async () => {
  const { exitCode, summary } = await runSuite({ suite, faults: ['lost'] });
  expect(exitCode).toBe(1);
  expect(summary.failures.map(({ code }) => code)).toContain('unhandled_timeout_after');
});
