import { join } from 'node:path';

import { expect, it } from 'vitest';

import { toRunText } from '../report/text/to-run-text.ts';
import { readRun } from '../run/folder/read-run.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';
import { runSuite } from '../run/run-suite.ts';

const look = [
  {
    name: 'look',
    description: 'Looks',
    effect: 'read',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    results: [{ give: 'seen' }],
  },
];

/** Runs one scenario by its script; the guards and warnings of the run. */
async function run(
  script: readonly unknown[],
  more: object = {},
  faults: readonly string[] = [],
): Promise<{ guards: readonly string[]; warnings: unknown; verdict: string; text: string }> {
  await using scratch = await createScratchFolder();
  const scenario = { id: 'one', user: 'hi', expected: { calls: ['look'] }, script, ...more };
  const source = { name: 's', tools: look, scenarios: [scenario] };
  await scratch.write('scripts.json', JSON.stringify(source));
  const suite = await loadSuite(join(scratch.path, 'scripts.json'));
  const { summary, runFolder } = await runSuite(toTestRunOptions(suite, scratch.path, { faults }));
  const guards: string[] = [];
  for await (const trial of readRun(runFolder).trials()) {
    for (const event of trial.events)
      if (event.type === 'guard') guards.push(`${trial.lane.plan}: ${event.guard}`);
  }
  const text = toRunText(summary, { runFolder: '', faults: [], misses: [], flips: [] });
  return { guards, warnings: summary.warnings, verdict: summary.verdict, text };
}

const call = { calls: [{ name: 'look', arguments: '{}' }] };

it('B121: replies of a script that nobody asked for are reported, and fail nothing', async () => {
  const { guards, warnings, verdict, text } = await run([call, 'done', 'more', 'and more']);
  expect(guards).toEqual(['none: script_unused']);
  expect(warnings).toEqual([
    {
      code: 'script_unused',
      text: '2 replies of the script were never asked for: the conversation ended before',
      lanes: ['s/one/reference/none/r1'],
    },
  ]);
  expect(verdict).toBe('PASS');
  expect(text).toContain('script_unused: 2 replies of the script were never asked for');
});

it('a script that was played to its end says nothing', async () => {
  const { guards, warnings } = await run([call, 'done']);
  expect([guards, warnings]).toEqual([[], undefined]);
});

it('a script written with its faults is counted under them', async () => {
  const faults = [{ on: 'model.turn(2)', inject: 'rate_limited' }];
  const { guards } = await run([call, 'done', 'more', 'and more'], { faults });
  expect(guards).toEqual(['scenario: script_unused']);
});

it('under the faults of a preset a script may end early', async () => {
  const { guards } = await run([call, 'done', 'more', 'more'], {}, ['standard']);
  expect(guards).toEqual(['none: script_unused']);
});
