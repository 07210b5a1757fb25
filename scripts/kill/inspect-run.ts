import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { type KillDamage, noDamage, type RunCommand } from './kill-task.ts';
import { readText, readWholeLines, stableFiles } from './read-left.ts';

/** What the files of a run hold that was never killed. */
export type Reference = Readonly<Record<(typeof stableFiles)[number], string>>;

export function readReference(run: string): Reference {
  const [trials, scores, summary] = stableFiles.map((file) => readText(join(run, file)));
  return {
    'trials.jsonl': trials ?? '',
    'scores.jsonl': scores ?? '',
    'summary.json': summary ?? '',
  };
}

/** Looks at a run folder that a killed process left, and at what `report` says of it. */
export async function inspectLeft(
  run: string,
  reference: Reference,
  command: RunCommand,
): Promise<KillDamage> {
  const torn: string[] = [];
  const doubled: string[] = [];
  let kept = 0;
  for (const file of ['trials.jsonl', 'scores.jsonl'] as const) {
    const known = new Set(reference[file].split('\n'));
    const lines = readWholeLines(join(run, file));
    kept += lines.length;
    if (new Set(lines).size < lines.length) doubled.push(`${file} has a line twice`);
    if (lines.some((line) => !known.has(line))) torn.push(`${file} has a line of no trial`);
  }
  const summary = readText(join(run, 'summary.json'));
  if (summary !== '' && summary !== reference['summary.json']) torn.push('summary.json is another');
  const { exitCode, err } = await command(['report', run], run);
  if (summary === '' && exitCode < 2) torn.push(`report takes it for a whole run (${exitCode})`);
  const blocked = /fault of toolrig|^ +at /mu.test(err) ? [`report: ${err.slice(0, 300)}`] : [];
  return { ...noDamage, kept, torn, doubled, blocked };
}

/** Compares the folder of a run that was finished with one that was never killed. */
export function inspectFinished(run: string, reference: Reference): readonly string[] {
  const different = stableFiles
    .filter((file) => readText(join(run, file)) !== reference[file])
    .map((file) => `${file} has other bytes`);
  const left = existsSync(run)
    ? readdirSync(run).filter((file) => !/^(?:trials|scores|summary|manifest)\.jsonl?$/u.test(file))
    : [];
  return [...different, ...left.map((file) => `"${file}" is left behind`)];
}
