import { matchesName } from '../../expectation/match-name.ts';
import { compareArguments } from '../match/compare-arguments.ts';
import type { CallMatching } from '../match/match-calls.ts';
import type { CallView, EventOf, TrialView } from '../view/trial-view.ts';

type Effect = EventOf<'effect'>;

/** An expected effect with the number of times that it happened. */
export interface EffectCount {
  readonly tool: string;
  readonly key: string | null;
  readonly wanted: number;
  readonly happened: number;
}

/** The ledger compared with the expectation. */
export interface EffectJudgement {
  /** `null` when nothing is expected about effects. */
  readonly counts: readonly EffectCount[] | null;
  /** Effects on a thing beyond the expected number. */
  readonly surplus: readonly Effect[];
  /** Effects that were not expected; `null` when the scenario does not say which are. */
  readonly unintended: readonly Effect[] | null;
}

/** Compares the ledger with the expected effects, or, where none are given, with the expected calls. */
export function judgeEffects(trial: TrialView, matching: CallMatching | null): EffectJudgement {
  const { effects: expected } = trial.input.expected;
  if (expected === null) {
    const calls = new Map(trial.calls.map((call) => [call.ref, call]));
    return {
      counts: null,
      surplus: findSurplus(trial, (effect) => countExpectedCalls(trial, calls.get(effect.call))),
      unintended: findUnasked(trial, matching),
    };
  }
  const keyed = new Map<string, number>();
  const open = new Map<string, number>();
  for (const { tool, key, count } of expected) {
    if (key === null) open.set(tool, (open.get(tool) ?? 0) + count);
    else keyed.set(toThing({ tool, key }), (keyed.get(toThing({ tool, key })) ?? 0) + count);
  }
  const happened = countHappened(toDistinct(trial), keyed);
  const surplus = findSurplus(trial, (effect) => keyed.get(toThing(effect)) ?? 1);
  const repeats = new Set(surplus);
  const left = new Map(open);
  const unintended = toDistinct(trial).filter((effect) => {
    const wanted = keyed.get(toThing(effect));
    if (wanted !== undefined) return wanted === 0;
    const count = left.get(effect.tool) ?? 0;
    left.set(effect.tool, count - 1);
    return count <= 0 && !repeats.has(effect);
  });
  // The counts of several entries for one thing have been added up.
  const things = new Map(expected.map((effect) => [toWanted(effect), effect]));
  const counts = [...things.values()].map(({ tool, key, count }) => ({
    tool,
    key,
    wanted: key === null ? (open.get(tool) ?? count) : (keyed.get(toThing({ tool, key })) ?? count),
    happened: happened.get(toWanted({ tool, key })) ?? 0,
  }));
  return { counts, surplus, unintended };
}

/** The effects, except those that only repeat an idempotent effect under its key. */
function toDistinct({ effects, retried }: TrialView): readonly Effect[] {
  return retried.size === 0 ? effects : effects.filter((effect) => !retried.has(effect));
}

/** Names the thing that should happen once. */
export function toThing(effect: { readonly tool: string; readonly key: string }): string {
  return `${effect.tool}\n${effect.key}`;
}

/** The name of an expected effect; without a key, that of its tool. */
function toWanted({ tool, key }: { readonly tool: string; readonly key: string | null }): string {
  return key === null ? tool : toThing({ tool, key });
}

/** Effects by thing where the thing is expected by key, the rest by tool. */
function countHappened(
  effects: readonly Effect[],
  keyed: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const effect of effects) {
    const name = keyed.has(toThing(effect)) ? toThing(effect) : effect.tool;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Effects beyond the number allowed of the same thing. */
function findSurplus(trial: TrialView, allowed: (effect: Effect) => number): readonly Effect[] {
  const counts = new Map<string, number>();
  return toDistinct(trial).filter((effect) => {
    const thing = toThing(effect);
    const count = (counts.get(thing) ?? 0) + 1;
    counts.set(thing, count);
    return count > Math.max(1, allowed(effect));
  });
}

/** The number of expected calls that have exactly this effect: two equal expected calls allow it twice. */
function countExpectedCalls(trial: TrialView, call: CallView | undefined): number {
  const { calls } = trial.input.expected;
  if (calls === null || call === undefined) return 1;
  return calls.filter((expected) => fits(expected, call)).length;
}

function fits(expected: Parameters<typeof compareArguments>[0], call: CallView): boolean {
  return expected.tool === call.name && compareArguments(expected, call).length === 0;
}

/** Without expected effects: the effects of tools without an expected call. */
function findUnasked(trial: TrialView, matching: CallMatching | null): readonly Effect[] | null {
  const { calls, mayCall, forbidden } = trial.input.expected;
  if (matching === null || calls === null) {
    return forbidden.length === 0
      ? null
      : trial.effects.filter((effect) => forbidden.includes(effect.tool));
  }
  const wanted = new Set(calls.map((call) => call.tool));
  return trial.effects.filter((effect) => {
    if (forbidden.includes(effect.tool)) return true;
    return (
      !wanted.has(effect.tool) &&
      (mayCall === 'reads' || !mayCall.some((name) => matchesName(name, effect.tool)))
    );
  });
}
