import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { listSources } from './list-sources.ts';
import { hashOf, markFunctions } from './mark-functions.ts';
import { TestRunner } from './test-runner.ts';

/** What one test file runs, how long it takes, and whether it passes without a mutant. */
export interface MappedTest {
  readonly testFile: string;
  /** Of the test file's text: a changed test is run again. */
  readonly hash: string;
  readonly ms: number;
  readonly passes: boolean;
  /** Names of functions, as `nameFunction` gives them. */
  readonly hits: readonly string[];
}

/** The stored map, or an empty one. */
export function loadTestMap(path: string): readonly MappedTest[] {
  if (!existsSync(path)) return [];
  // Written by saveTestMap; `--fresh` makes it again.
  return JSON.parse(readFileSync(path, 'utf8')) as readonly MappedTest[];
}

export function saveTestMap(path: string, map: readonly MappedTest[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(map));
}

/** The test files of which the map knows nothing, or not in their present text. */
export function findUnmapped(
  root: string,
  testFiles: readonly string[],
  map: readonly MappedTest[],
): readonly string[] {
  const known = new Map(map.map((test) => [test.testFile, test.hash]));
  return testFiles.filter((file) => known.get(file) !== hashTest(root, file));
}

/** Runs test files once over marked sources, in a scratch copy of its own, whose sources stay marked. */
export async function mapTests(
  copy: string,
  testFiles: readonly string[],
): Promise<readonly MappedTest[]> {
  for (const file of listSources(copy, 'harness')) {
    if (file.startsWith('harness/testing/') || file.endsWith('.d.ts')) continue;
    const source = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), markFunctions(file, source));
  }
  const target = join(copy, 'hits.jsonl');
  const runner = new TestRunner(copy, 'all', { TOOLRIG_HITS: target });
  const limitMs = 120_000 + testFiles.length * 20_000;
  const answer = await runner.run({ changed: [], testFiles }, limitMs);
  runner.stop();
  const failed = new Set(answer?.failed);
  const text = existsSync(target) ? readFileSync(target, 'utf8') : '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): MappedTest => {
      // Written by collect-hits.ts in this very run.
      const row = JSON.parse(line) as Pick<MappedTest, 'testFile' | 'ms' | 'hits'>;
      const testFile = row.testFile.slice(copy.length + 1);
      const passes = !failed.has(testFile);
      return { testFile, hash: hashTest(copy, testFile), ms: row.ms, passes, hits: row.hits };
    });
}

function hashTest(root: string, file: string): string {
  return hashOf(readFileSync(join(root, file), 'utf8'));
}
