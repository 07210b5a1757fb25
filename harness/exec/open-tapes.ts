import { basename, join } from 'node:path';

import { createCassetteStore } from '../cassette/cassette-store.ts';
import { listLaneFiles } from '../cassette/lane/list-lane-files.ts';
import { nodeDisk } from '../cassette/lane/lane-disk.ts';
import { toLaneName } from '../cassette/lane/lane-path.ts';
import { parseHead } from '../cassette/lane/parse-recording.ts';
import type { CassetteStore } from '../core/talk/cassette.ts';
import { cleanPlan, type Lane } from '../core/suite/lane.ts';
import { protocolVersion } from '../loop/protocol-text.ts';
import type { Redactor } from '../redact/redactor.ts';

/** Recordings of a command in a folder: `cassettes/` in it, as beside a suite. */
export interface Tapes {
  readonly store: CassetteStore;
  /** The suite that the recordings are of: the name of the folder. */
  readonly suite: string;
  /** Clean recordings of conversations, in order of their names. */
  readonly lanes: readonly Lane[];
  /** That of requests besides conversations, where there was none; `null` when there is no such recording. */
  readonly sideLane: Lane | null;
}

/** How recordings are opened. */
export interface TapeOptions {
  readonly folder: string;
  readonly mode: 'record' | 'replay';
  readonly redactor: Redactor;
  readonly recordedAt: string;
  readonly owner: { readonly owner: string; readonly isAlive: (owner: string) => boolean };
}

/** The variant of recordings of a command: that of a suite which names none. */
export const execVariant = 'reference';

/** The scenario of a recording without a conversation. Conversations are named after words, so that none has this name. */
export const sideScenario = '_side';

/** Opens the recordings of a folder. */
export function openTapes({ folder, mode, redactor, recordedAt, owner }: TapeOptions): Tapes {
  const root = join(folder, 'cassettes');
  const store = createCassetteStore({
    root,
    mode,
    recordedAt,
    protocolVersion,
    redactor,
    drift: [],
    volatile: [],
    tier: 'exact',
    command: 'toolrig exec',
    owner: owner.owner,
    isOwnerAlive: owner.isAlive,
  });
  const lanes = listLaneFiles(root).lanes.flatMap((path) => {
    const head = parseHead(nodeDisk.read(join(root, path)) ?? '');
    if (!head.ok || head.value.lane.plan !== cleanPlan) return [];
    return toLaneName(head.value.lane) === path ? [head.value.lane] : [];
  });
  return {
    store,
    suite: basename(folder),
    lanes: lanes.filter(({ scenario }) => scenario !== sideScenario),
    sideLane: lanes.find(({ scenario }) => scenario === sideScenario) ?? null,
  };
}
