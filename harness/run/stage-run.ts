import type { CassetteMissError } from '../core/talk/cassette.ts';
import { createPacer } from '../model/pace/create-pacer.ts';
import { RealClock } from './clock/live-clock.ts';
import type { LateWatch } from './trial/late-watch.ts';
import type { toManifest } from './keep/to-manifest.ts';
import { choosePlans, makePresetPlans } from './plan/choose-plans.ts';
import type { TrialGroup } from './plan/plan-groups.ts';
import { createLiveForks } from './recording/live-forks.ts';
import type { OpenCassettes } from './recording/open-cassettes.ts';
import type { RunOptions } from './run-options.ts';
import { chooseSmoke } from './spend/rehearse-run.ts';
import { createModelSource } from './trial/create-model-source.ts';
import type { GroupContext } from './trial/run-group.ts';

/** What the conversations of a run need; the same in each process that runs some of them. */
export async function createContext(
  options: RunOptions,
  given: {
    readonly cassettes: OpenCassettes;
    readonly misses: CassetteMissError[];
    readonly late: LateWatch;
  },
): Promise<GroupContext> {
  const { suite, faults, signal } = options;
  return {
    suite,
    source: createSource(options, given.cassettes, given.misses),
    plans: choosePlans(suite, faults),
    presetPlans: makePresetPlans(suite, await chooseSmoke(options)),
    signal,
    onLateEffect: given.late.note,
  };
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
    renewStale: options.stale === true,
    ...(options.meter === undefined ? {} : { meter: options.meter }),
    forks: createLiveForks(options, cassettes),
    onShared: (model) => options.meter?.noteShared(model),
    pacer: createPacer({ concurrency: options.concurrency, clock: new RealClock() }),
    onMiss: (miss) => {
      misses.push(miss);
      options.onMiss?.(miss);
    },
  });
}

/** What was asked for, as the manifest has it. */
export function toSelection(
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
    ...(options.sweeps === undefined ? {} : { sweeps: options.sweeps }),
  };
}
