import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeRun } from '../../testing/made-run.ts';
import { saveMadeRun } from '../../testing/save-made-run.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { readRun } from './read-run.ts';

const names = ['a', 'a b', 'a"b', '变体', 'variant'];

/** Lanes of the trials and of the scores of one variant, or of all. */
async function listLanes(path: string, variant?: string): Promise<readonly (readonly string[])[]> {
  const run = readRun(path);
  const lists = [];
  for (const rows of [run.trials(variant), run.scores(variant)]) {
    const lanes: string[] = [];
    for await (const { lane } of rows) lanes.push(`${lane.variant}/${lane.scenario}`);
    lists.push(lanes);
  }
  return lists;
}

it.each(['as written', 'with spaces'])('one variant is read alone, from lines %s', async (form) => {
  await using scratch = await createScratchFolder();
  const trials = names.flatMap((variant) => [{ variant }, { variant, scenario: 's2' }]);
  await saveMadeRun(makeRun(trials), scratch);
  const path = join(scratch.path, 'run');
  if (form === 'with spaces') {
    for (const name of ['trials.jsonl', 'scores.jsonl']) {
      const file = join(path, name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"variant":', '"variant": '));
    }
  }
  const [all = []] = await listLanes(path);
  expect(all).toHaveLength(10);
  for (const name of names) {
    const own = all.filter((lane) => lane.startsWith(`${name}/`));
    expect(await listLanes(path, name)).toEqual([own, own]);
  }
  expect(await listLanes(path, 'nothing')).toEqual([[], []]);
});
