import { join } from 'node:path';

import { sealSummary } from '../run/folder/seal-run.ts';
import type { MadeRun } from './made-run.ts';
import type { ScratchFolder } from './scratch-folder.ts';

/** Writes a made-up run as a run folder below a scratch folder. */
export async function saveMadeRun(
  { summary, manifest, results }: MadeRun,
  scratch: ScratchFolder,
  name = 'run',
): Promise<void> {
  const toLines = (rows: readonly unknown[]): string =>
    rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  await scratch.write(`${name}/manifest.json`, JSON.stringify(manifest));
  await scratch.write(`${name}/trials.jsonl`, toLines(results.map(({ trial }) => trial)));
  await scratch.write(`${name}/scores.jsonl`, toLines(results.map(({ score }) => score)));
  const sealed = sealSummary(join(scratch.path, name), summary);
  await scratch.write(`${name}/summary.json`, JSON.stringify(sealed));
}
