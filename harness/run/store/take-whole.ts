import { hash } from 'node:crypto';

import { listLaneFiles } from '../../cassette/lane/list-lane-files.ts';
import type { RunSummary } from '../../core/run.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import type { OpenRun } from '../open-run.ts';
import type { TrialGroup } from '../plan/plan-groups.ts';
import type { RunOptions } from '../run-options.ts';
import type { RunResult } from '../run-suite.ts';
import type { EndedRun } from './trial-store.ts';
import type { StoreLine } from './store-line.ts';

/** A run and all that its summary depends on besides the results of its conversations. */
export interface WholeWish {
  readonly options: RunOptions;
  readonly groups: readonly TrialGroup[];
  readonly manifestHash: string;
}

/**
 * Takes a whole run from an earlier one: where no conversation has changed and the earlier run had the same ones, its lines
 * are copied and its summary holds, without a look into them.
 *
 * @returns `null` where the conversations are to be taken or run one by one.
 */
export function takeWhole(
  store: StoreLine,
  run: OpenRun,
  { options, groups, manifestHash }: WholeWish,
): RunResult | null {
  const isNew = options.resume === undefined || options.resume === null;
  if (!isNew || !isPlain(options)) return null;
  const known = store.whole(groups, nameWhole({ options, groups, manifestHash }));
  if (known === null) return null;
  known.copy((lines) => {
    run.writer.writeLines(lines);
  });
  run.writer.finish(known.summary);
  store.settle(false);
  const { failed, invalid } = known.summary;
  const done = { groups: groups.length, groupsDone: groups.length, trialsDone: known.trials };
  options.onProgress({ ...done, failed, invalid });
  const { path: runFolder, read } = run.writer;
  const reuse = store.report(known.trials, options);
  return { runFolder, read, summary: known.summary, misses: [], interrupted: false, reuse };
}

/** A run with all conversations of its plan. */
function isPlain({ mode, shard, changed }: RunOptions): boolean {
  return mode === 'replay' && shard === undefined && changed === undefined;
}

/** The run for later ones to take as a whole; `undefined` when it is not fit for that. */
export function toEnded(wish: WholeWish, summary: RunSummary): EndedRun | undefined {
  if (!isPlain(wish.options) || summary.verdict === 'INVALID') return undefined;
  return { groups: wish.groups, summary, name: nameWhole(wish) };
}

/** A recording that no trial asks for makes a run INVALID, so the names of all recordings of the suite are a part of it. */
function nameWhole({ options, manifestHash }: WholeWish): string {
  if (options.store === undefined) return manifestHash;
  const own = `${toSafeName(options.suite.name)}/`;
  const lanes = listLaneFiles(options.cassettes).lanes.filter((path) => path.startsWith(own));
  return hash('sha256', [manifestHash, ...lanes].join('\n'));
}
