import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { RunSummary } from '../harness/core/run.ts';
import { faultKinds } from '../harness/boundary/fault/registry.ts';
import { runSuite } from '../harness/run/run-suite.ts';
import { loadSuite } from '../harness/suite/load/load-suite.ts';
import { repositoryRoot } from '../harness/testing/run-command-line.ts';
import { createScratchFolder } from '../harness/testing/scratch-folder.ts';
import { toTestRunOptions } from '../harness/testing/test-run-options.ts';

/** Replays the shipped lanes of the variant whose agent makes no mistakes. */
async function replay(name: string, faults: readonly string[]): Promise<RunSummary> {
  await using scratch = await createScratchFolder();
  const suite = await loadSuite(join(repositoryRoot, 'suites', name));
  const cassettes = join(repositoryRoot, 'cassettes');
  const more = { faults, variants: ['reference'], cassettes };
  return (await runSuite(toTestRunOptions(suite, scratch.path, more))).summary;
}

/** Kinds that strike in one of the suites only; all others strike in both. */
const onlyIn: Readonly<Record<string, readonly string[]>> = {
  orders: ['planted_instruction', 'reused_id', 'stale_result'],
  'support-desk': Object.keys(faultKinds).filter((kind) => kind.startsWith('stream_')),
};

it.each(['orders', 'support-desk'])(
  '%s under every kind of fault: the agent without mistakes passes, and each kind strikes',
  async (name) => {
    const summary = await replay(name, ['full']);
    expect(summary.failures).toEqual([]);
    expect(summary).toMatchObject({ failed: 0, invalid: 0, skipped: 0, exitCode: 0 });
    expect(summary.faults.fired).toBe(summary.faults.planned);
    expect(summary.faults.noticed).toBe(summary.faults.planned);
    const kinds = Object.entries(summary.faultKinds).filter(([, { fired }]) => fired > 0);
    const elsewhere = new Set(
      Object.entries(onlyIn).flatMap(([suite, only]) => (suite === name ? [] : only)),
    );
    const wanted = Object.keys(faultKinds).filter((kind) => !elsewhere.has(kind));
    expect(kinds.map(([kind]) => kind).sort()).toEqual(wanted.sort());
    expect(kinds.filter(([, { handled }]) => handled === 0)).toEqual([]);
  },
  120_000,
);

it('the preset smoke strikes every kind once, in the first conversation that has a place for it', async () => {
  const summary = await replay('orders', ['smoke']);
  expect(summary).toMatchObject({ failed: 0, invalid: 0, skipped: 0, exitCode: 0 });
  const { orders: some = [], 'support-desk': others = [] } = onlyIn;
  const kinds = Object.keys(faultKinds).filter(
    (kind) => some.includes(kind) || !others.includes(kind),
  );
  const once = { planned: 1, fired: 1, noticed: 1, handled: 1, unreachable: 0 };
  expect(summary.faultKinds).toEqual(Object.fromEntries(kinds.map((kind) => [kind, once])));
}, 120_000);

it('orders under several faults at once: none hides another so that nothing is measured', async () => {
  const chaos = Array.from({ length: 6 }, (_, seed) => `chaos-${seed + 1}`);
  const summary = await replay('orders', chaos);
  expect(summary).toMatchObject({ invalid: 0, skipped: 0, invalidReasons: [], exitCode: 0 });
  expect(summary.faults.unreachable).toBeGreaterThan(0);
}, 120_000);
