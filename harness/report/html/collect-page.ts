import { gzipSync, strToU8 } from 'fflate';

import { infoOf, listMetrics, type MetricRef } from '../../core/score/metric.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { listReasons } from '../open/list-reasons.ts';
import type { ResultSource, TrialResult } from '../open/trial-result.ts';
import type { PageFlip, PageIndex, PageTrial } from '../page/page-index.ts';
import type { ReportData, RunReport } from '../report-data.ts';
import { chooseTrials } from './choose-trials.ts';

/** Trials whose transcripts are packed together: opening one reads no more than this. */
const trialsPerChunk = 16;

/** Base64 characters that all transcripts together may take, so that a page stays below 6 MB. */
const mostCharacters = 4_600_000;

/** How much smaller a packed transcript is, base64 included; used only to choose, the true size is checked. */
const usualRatio = 9;

/** What a page knows of its trials, and their packed transcripts. */
export interface PageData {
  readonly index: PageIndex;
  /** Base64 of gzipped JSON: a list of `[place in the index, trial with its scores]`. */
  readonly chunks: readonly string[];
}

/** Reads a run twice: once for the figures of every trial, once for the transcripts that the page has space for. */
export async function collectPage(
  { run, comparisons, suite }: ReportData & { readonly run: RunReport },
  results: ResultSource,
  most = mostCharacters,
): Promise<PageData> {
  const metrics = listMetrics(run.summary.metrics);
  const flips = listFlips(comparisons);
  const sized: { trial: PageTrial; bytes: number }[] = [];
  for await (const result of results()) {
    const bytes = Math.ceil(JSON.stringify(result).length / usualRatio);
    sized.push({ trial: toPageTrial(result, metrics), bytes });
  }
  const chosen = chooseTrials(sized, flips, most);
  const { chunks, chunkOf } = await packTrials(results, chosen, most);
  const used = metrics.map((_, place) => sized.some(({ trial }) => trial.values[place] !== null));
  return {
    chunks,
    index: {
      suite,
      variants: run.variants.map(({ name }) => name),
      scenarios: run.scenarios,
      metrics: metrics.filter((_, place) => used[place]).map(infoOf),
      trials: sized.map(({ trial }, place) => ({
        ...trial,
        values: trial.values.filter((_, column) => used[column]),
        chunk: chunkOf.get(place) ?? null,
      })),
      flips,
    },
  };
}

/** Packs the chosen trials in the order of the run, and stops where the page would become too large all the same. */
async function packTrials(
  results: ResultSource,
  chosen: ReadonlySet<number>,
  most: number,
): Promise<{ readonly chunks: readonly string[]; readonly chunkOf: ReadonlyMap<number, number> }> {
  const chunks: string[] = [];
  const chunkOf = new Map<number, number>();
  let open: (readonly [number, TrialResult])[] = [];
  let characters = 0;
  const close = (): void => {
    const packed = pack(open);
    characters += packed.length;
    if (open.length > 0 && characters <= most) {
      for (const [place] of open) chunkOf.set(place, chunks.length);
      chunks.push(packed);
    }
    open = [];
  };
  let place = -1;
  for await (const result of results()) {
    place += 1;
    if (!chosen.has(place)) continue;
    open.push([place, result]);
    if (open.length === trialsPerChunk) close();
  }
  close();
  return { chunks, chunkOf };
}

/**
 * Gzip in JavaScript gives the same bytes on every version of Node, which that of the engine does not promise.
 */
export function pack(value: unknown): string {
  const packed = gzipSync(strToU8(JSON.stringify(value)), { level: 6, mtime: 0 });
  return Buffer.from(packed).toString('base64');
}

function listFlips(comparisons: ReportData['comparisons']): readonly PageFlip[] {
  return comparisons.flatMap(({ baseline, candidate, flips }) =>
    flips.map(({ scenario, plan, direction }) => ({
      scenario,
      plan,
      direction,
      baseline: baseline.name,
      candidate: candidate.name,
    })),
  );
}

function toPageTrial(result: TrialResult, metrics: readonly MetricRef[]): PageTrial {
  const { trial, score } = result;
  const { scenario, variant, plan, repeat } = trial.lane;
  const { events, outcome } = trial;
  return {
    scenario,
    variant,
    plan,
    repeat,
    verdict: score.verdict,
    stopReason: outcome.status === 'finished' ? outcome.stopReason : null,
    reasons: listReasons(result),
    expectFail: score.expectFail,
    turns: score.facts?.turns ?? 0,
    calls: listCalls(events).length,
    durationMs: Math.round((events.at(-1)?.atMs ?? 0) - (events[0]?.atMs ?? 0)),
    tools: [...new Set(listCalls(events))],
    faults: [...new Set(trial.faults.filter(({ fired }) => fired > 0).map(({ kind }) => kind))],
    confusion: distinctBy(score.facts?.confusion ?? []),
    values: metrics.map(({ metric }) => roundValue(score.scores[metric]?.value ?? null)),
    chunk: null,
  };
}

function listCalls(events: readonly TranscriptEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'judged' ? [event.name] : []));
}

function distinctBy<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Six places are finer than a reader sees, and much shorter. */
function roundValue(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6;
}
