import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { createRandom } from '../../harness/core/random.ts';
import { RigError } from '../../harness/core/rig-error.ts';
import { runCli } from '../../harness/cli/run-cli.ts';
import { repositoryRoot, runCommandLine } from '../../harness/testing/run-command-line.ts';
import { findRun } from '../kill/read-left.ts';
import { createAreas, type FuzzArea } from './create-areas.ts';

/** What one area came to. */
export interface FuzzFigures {
  readonly name: string;
  readonly inputs: number;
  /** Inputs that were refused with an error of toolrig's own. */
  readonly refused: number;
  readonly slowestMs: number;
  /** At most ten, each with its seed. */
  readonly violations: readonly string[];
}

/** Feeds random inputs to everything that reads; everything happens below `folder`. */
export async function runFuzz(
  folder: string,
  { runs, seed }: { readonly runs: number; readonly seed: string },
): Promise<readonly FuzzFigures[]> {
  mkdirSync(folder, { recursive: true });
  const args = ['run', join(repositoryRoot, 'suites/orders'), '--scenario', 'goodbye'];
  await runCommandLine(runCli, [...args, '--out', join(folder, 'runs')]);
  const run = findRun(folder);
  if (run === null) throw new Error('There is no run folder to damage');
  const figures: FuzzFigures[] = [];
  for (const area of createAreas(folder, run)) {
    const inputs = Math.max(1, Math.round(runs * area.share));
    figures.push(await fuzzArea(area, inputs, `${seed}/${area.name}`));
  }
  return figures;
}

const mostShown = 10;

async function fuzzArea(area: FuzzArea, inputs: number, seed: string): Promise<FuzzFigures> {
  const violations: string[] = [];
  let refused = 0;
  let slowestMs = 0;
  for (let input = 0; input < inputs && violations.length < mostShown; input += 1) {
    const startMs = performance.now();
    try {
      const found = await area.try(createRandom(`${seed}/${input}`));
      if (found !== null) violations.push(`${seed}/${input}: ${found}`);
    } catch (error) {
      if (error instanceof RigError) refused += 1;
      else violations.push(`${seed}/${input}: ${String(error)}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
  }
  return { name: area.name, inputs, refused, slowestMs, violations };
}
