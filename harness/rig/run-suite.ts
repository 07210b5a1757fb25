import { setMaxListeners } from 'node:events';

import { toLaneName } from '../cassette/lane-path.ts';
import type { CassetteMissError } from '../core/cassette.ts';
import { exitCodes, type RunSummary } from '../core/run.ts';
import type { Variant } from '../core/suite.ts';
import type { ScoreRecord } from '../core/trial.ts';
import { judgeFaults } from '../fault/judge-faults.ts';
import { planGroups, selectVariants, type TrialGroup } from '../runner/plan-groups.ts';
import { runGroup, type GroupContext, type GroupTrial } from '../runner/run-group.ts';
import { runInOrder } from '../runner/run-in-order.ts';
import { SummaryFold } from '../runner/summarise.ts';
import { createRunWriter, type RunWriter } from '../store/create-run-writer.ts';
import { findSurplus } from './find-surplus.ts';
import { createModelSource } from './create-model-source.ts';
import { openCassettes, type OpenCassettes } from './open-cassettes.ts';
import { choosePlans, makePresetPlans } from './choose-plans.ts';
import { describeMisses } from './describe-misses.ts';
import type { RunOptions } from './run-options.ts';
import { scoreRecord, toScorerInput, type ScoringContext } from './score-record.ts';
import { scoreTrial } from '../scorer/score-trial.ts';
import { hashManifest, toManifest } from './to-manifest.ts';
import { toScoringContext } from './to-scoring-context.ts';

/** What a run came to. */
export interface RunResult {
  readonly runFolder: string;
  readonly summary: RunSummary;
  /** Why recordings did not answer, one text a cause, each with its remedy. */
  readonly misses: readonly string[];
  readonly interrupted: boolean;
}

/**
 * Runs a suite: plan, trials, scores, run folder.
 *
 * @throws RigError when the run cannot begin (unknown fault plan, unwritable folder).
 */
export async function runSuite(options: RunOptions): Promise<RunResult> {
  // Every wait of every trial in flight listens to it, and stops listening when it ends.
  setMaxListeners(0, options.signal);
  const plans = choosePlans(options.suite, options.faults);
  const variants = selectVariants(options.suite, options.variants);
  const repeats = options.repeats ?? options.suite.repeats;
  const groups = planGroups(options.suite, {
    variants: options.variants,
    scenarios: options.scenarios,
    repeats,
  });
  const manifest = toManifest(
    options.suite,
    { selection: toSelection(options, groups), variants },
    options.environment,
  );
  const cassettes = openCassettes(options);
  const writer = createRunWriter(
    { root: options.out, id: options.runId },
    manifest,
    cassettes.redact,
  );
  const misses: CassetteMissError[] = [];
  const run: RunState = {
    options,
    cassettes,
    writer,
    fold: new SummaryFold(),
    variants,
    played: new Set(),
    done: { trials: 0, groups: 0, failed: 0, invalid: 0 },
  };
  try {
    const context: GroupContext = {
      suite: options.suite,
      source: createSource(options, cassettes, misses),
      plans,
      presetPlans: makePresetPlans(options.suite),
      signal: options.signal,
    };
    const interrupted = await runAll(run, groups, context);
    if (interrupted) run.fold.refuse('interrupted', 'The run was interrupted before it ended');
    else refuseSurplus(run);
    const told = describeMisses(misses, options);
    const summary = run.fold.toSummary({
      suite: options.suite.name,
      mode: options.mode,
      variants,
      models: options.suite.models,
      manifestHash: hashManifest(manifest),
    });
    const final = interrupted ? { ...summary, exitCode: exitCodes.interrupted } : summary;
    writer.finish(final);
    return { runFolder: writer.path, summary: final, misses: told, interrupted };
  } finally {
    writer.close();
  }
}

/** A recording that nobody asks for is a test that got lost: it must not stay green in silence. */
function refuseSurplus({ options, fold, played }: RunState): void {
  const surplus = findSurplus(options, played);
  if (surplus.length === 0) return;
  const first = surplus.slice(0, 5).map((path) => `"${path}"`);
  const more = surplus.length > 5 ? ` and ${surplus.length - 5} more` : '';
  fold.refuse(
    'surplus_recordings',
    `No trial asked for ${first.join(', ')}${more} in "${options.cassettes}": its scenario, variant or fault place is gone. Bring it back or delete the recording`,
  );
}

interface RunState {
  readonly options: RunOptions;
  readonly cassettes: OpenCassettes;
  readonly writer: RunWriter;
  readonly fold: SummaryFold;
  readonly variants: readonly Variant[];
  /** File names of the recordings that trials asked for. */
  readonly played: Set<string>;
  readonly done: { trials: number; groups: number; failed: number; invalid: number };
}

async function runAll(
  run: RunState,
  groups: readonly TrialGroup[],
  context: GroupContext,
): Promise<boolean> {
  const { options, done } = run;
  const contexts = new Map<TrialGroup, ScoringContext>();
  const results = runInOrder(groups, async (group) => await runGroup(group, context), options);
  try {
    for await (const trials of results) {
      for (const trial of trials) keep(run, trial, contexts);
      done.groups += 1;
      contexts.clear();
      options.onProgress({
        groups: groups.length,
        groupsDone: done.groups,
        trialsDone: done.trials,
        failed: done.failed,
        invalid: done.invalid,
      });
    }
  } catch (error) {
    if (!options.signal.aborted) throw error;
  }
  return options.signal.aborted;
}

function keep(run: RunState, trial: GroupTrial, contexts: Map<TrialGroup, ScoringContext>): void {
  const context = contexts.get(trial.group) ?? toScoringContext(run.options.suite, trial.group);
  contexts.set(trial.group, context);
  const faults = judgeFaults(trial.plan, toScorerInput(trial.record, context), scoreTrial);
  const record = { ...trial.record, faults };
  const scored = scoreRecord(record, context);
  run.played.add(toLaneName(record.lane));
  run.writer.write(record, scored);
  run.fold.add(record, scored, trial.plan);
  count(run.done, scored);
}

function count(done: RunState['done'], scored: ScoreRecord): void {
  done.trials += 1;
  if (scored.verdict === 'failed') done.failed += 1;
  if (scored.verdict === 'invalid') done.invalid += 1;
}

function createSource(
  options: RunOptions,
  cassettes: OpenCassettes,
  misses: CassetteMissError[],
): GroupContext['source'] {
  return createModelSource({
    mode: options.mode,
    cassettes: cassettes.store,
    models: options.suite.models,
    access: options.access,
    keepRecorded: options.mode === 'record' && !options.rerecord,
    onMiss: (miss) => {
      misses.push(miss);
      options.onMiss?.(miss);
    },
  });
}

function toSelection(
  options: RunOptions,
  groups: readonly TrialGroup[],
): Parameters<typeof toManifest>[1]['selection'] {
  return {
    suite: options.suite.file,
    variants: [...new Set(groups.map((group) => group.variant.name))],
    scenarios: [...new Set(groups.map((group) => group.scenario.id))],
    faults: options.faults,
    repeats: options.repeats ?? options.suite.repeats,
    mode: options.mode,
    seed: options.seed,
  };
}
