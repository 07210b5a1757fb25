import { rmSync } from 'node:fs';
import { exitCodes, type RunManifest, type RunMode, type RunSummary } from '../../core/run.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { toRunId } from '../../run/folder/to-run-id.ts';
import { createRunWriter } from '../../run/folder/create-run-writer.ts';
import { hashManifest } from '../../run/keep/to-manifest.ts';
import { SummaryFold } from '../../run/keep/summarise.ts';
import { listNamedFaults } from '../../run/plan/choose-plans.ts';
import { chooseTrials, type ChosenTrial } from './choose-trials.ts';
import type { StagedLine, StagedSuite, StagedTrial } from './stage-lines.ts';

/** How the run of vitest ended and where its run folders go. */
export interface RunPlace {
  readonly out: string;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly environment: JsonObject;
  /** Why the run as a whole is not reliable: it was interrupted, or something threw outside of tests. */
  readonly troubles: readonly { readonly code: string; readonly text: string }[];
}

/** A run folder that was written. */
export interface WrittenRun {
  readonly path: string;
  readonly summary: RunSummary;
}

/**
 * Writes one run folder for each suite that tests ran: in plan order and sealed, whatever the order of tests and
 * workers.
 *
 * @param before - folders of an earlier run of the same watch, by suite: each is replaced.
 */
export function writeRuns(
  lines: readonly StagedLine[],
  place: RunPlace,
  before: Map<string, string>,
): readonly WrittenRun[] {
  const suites = new Map<string, StagedSuite>();
  for (const line of lines) if (line.type === 'suite') suites.set(line.suite, line);
  const written: WrittenRun[] = [];
  for (const [id, suite] of [...suites].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const own = lines.filter((line) => line.type !== 'files' && line.suite === id);
    const run = writeRun(suite, own, { ...place, before: before.get(id) });
    if (run === null) continue;
    before.set(id, run.path);
    written.push(run);
  }
  return written;
}

function writeRun(
  suite: StagedSuite,
  lines: readonly StagedLine[],
  place: RunPlace & { readonly before: string | undefined },
): WrittenRun | null {
  const { trials, conflicts } = chooseTrials(lines.filter((line) => line.type === 'trial'));
  if (trials.length === 0) return null;
  const asks = lines.filter((line) => line.type === 'ask');
  const mode = toMode(trials);
  const manifest = toManifest(suite, trials, {
    faults: [...new Set(asks.flatMap(({ faults }) => faults))],
    repeats: Math.max(...asks.map(({ repeats }) => repeats), ...trials.map(toRepeat)),
    mode,
    environment: place.environment,
  });
  const whole = asks.filter(({ isWhole }) => isWhole);
  const named = listNamedFaults([...new Set(whole.flatMap(({ faults }) => faults))]);
  const fold = new SummaryFold(suite.plans, named);
  if (place.before !== undefined) rmSync(place.before, { recursive: true, force: true });
  const id = toRunId(place.startedAt, toSafeName(suite.name));
  const writer = createRunWriter({ root: place.out, id }, manifest, asItIs);
  try {
    for (const { trial, score } of trials) {
      writer.write(trial, score);
      fold.add(trial, score);
    }
    refuseTroubles(fold, { lines, conflicts, place });
    const used = new Set(trials.map(({ trial }) => trial.lane.variant));
    const summed = fold.toSummary({
      suite: suite.name,
      mode,
      variants: suite.variants.filter(({ name }) => used.has(name)),
      models: suite.models,
      manifestHash: hashManifest(manifest),
    });
    const isInterrupted = place.troubles.some(({ code }) => code === 'interrupted');
    const summary = isInterrupted ? { ...summed, exitCode: exitCodes.interrupted } : summed;
    writer.finish(summary);
    return { path: writer.path, summary };
  } finally {
    writer.close();
  }
}

/** Workers took secrets out of what they left. */
const asItIs = {
  isClean: () => true,
  redactJson: <Value extends JsonValue>(value: Value) => value,
  redactTexts: <Value extends JsonValue>(value: Value) => value,
};

function refuseTroubles(
  fold: SummaryFold,
  found: {
    readonly lines: readonly StagedLine[];
    readonly conflicts: readonly string[];
    readonly place: RunPlace;
  },
): void {
  const reasons = found.lines.filter((line) => line.type === 'reason');
  for (const { code, text } of [...reasons, ...found.place.troubles]) fold.refuse(code, text);
  for (const lane of found.conflicts) {
    fold.refuse(
      'conflicting_trials',
      `Two tests ran the trial "${lane}" and gave different transcripts: the first is kept. Run it by one test, or under faults of another name`,
    );
  }
}

/** Trials that were asked of a model make a live run, those that were recorded a recording. */
function toMode(trials: readonly ChosenTrial[]): RunMode {
  const modes = new Set<StagedTrial['mode']>(trials.map(({ mode }) => mode));
  return modes.has('live') ? 'live' : modes.has('record') ? 'record' : 'replay';
}

function toRepeat({ trial }: ChosenTrial): number {
  return trial.lane.repeat;
}

/** The manifest of a run of just what was tested, from that of the whole suite. */
function toManifest(
  suite: StagedSuite,
  trials: readonly ChosenTrial[],
  run: {
    readonly faults: readonly string[];
    readonly repeats: number;
    readonly mode: RunMode;
    readonly environment: JsonObject;
  },
): RunManifest {
  const variants = unique(trials.map(({ trial }) => trial.lane.variant));
  const scenarios = unique(trials.map(({ trial }) => trial.lane.scenario));
  const toolsets = suite.variants
    .filter(({ name }) => variants.includes(name))
    .map(({ toolset }) => toolset);
  const content = isJsonObject(suite.content) ? suite.content : {};
  return {
    schemaVersion: 1,
    selection: {
      suite: suite.file,
      variants,
      scenarios,
      faults: run.faults,
      repeats: run.repeats,
      mode: run.mode,
      seed: 'toolrig',
    },
    content: {
      ...content,
      variants: list(content['variants']).filter((_, index) =>
        variants.includes(suite.variants[index]?.name ?? ''),
      ),
      toolsets: list(content['toolsets']).filter((one) => toolsets.includes(idOf(one))),
      scenarios: list(content['scenarios']).filter((one) => scenarios.includes(idOf(one))),
    },
    environment: run.environment,
  };
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  // `Array.isArray` alone would make it a list of anything.
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function idOf(value: JsonValue): string {
  return isJsonObject(value) && typeof value['id'] === 'string' ? value['id'] : '';
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
