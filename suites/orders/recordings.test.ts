import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { runCli } from '../../harness/cli/run-cli.ts';
import type { JsonObject } from '../../harness/json/json.ts';
import type { MetricSummaries } from '../../harness/core/run.ts';
import type { TrialRecord } from '../../harness/core/trial/trial.ts';
import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A replay of what ships, as a user gets it. */
interface Replay {
  readonly exitCode: number;
  readonly summary: JsonObject & { readonly scores: MetricSummaries };
  readonly manifest: JsonObject & { readonly selection: JsonObject; readonly content: JsonObject };
  readonly trials: readonly TrialRecord[];
}

async function replay(variant: string, faults: string): Promise<Replay> {
  await using scratch = await createScratchFolder();
  let text = '';
  const args = ['--variant', variant, '--faults', faults, '--out', scratch.path, '--json'];
  const exitCode = await runCli(['run', 'suites/orders', ...args], {
    out: (piece) => {
      text += piece;
    },
    err: () => undefined,
    env: {},
    cwd: root,
    isTerminal: false,
    now: () => '2026-01-01T00:00:00.000Z',
    nowMs: () => 0,
    newSalt: () => 'salt',
    process: { owner: 'test/1', isAlive: () => false },
    signal: new AbortController().signal,
  });
  const summary = JSON.parse(text) as Replay['summary'];
  const { runFolder } = summary;
  if (typeof runFolder !== 'string') throw new Error('No run folder');
  const folder = join(root, runFolder);
  const manifest = JSON.parse(
    await readFile(join(folder, 'manifest.json'), 'utf8'),
  ) as Replay['manifest'];
  const lines = (await readFile(join(folder, 'trials.jsonl'), 'utf8')).trim().split('\n');
  const trials = lines.map((line) => JSON.parse(line) as TrialRecord);
  return { exitCode, summary, manifest, trials };
}

/** A manifest but for the names of variant and loop, and what the loop is. */
function withoutLoop({ manifest }: Replay): unknown {
  const { variants: _names, ...selection } = manifest.selection;
  const { variants, ...content } = manifest.content;
  const bare = (variants as readonly JsonObject[]).map(
    ({ name: _name, loop: _loop, ...rest }) => rest,
  );
  return { selection, content, variants: bare };
}

it('the same agent under two loops: one passes every fault, the other doubles and ends by its turn cap', async () => {
  const [reference, naive] = await Promise.all([
    replay('reference', 'standard'),
    replay('naive', 'standard'),
  ]);
  expect(reference.exitCode).toBe(0);
  expect(reference.summary).toMatchObject({ failed: 0, invalid: 0, skipped: 0, verdict: 'PASS' });
  expect(reference.summary.scores['effects.double']).toMatchObject({ value: 0, count: 0 });
  expect(reference.trials.every(({ events }) => events.some(({ type }) => type === 'end'))).toBe(
    true,
  );

  expect(naive.exitCode).toBe(1);
  expect(naive.summary).toMatchObject({ invalid: 0, verdict: 'FAIL' });
  expect(naive.summary.scores['effects.double']?.value).toBeGreaterThan(0);
  const capped = naive.trials.filter(({ events }) =>
    events.some((event) => event.type === 'guard' && event.guard === 'maxTurns'),
  );
  expect(capped.length).toBeGreaterThan(0);

  expect(withoutLoop(naive)).toEqual(withoutLoop(reference));
  expect(naive.manifest).not.toEqual(reference.manifest);
}, 60_000);

it.each([
  ['single-round', 'refund-mug-zh', 'empty'],
  ['free-text', 'not-cancelled', 'answered'],
])('%s fails where it must: %s', async (variant, scenario, stopReason) => {
  const { exitCode, summary, trials } = await replay(variant, 'none');
  expect(exitCode).toBe(1);
  expect(summary).toMatchObject({ invalid: 0, verdict: 'FAIL' });
  const trial = trials.find(({ lane }) => lane.scenario === scenario);
  expect(trial?.outcome).toEqual({ status: 'finished', stopReason });
});

it('free text makes the agent deny what is there, in all questions of the incident', async () => {
  const [first, second, clean] = await Promise.all([
    replay('free-text', 'none'),
    replay('enum', 'none'),
    replay('reference', 'none'),
  ]);
  expect(first.summary.scores['honesty.false_claims']).toMatchObject({ value: 1, count: 8 });
  // Of nine texts; the ninth question, about the newest order, names no state.
  expect(first.summary.scores['honesty.false_none']).toMatchObject({ count: 8, of: 9 });
  expect(second.summary.scores['honesty.false_none']).toMatchObject({ count: 0, of: 8 });
  expect(clean.summary.scores['honesty.false_claims']).toMatchObject({ value: 0, count: 0 });
});
