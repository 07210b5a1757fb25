import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createScratchFolder } from '../harness/testing/scratch-folder.ts';
import { spawnCommandLine } from '../harness/testing/spawn-command-line.ts';

const resultChars = 200_000;
const scenarioCount = 350;

const suite = {
  name: 'big',
  tools: [
    {
      name: 'fetch',
      description: 'Fetches a page.',
      effect: 'read',
      parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      results: [{ give: { text: 'x'.repeat(resultChars) } }],
    },
  ],
  model: { script: [{ calls: [{ name: 'fetch', arguments: { n: 1 } }] }, 'Done.'] },
  scenarios: Array.from({ length: scenarioCount }, (_, index) => ({
    id: `s${index}`,
    user: 'Fetch it',
    expected: { calls: [{ tool: 'fetch' }] },
  })),
};

/** Less memory than the results of the run take, let alone their text. */
const env = { NODE_OPTIONS: '--max-old-space-size=64' };

it('B156 results far larger than the memory are streamed, and a report that fails leaves them be', async () => {
  await using folder = await createScratchFolder();
  await folder.write('suite.json', JSON.stringify(suite));
  const place = { cwd: folder.path, env };
  const ran = await spawnCommandLine(['run', 'suite.json', '--out', 'runs', '--json'], place).done;
  expect(ran.exitCode).toBe(0);
  expect(JSON.parse(ran.out)).toMatchObject({ planned: scenarioCount, passed: scenarioCount });
  const [run = ''] = readdirSync(join(folder.path, 'runs'));
  const trials = join(folder.path, 'runs', run, 'trials.jsonl');
  expect(statSync(trials).size).toBeGreaterThan(scenarioCount * resultChars);
  const hash = (): string => createHash('sha256').update(readFileSync(trials)).digest('hex');
  const before = hash();
  mkdirSync(join(folder.path, 'taken'));
  const failed = await spawnCommandLine(['report', `runs/${run}`, '--html', 'taken'], place).done;
  expect(failed.exitCode).not.toBe(0);
  expect(failed.err).toMatch(/^toolrig: Cannot write .*taken/mu);
  const told = await spawnCommandLine(['report', `runs/${run}`, '--html', 'page.html'], place).done;
  expect(told.exitCode).toBe(0);
  expect(hash()).toBe(before);
}, 120_000);
