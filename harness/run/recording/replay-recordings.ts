import { nodeDisk } from '../../cassette/lane/lane-disk.ts';
import { toLaneName, toLanePath } from '../../cassette/lane/lane-path.ts';
import { listLaneFiles } from '../../cassette/lane/list-lane-files.ts';
import { parseHead, parseRecording } from '../../cassette/lane/parse-recording.ts';
import type { CassetteMissError } from '../../core/talk/cassette.ts';
import { cleanPlan, type Lane } from '../../core/suite/lane.ts';
import { VirtualClock } from '../clock/virtual-clock.ts';
import { planGroups, type TrialGroup } from '../plan/plan-groups.ts';
import { runGroup } from '../trial/run-group.ts';
import { choosePlans, makePresetPlans } from '../plan/choose-plans.ts';
import { createModelSource } from '../trial/create-model-source.ts';
import { openCassettes } from './open-cassettes.ts';
import type { RunOptions } from '../run-options.ts';
import { toQuietTools } from '../spend/to-quiet-tools.ts';
import { isOfTest, isWanted, toPlanWord } from './is-wanted.ts';

/** What the recordings of a suite are good for. */
export interface ReplayState {
  /** Recorded lanes that do not answer what the suite asks now. */
  readonly stale: readonly CassetteMissError[];
  /** Recorded lanes of fault places that their scenario's conversation, which replays, does not have. */
  readonly unreached: readonly Lane[];
}

/**
 * Replays every recorded lane of the suite in memory, under every preset and plan that has recordings. Lanes of agents of
 * the user's own are left out: these may do anything.
 *
 * @param isMeant Which lanes are looked at; by default all.
 */
export async function replayRecordings(
  options: RunOptions,
  isMeant: (lane: Lane) => boolean = () => true,
): Promise<ReplayState> {
  const { suite } = options;
  const lanes = listRecorded(options).filter(isMeant);
  const names = new Set(lanes.map(toLaneName));
  const missed = new Map<string, CassetteMissError>();
  const played = new Set<string>();
  const finished = new Set<string>();
  const replay = { ...options, mode: 'replay', tier: 'exact' } as const;
  const source = createModelSource({
    mode: 'replay',
    cassettes: openCassettes(replay).store,
    models: suite.models,
    access: options.access,
    keepRecorded: false,
    onMiss: (miss) => missed.set(miss.lane, miss),
    onPlay: (lane) => played.add(toLaneName(lane)),
    createClock: () => new VirtualClock(),
  });
  const groups = planRecorded(options, lanes);
  for (const group of groups) {
    const own = lanes.filter((lane) => isOf(lane, group));
    const words = new Set(own.flatMap((lane) => toPlanWord(lane.plan, suite) ?? []));
    const trials = await runGroup(group, {
      suite: toQuietTools(suite, readClean(group, options), 'kept'),
      source,
      plans: choosePlans(suite, [...words]),
      presetPlans: makePresetPlans(suite),
      signal: options.signal,
    });
    if (trials[0]?.record.outcome.status === 'finished') finished.add(toGroupKey(group));
  }
  const isUnreached = (lane: Lane): boolean =>
    !played.has(toLaneName(lane)) &&
    groups.some((group) => isOf(lane, group) && finished.has(toGroupKey(group)));
  return {
    stale: [...missed.values()].filter(
      ({ where }) => where !== null && names.has(toLaneName(where)),
    ),
    unreached: lanes.filter(isUnreached),
  };
}

/** Lanes of the suite that can be read and that a trial could ask for. */
function listRecorded({ suite, cassettes }: RunOptions): readonly Lane[] {
  return listLaneFiles(cassettes).lanes.flatMap((path) => {
    const head = parseHead(nodeDisk.read(`${cassettes}/${path}`) ?? '');
    if (!head.ok) return [];
    const { lane } = head.value;
    const isMine = isWanted(lane, suite) && !isOfTest(lane);
    return toLaneName(lane) === path && isMine ? [lane] : [];
  });
}

function planRecorded({ suite }: RunOptions, lanes: readonly Lane[]): readonly TrialGroup[] {
  const repeats = Math.max(1, ...lanes.map(({ repeat }) => repeat));
  const groups = planGroups(suite, { variants: '*', scenarios: null, repeats });
  return groups.filter(({ variant, scenario, repeat }) => {
    if (variant.agent !== null) return false;
    if (suite.models.find(({ name }) => name === variant.model)?.kind !== 'openai') return false;
    return lanes.some((lane) => isFirst(lane) && isOf(lane, { variant, scenario, repeat }));
  });
}

/** The lane whose conversation says where faults have their places. */
function isFirst({ plan }: Lane): boolean {
  return plan === cleanPlan || plan === 'scenario';
}

function isOf(lane: Lane, { scenario, variant, repeat }: TrialGroup): boolean {
  return lane.scenario === scenario.id && lane.variant === variant.name && lane.repeat === repeat;
}

function toGroupKey({ scenario, variant, repeat }: TrialGroup): string {
  return JSON.stringify([scenario.id, variant.name, repeat]);
}

function readClean(
  { scenario, variant, repeat }: TrialGroup,
  { suite, cassettes }: RunOptions,
): Parameters<typeof toQuietTools>[1] {
  const names = { suite: suite.name, scenario: scenario.id, variant: variant.name };
  const lane = { ...names, plan: cleanPlan, repeat };
  const parsed = parseRecording(nodeDisk.read(toLanePath(cassettes, lane)) ?? '', lane);
  return parsed.ok ? parsed.value : null;
}
