import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Comparison } from '../../compare/comparison.ts';
import type { GateReport } from '../../compare/gate/gate-report.ts';
import { toRunSource } from '../../compare/pair/run-source.ts';
import { checkComparison, type FieldChange } from '../../compare/stored/check-comparison.ts';
import { checkGates } from '../../compare/stored/check-gates.ts';
import { checkWithRun } from '../../compare/stored/check-with-run.ts';
import { comparisonFormat } from '../../compare/stored/comparison-shape.ts';
import { gatesFormat } from '../../compare/stored/gate-report-shape.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { readFile } from '../../disk/read-file.ts';
import { isJsonObject } from '../../json/json.ts';
import { readStored } from '../../json/stored-format.ts';
import { changed } from '../../run/folder/check-run.ts';
import type { StoredRun } from '../../run/folder/read-run.ts';
import { readJsonFile, unreadable } from '../../run/folder/read-value.ts';
import type { StoreError } from '../../run/folder/store-error.ts';

/**
 * Reads the file that `run --gate` left in a run folder and checks it against the run.
 *
 * @throws StoreError naming the file and the first field that is misshapen, or that does not follow from the rest.
 */
export async function readGates(run: StoredRun): Promise<GateReport | null> {
  const file = join(run.path, 'gates.json');
  if (!existsSync(file)) return null;
  const report = readJsonFile(file, gatesFormat);
  const source = toRunSource(run, run.path);
  const variants = await Promise.all(
    source.variants.map(async ({ name }) => await source.load(name)),
  );
  const isInvalid = run.summary.invalidReasons.length > 0;
  const change = checkGates(report, { variants, isInvalid });
  if (change !== null) throw refuse(file, change);
  return report;
}

/**
 * Reads the files that `compare` left in a run folder (`comparison.json`, or `comparison-1.json` and so on) and checks
 * them against the run.
 */
export async function readSaved(run: StoredRun): Promise<readonly Comparison[]> {
  const single = join(run.path, 'comparison.json');
  const files = existsSync(single) ? [single] : listNumbered(run.path);
  const found = files.flatMap((file) =>
    readFrom(file, file).map((comparison) => ({ file, comparison })),
  );
  const comparisons = found.map(({ comparison }) => comparison);
  const change = await checkWithRun(comparisons, toRunSource(run, run.path));
  if (change !== null) throw refuse(found[change.index]?.file ?? run.path, change);
  return comparisons;
}

/**
 * Reads a file that `compare` wrote, with the run in the same folder.
 *
 * @throws UsageError when it is not a comparison.
 */
export async function readComparisons(
  file: string,
  { shown, run }: { readonly shown: string; readonly run: StoredRun | null },
): Promise<readonly Comparison[]> {
  const comparisons = readFrom(file, shown);
  // One of several comparisons was made together with the others, so it cannot be recomputed alone.
  const isWhole = comparisons.every(
    ({ comparedTogether = 1 }) => comparedTogether === comparisons.length,
  );
  if (run === null || !isWhole) return comparisons;
  const change = await checkWithRun(comparisons, toRunSource(run, run.path));
  if (change !== null) throw refuse(shown, change);
  return comparisons;
}

function listNumbered(folder: string): readonly string[] {
  const files: string[] = [];
  for (let place = 1; ; place += 1) {
    const file = join(folder, `comparison-${place}.json`);
    if (!existsSync(file)) return files;
    files.push(file);
  }
}

function readFrom(file: string, shown: string): readonly Comparison[] {
  const value = readJson(file, shown);
  const isMany = isJsonObject(value) && Array.isArray(value['comparisons']);
  const list: readonly unknown[] = isMany ? (value['comparisons'] as readonly unknown[]) : [value];
  const isComparison = (entry: unknown): boolean =>
    isJsonObject(entry) && 'schemaVersion' in entry && Array.isArray(entry['metrics']);
  if (list.length === 0 || !list.every(isComparison)) throw noComparison(shown);
  return list.map((entry, index) => {
    const place = isMany ? ['comparisons', index] : [];
    const found = readStored(entry, comparisonFormat, place);
    if (!found.ok) {
      const { text, isNewer } = found.error;
      throw unreadable(shown, `${text}. ${isNewer ? 'Update toolrig' : 'Compare again'}`);
    }
    const change = checkComparison(found.value, place);
    if (change !== null) throw refuse(shown, change);
    return found.value;
  });
}

function readJson(file: string, shown: string): unknown {
  try {
    return JSON.parse(readFile(file, 'inputBytes', shown));
  } catch (error) {
    if (error instanceof SyntaxError) throw noComparison(shown);
    throw new UsageError(`Cannot read "${shown}": ${toReason(error)}`);
  }
}

function refuse(file: string, { path, found, due }: FieldChange): StoreError {
  return changed(file, `${path} is ${found}, but the other fields give ${due}`);
}

function noComparison(file: string): UsageError {
  return new UsageError(
    `Cannot read "${file}": it is not a comparison of this version. Give a run folder, or the JSON that \`toolrig compare\` wrote`,
  );
}
