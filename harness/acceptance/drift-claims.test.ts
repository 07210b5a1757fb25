import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { type EndLine, sealLines } from '../cassette/lane/lane-line.ts';
import type { JsonObject } from '../json/json.ts';
import type { RunSummary } from '../core/run.ts';
import type { Suite } from '../core/suite/suite.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { copyOrders } from '../testing/copy-orders.ts';
import { repositoryRoot } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { type TestRun, toTestRunOptions } from '../testing/test-run-options.ts';
import { runSuite } from '../run/run-suite.ts';

const orders = await loadSuite(`${repositoryRoot}/suites/orders`);

/** The suite with the schema of one tool of each toolset changed. */
function withSchema(name: string, change: (schema: JsonObject) => JsonObject): Suite {
  const toolsets = orders.toolsets.map((set) => ({
    ...set,
    tools: set.tools.map((tool) =>
      tool.name === name ? { ...tool, parameters: change(tool.parameters) } : tool,
    ),
  }));
  return { ...orders, toolsets };
}

async function replay(
  suite: Suite,
  run: TestRun & { readonly tier?: 'exact' | 'loose' } = {},
): Promise<RunSummary> {
  await using scratch = await createScratchFolder();
  const options = toTestRunOptions(suite, scratch.path, run);
  return (await runSuite({ ...options, tier: run.tier ?? 'exact' })).summary;
}

const listing = withSchema('get_order', (schema) => ({ ...schema, required: ['order_id', 'why'] }));

it('fails what a recorded call breaks the present schema in, and no other, however loose the replay', async () => {
  const summary = await replay(listing, { tier: 'loose' });
  const broken = new Set(
    summary.failures.filter(({ code }) => code === 'drift_breaks_call').map(({ lane }) => lane),
  );
  expect(summary.exitCode).toBe(1);
  expect(broken.size).toBe(2);
  expect(summary.passed).toBe(summary.planned - broken.size);
  expect(summary.failures[0]?.text).toMatch(
    /The recorded call of "get_order" breaks the present schema: .*why/u,
  );
});

it('passes a loose replay of a change that every recorded call fits, and says what is not judged', async () => {
  const summary = await replay(
    withSchema('get_order', (schema) => ({ ...schema, description: 'Arguments' })),
    { tier: 'loose' },
  );
  expect(summary).toMatchObject({ exitCode: 0, passed: summary.planned });
  expect(summary.warnings).toMatchObject([
    { code: 'replayed_under_drift', text: expect.stringContaining('is not judged') as string },
  ]);
  expect(summary.variants['reference']?.scores['selection.exact']?.value).toBeNull();
});

it('a loose replay in which no call is wanted and none was made measures nothing', async () => {
  const suite = withSchema('get_order', (schema) => ({ ...schema, description: 'Arguments' }));
  const scenarios = suite.scenarios.map((scenario) => {
    const { expected } = scenario;
    return { ...scenario, expected: { ...expected, effects: null, stopReasons: null } };
  });
  const run = { scenarios: ['goodbye'], tier: 'loose' } as const;
  const summary = await replay({ ...suite, scenarios }, run);
  expect(summary).toMatchObject({ exitCode: 4, passed: 0, invalid: 1 });
  expect(summary.invalidReasons.map(({ code }) => code)).toContain('nothing_judged');
  // With an effect that must not happen there is something to judge.
  expect(await replay(suite, run)).toMatchObject({ exitCode: 0, passed: 1 });
});

it('a replay that asks for less than was recorded warns of what was left', async () => {
  await using folder = await copyOrders();
  const file = join(folder.path, 'cassettes/orders/ask-which/reference/none.r1.jsonl');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const last = lines.findLast((line) => line.startsWith('{"type":"call"')) ?? '';
  const body = lines.slice(0, -1);
  // The seal of the shipped file, with one call more.
  const { hash: _hash, ...end } = JSON.parse(lines.at(-1) ?? '') as EndLine;
  writeFileSync(file, sealLines([...body, last], { ...end, calls: end.calls + 1 }));
  const cassettes = join(folder.path, 'cassettes');
  const summary = await replay(orders, { cassettes, scenarios: ['ask-which'] });
  expect(summary).toMatchObject({ exitCode: 0, passed: 1 });
  expect(summary.warnings).toEqual([
    {
      code: 'recording_unused',
      text: '1 recorded reply was never asked for: the conversation ended before',
      lanes: ['orders/ask-which/reference/none/r1'],
    },
  ]);
});
