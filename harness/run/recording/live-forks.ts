import { createMemoryDisk } from '../../cassette/match/create-memory-disk.ts';
import type { LaneDisk } from '../../cassette/lane/lane-disk.ts';
import { cleanPlan, type Lane, toCleanLane, toLaneId } from '../../core/suite/lane.ts';
import type { CassetteStore, LaneRecorder } from '../../core/talk/cassette.ts';
import { RigError } from '../../core/rig-error.ts';
import type { JsonObject } from '../../json/json.ts';
import { choosePlans } from '../plan/choose-plans.ts';
import type { RunOptions } from '../run-options.ts';
import { openStore } from './open-cassettes.ts';

/**
 * Recordings that a live run keeps in memory: the turns of a faulted trial that are those of its clean trial are answered
 * as they were there, and the model is asked from the first request that differs.
 */
export interface LiveForks {
  recorder(lane: Lane, head: JsonObject): Promise<LaneRecorder>;
  /** The trials of a clean lane and of its faulted ones are over. */
  forget(clean: Lane): void;
}

/** Opens them; `null` where no faulted trial follows a clean one, or every turn is to be asked for. */
export function createLiveForks(
  options: RunOptions,
  { redactor }: Pick<Parameters<typeof openStore>[1], 'redactor'>,
): LiveForks | null {
  if (options.mode !== 'live' || options.fork === false) return null;
  const { presets, named } = choosePlans(options.suite, options.faults);
  if (presets.length + named.length === 0) return null;
  const stores = new Map<string, CassetteStore>();
  const storeOf = (clean: Lane): CassetteStore => {
    const id = toLaneId(clean);
    const disk = createMemoryDisk(emptyDisk);
    const store = stores.get(id) ?? openStore(options, { mode: 'record', redactor, disk });
    stores.set(id, store);
    return store;
  };
  return {
    async recorder(lane, head) {
      const recorder = await storeOf(toCleanLane(lane)).recorder(lane, head);
      return lane.plan === cleanPlan ? keepInMemory(recorder) : useOnly(recorder);
    },
    forget: (clean) => void stores.delete(toLaneId(clean)),
  };
}

/** A conversation that a recording cannot give back unchanged is not shared. */
function keepInMemory(recorder: LaneRecorder): LaneRecorder {
  return {
    ...recorder,
    recordTool: () => undefined,
    replayChanges: () => null,
    async seal(end) {
      if (recorder.replayChanges() !== null) {
        await recorder.abandon();
        return;
      }
      try {
        await recorder.seal(end);
      } catch (error) {
        // What cannot be recorded, such as an empty reply, is asked for again.
        if (!(error instanceof RigError)) throw error;
      }
    },
  };
}

/** A faulted trial takes from its clean one and keeps nothing. */
function useOnly(recorder: LaneRecorder): LaneRecorder {
  return {
    ...recorder,
    record: () => undefined,
    recordTool: () => undefined,
    recordSide: () => undefined,
    replayChanges: () => null,
    seal: async () => {
      await recorder.abandon();
    },
  };
}

const emptyDisk: LaneDisk = {
  read: () => null,
  exists: () => false,
  list: () => [],
  create: () => undefined,
  rename: () => undefined,
  syncFolderOf: () => undefined,
  remove: () => undefined,
};
