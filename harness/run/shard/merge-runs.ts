import { join } from 'node:path';

import type { RunManifest, RunSummary } from '../../core/run.ts';
import { readSweeps } from '../../core/sweep.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { openRangeReader } from '../../disk/range-reader.ts';
import type { JsonValue } from '../../json/json.ts';
import { listNamedPlans } from '../folder/check-run.ts';
import { createRunWriter, type RunWriter } from '../folder/create-run-writer.ts';
import { readGroups, type WrittenGroup } from '../folder/index-groups.ts';
import type { RecordRedactor } from '../folder/redact-record.ts';
import { runFiles } from '../folder/run-files.ts';
import { toRunId } from '../folder/to-run-id.ts';
import { SummaryFold } from '../keep/summarise.ts';
import { listNamedFaults } from '../plan/choose-plans.ts';
import { describeSurplus } from '../recording/find-surplus.ts';
import { refuseIdleSweep } from '../refuse-whole.ts';
import { listPlan, readParts, type StoredPart } from './read-parts.ts';

/** A run that was put together of its parts. */
export interface MergedRun {
  readonly runFolder: string;
  readonly summary: RunSummary;
  readonly manifest: RunManifest;
  readonly parts: number;
}

/**
 * Merges the parts of one run into a run folder with the bytes of a run of everything. Only `environment` of the
 * manifest is another: it is that of the first part, with the earliest start.
 *
 * @throws UsageError when the folders are not exactly the parts of one run.
 */
export async function mergeRuns(folders: readonly string[], root: string): Promise<MergedRun> {
  const parts = await readParts(folders);
  const [first] = parts;
  if (first === undefined) throw new Error('There is always a part');
  const startedAt = findStart(parts);
  const manifest = toWhole(first, startedAt);
  const id = toRunId(startedAt, toSafeName(first.run.summary.suite));
  const writer = createRunWriter({ root, id }, manifest, noRedaction);
  try {
    const fold = createFold(first);
    await copyTrials(parts, { fold, writer, plan: listPlan(first) });
    const summary = sumUp(fold, parts);
    writer.finish(summary);
    return { runFolder: writer.path, summary, manifest, parts: parts.length };
  } finally {
    writer.close();
  }
}

/** All that the parts hold is without secrets already. */
const noRedaction: RecordRedactor = {
  redactJson: (value) => value,
  redactTexts: (value) => value,
  isClean: () => true,
};

function findStart(parts: readonly StoredPart[]): string {
  const starts = parts.flatMap(({ run }) => {
    const { startedAt } = run.manifest.environment;
    return typeof startedAt === 'string' ? [startedAt] : [];
  });
  return starts.toSorted()[0] ?? '';
}

function toWhole({ run: { manifest } }: StoredPart, startedAt: string): RunManifest {
  const { shard: _shard, ...selection } = manifest.selection;
  return { ...manifest, selection, environment: { ...manifest.environment, startedAt } };
}

function createFold({ run }: StoredPart): SummaryFold {
  const { faults } = run.manifest.selection;
  const words = Array.isArray(faults) ? (faults as readonly JsonValue[]).map(String) : [];
  return new SummaryFold(listNamedPlans(run), listNamedFaults(words));
}

/** Each part is in plan order, so only the next conversation of each is held. */
async function copyTrials(
  parts: readonly StoredPart[],
  to: {
    readonly fold: SummaryFold;
    readonly writer: RunWriter;
    readonly plan: readonly string[];
  },
): Promise<void> {
  const open = parts.map(({ run }) => openPart(run.path));
  try {
    for (const part of open) await part.advance();
    for (const key of to.plan) {
      const part = open.find(({ head }) => head?.key === key);
      const head = part?.head ?? null;
      // That each conversation of the plan is in one part was just checked.
      if (part === undefined || head === null) throw new Error(`No part has ${key}`);
      for (const { trial, score } of head.written) to.fold.add(trial, score);
      to.writer.writeLines(part.readLines(head));
      await part.advance();
    }
  } finally {
    for (const part of open) part.close();
  }
}

interface OpenPart {
  head: WrittenGroup | null;
  advance(): Promise<void>;
  readLines(group: WrittenGroup): { readonly trials: string; readonly scores: string };
  close(): void;
}

function openPart(path: string): OpenPart {
  const groups = readGroups(path);
  const trials = openRangeReader(join(path, runFiles.trials));
  const scores = openRangeReader(join(path, runFiles.scores));
  return {
    head: null,
    async advance() {
      const next = await groups.next();
      this.head = next.done === true ? null : next.value;
    },
    readLines: (group) => ({
      trials: trials.read(group.trials.start, group.trials.end),
      scores: scores.read(group.scores.start, group.scores.end),
    }),
    close: () => {
      trials.close();
      scores.close();
    },
  };
}

function sumUp(fold: SummaryFold, parts: readonly StoredPart[]): RunSummary {
  const [first] = parts;
  if (first === undefined) throw new Error('There is always a part');
  const { summary } = first.run;
  addReasons(fold, parts);
  const variants = Object.entries(summary.variants).map(([name, found]) => ({ name, ...found }));
  return fold.toSummary({
    suite: summary.suite,
    mode: summary.mode,
    variants,
    models: variants.map(({ model, nature, about }) => ({ name: model, nature, about })),
    manifestHash: first.entry.whole,
    ...(summary.metrics === undefined ? {} : { metrics: summary.metrics }),
  });
}

/** Reasons that are of no trial, in the order in which a run finds them. */
const wholeCodes = ['stray_request', 'late_effect', 'network_in_replay', 'escaped_error'];

function addReasons(fold: SummaryFold, parts: readonly StoredPart[]): void {
  const found = parts.flatMap(({ run }) => run.summary.invalidReasons);
  for (const code of wholeCodes) {
    const texts = found.filter((reason) => reason.code === code && reason.lanes.length === 0);
    for (const { text } of texts) fold.refuse(code, text);
  }
  const [first] = parts;
  if (first !== undefined) {
    refuseIdleSweep(fold, { sweeps: readSweeps(first.run.manifest.selection) });
  }
  const surplus = parts.flatMap(({ run }) => run.summary.part?.surplus ?? []);
  const [place] = surplus;
  if (place === undefined) return;
  const gone = surplus.flatMap((part) => part.gone).toSorted();
  const unreached = surplus.flatMap((part) => part.unreached).toSorted();
  for (const { code, text } of describeSurplus({ gone, unreached }, place)) {
    fold.refuse(code, text);
  }
}
