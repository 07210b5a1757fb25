import type { Sweep } from '../core/sweep.ts';
import { describeLeak } from './access/watch-network.ts';
import type { SummaryFold } from './keep/summarise.ts';
import type { TrialKeeper } from './keep/trial-keeper.ts';
import { describeSurplus, type Surplus } from './recording/find-surplus.ts';
import { ProviderRefusalError } from './refusal-watch.ts';
import type { RunOptions } from './run-options.ts';
import type { LeftOut } from './store/trial-store.ts';
import { SpendLimitError } from './spend/budget.ts';

/** How a run ended: all of it done, interrupted by the user, or cut by a limit or by a provider that refuses. */
export type RunEnd = 'whole' | 'interrupted' | RunCut;
export type RunCut = SpendLimitError | ProviderRefusalError;

export function isCut(reason: unknown): reason is RunCut {
  return reason instanceof SpendLimitError || reason instanceof ProviderRefusalError;
}

/** Names every reason why the run as a whole cannot be trusted. */
export function refuseWhole(
  keeper: TrialKeeper,
  options: RunOptions,
  found: {
    readonly leaks: readonly string[];
    readonly late: readonly string[];
    /** What code of the suite threw outside of any trial. */
    readonly escaped: readonly string[];
    readonly refused: readonly string[];
    /** Reused trials that are others when they run again. */
    readonly stale?: readonly string[];
    /** Conversations that a gated run left out. */
    readonly left?: LeftOut | null;
    readonly ended: RunEnd;
    readonly groups: number;
    readonly surplus: Surplus;
    readonly isPart: boolean;
  },
): void {
  for (const text of new Set(found.refused)) refuseStray(keeper, text);
  for (const text of found.late) keeper.fold.refuse('late_effect', text);
  for (const address of found.leaks) refuseLeak(keeper, address);
  refuseLeft(keeper, found.left ?? null);
  for (const text of found.stale ?? []) refuseStale(keeper, text);
  for (const message of found.escaped) refuseEscape(keeper, message);
  if (!found.isPart) refuseIdleSweep(keeper.fold, options);
  if (found.ended === 'whole') refuseSurplus(keeper, found.surplus, options);
  else if (found.ended === 'interrupted') refuseInterrupted(keeper, found.groups);
  else refuseCut(keeper, found.ended, found.groups);
}

function refuseSurplus({ fold }: TrialKeeper, surplus: Surplus, options: RunOptions): void {
  const { suite, cassettes } = options;
  for (const { code, text } of describeSurplus(surplus, { cassettes, file: suite.file })) {
    fold.refuse(code, text);
  }
}

/** An agent that has lost its key asks in vain, and its trial says nothing of it. */
function refuseStray({ fold }: TrialKeeper, request: string): void {
  fold.refuse(
    'stray_request',
    `The model server of the run refused a request that no trial made: ${request}. Let the agent send the key that it is given (OPENAI_API_KEY, ANTHROPIC_API_KEY), or use the base URL in TOOLRIG_MODEL_URL`,
  );
}

/** A sweep over a parameter of faults that struck nowhere has measured nothing. */
export function refuseIdleSweep(
  fold: SummaryFold,
  { sweeps = [] }: { readonly sweeps?: readonly Sweep[] },
): void {
  const kinds = sweeps.flatMap(
    ({ path }) => /^fault\.(?<kind>[^.]+)\./u.exec(path)?.groups?.['kind'] ?? [],
  );
  for (const kind of new Set(kinds)) {
    if (fold.struck(kind)) continue;
    fold.refuse(
      'sweep_without_fault',
      `The sweep changes faults of the kind "${kind}", and none struck: plan some with --faults, such as --faults full`,
    );
  }
}

function refuseEscape({ fold }: TrialKeeper, message: string): void {
  fold.refuse(
    'escaped_error',
    `Code of the suite threw outside of any trial: ${message}. Await what it starts, so that its trial can tell`,
  );
}

function refuseInterrupted({ fold, done }: TrialKeeper, groups: number): void {
  fold.refuse(
    'interrupted',
    `The run was interrupted after ${done.groups} of ${groups} conversations (one a scenario, variant and repeat). Finish it with --resume`,
  );
}

/** What was measured is kept, and so is every lane that was recorded. */
function refuseCut({ fold, done }: TrialKeeper, cut: RunCut, groups: number): void {
  fold.refuse(
    cut.code.toLowerCase(),
    `${cut.message}. The run ended after ${done.groups} of ${groups} conversations (one a scenario, variant and repeat), which are kept, as are recorded lanes. Finish it with --resume${cut instanceof SpendLimitError ? ' and a higher limit' : ''}`,
  );
}

/** Gates judge all conversations: what did not run is never taken for passed. */
function refuseLeft({ fold }: TrialKeeper, left: LeftOut | null): void {
  if (left === null || left.conversations === 0) return;
  fold.refuse(
    'not_run',
    `Gates judge every conversation, and ${left.conversations} of ${left.of} were not run: --changed left them out, since they passed and nothing that they depend on has changed. Run with --gate alone: unchanged trials are reused`,
  );
}

/** Something that the key of a stored result does not see has changed: no stored result of the suite can be trusted. */
function refuseStale({ fold }: TrialKeeper, difference: string): void {
  fold.refuse(
    'stale_result',
    `A stored result is not what the trial gives when it runs again: ${difference}. The suite depends on something that is not in its files, such as time, chance or the environment. Run it with --fresh`,
  );
}

function refuseLeak({ fold }: TrialKeeper, address: string): void {
  fold.refuse('network_in_replay', describeLeak(address));
}
