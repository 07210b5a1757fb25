import type { ExpectedCall, OrderPair } from '../../core/suite/suite.ts';
import { capabilityTool } from '../../core/suite/tool-offer.ts';
import { matchesName } from '../../expectation/match-name.ts';
import { keepLimit } from '../../limit/limits.ts';
import { findOrderLosses } from '../reason/find-order-losses.ts';
import { hasOutcome, outcomeOf } from '../scorer/call-outcome.ts';
import type { CallView, TrialView } from '../view/trial-view.ts';
import { assign } from './assign.ts';
import { type ArgumentFault, compareArguments } from './compare-arguments.ts';
import { findSuperseded } from './find-superseded.ts';

/** The expected calls matched with those that were made. */
export interface CallMatching {
  /** The calls that count: those that faults planted and those that were tried again are left out. */
  readonly counted: readonly CallView[];
  readonly matched: readonly MatchedCall[];
  /**
   * Calls made for an expectation, but without the expected outcome: cut off, refused, held back, only previewed, ...
   */
  readonly unmet: readonly MatchedCall[];
  /** Expected and not made; alternatives that exclude each other are one entry. */
  readonly missing: readonly (readonly ExpectedCall[])[];
  /** Calls that were made, but neither expected nor allowed. */
  readonly extras: readonly CallView[];
  /** Calls that were made and are allowed. */
  readonly allowed: readonly CallView[];
}

/** Alternatives of which exactly one is expected; usually there is only one. */
type Slot = readonly ExpectedCall[];

/**
 * Matches expected calls with those made: same tool name and the outcome expected (it ran, unless another is named),
 * then the best total of right arguments, then the order in which they are expected. Calls are matched one by one, so
 * two equal expectations need two calls. `null` when nothing is expected about calls.
 */
export function matchCalls(trial: TrialView): CallMatching | null {
  const { expected } = trial.input;
  if (expected.calls === null) return null;
  const said = trial.calls.filter((call) => !call.injected);
  const superseded = findSuperseded(said);
  const counted = said.filter((call) => !superseded.has(call));
  const slots = toSlots(expected.calls);
  const names = new Set(expected.calls.map((call) => call.tool));
  const candidates = said.filter((call) => names.has(call.name));
  keepPairs(slots, candidates);
  const found = takeBest(
    slots.map((slot) =>
      candidates.map((call) => findBest(slot, call, { isSuperseded: superseded.has(call) })),
    ),
    { ranks: rankSlots(slots, expected.order), order: expected.order },
  );
  const matched = found.filter((option) => option !== null);
  const taken = new Set(matched.map((match) => match.call));
  const open = slots.filter((_, index) => (found[index] ?? null) === null);
  const { unmet, missing } = findAttempts(
    open,
    counted.filter((call) => !taken.has(call)),
  );
  for (const { call } of unmet) taken.add(call);
  const rest = counted.filter((call) => !taken.has(call));
  const isAllowed = (call: CallView): boolean => mayCall(trial, call, names);
  return {
    counted,
    matched,
    unmet,
    missing,
    extras: rest.filter((call) => !isAllowed(call)),
    allowed: rest.filter(isAllowed),
  };
}

/** Finding the best of all ways to set them against each other takes time with the cube of their number. */
function keepPairs(slots: readonly Slot[], candidates: readonly CallView[]): void {
  const pairs = slots.length * (slots.length + candidates.length);
  const action = `match ${slots.length} expected calls with ${candidates.length} calls`;
  keepLimit('callPairs', pairs, action);
}

function toSlots(calls: readonly ExpectedCall[]): readonly Slot[] {
  const slots: ExpectedCall[][] = [];
  const groups = new Map<string, ExpectedCall[]>();
  for (const call of calls) {
    const open = call.group === null ? undefined : groups.get(call.group);
    if (open !== undefined) {
      open.push(call);
      continue;
    }
    const slot = [call];
    slots.push(slot);
    if (call.group !== null) groups.set(call.group, slot);
  }
  return slots;
}

/** The position of each slot in the expected order, from 0 to 1: its depth in the partial order, then as listed. */
function rankSlots(
  slots: readonly Slot[],
  order: TrialView['input']['expected']['order'],
): readonly number[] {
  const depths = new Map<string, number>();
  const before = new Map<string, string[]>();
  for (const pair of order) {
    const list = before.get(pair.then);
    if (list === undefined) before.set(pair.then, [pair.first]);
    else list.push(pair.first);
  }
  const depthOf = (id: string, path: readonly string[]): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const first = (before.get(id) ?? []).filter((other) => !path.includes(other));
    const depth = first.reduce(
      (most, other) => Math.max(most, depthOf(other, [...path, id]) + 1),
      0,
    );
    depths.set(id, depth);
    return depth;
  };
  const keyed = slots.map((slot, index) => ({
    index,
    depth: slot.reduce((most, call) => Math.max(most, depthOf(call.id, [])), 0),
  }));
  const sorted = keyed.toSorted((a, b) => a.depth - b.depth || a.index - b.index);
  const ranks: number[] = [];
  sorted.forEach(({ index }, rank) => {
    ranks[index] = sorted.length < 2 ? 0 : rank / (sorted.length - 1);
  });
  return ranks;
}

type Options = readonly (readonly (WeighedMatch | null)[])[];

interface WeighedMatch extends MatchedCall {
  readonly weight: number;
}

/** How well a position among the calls suits a place in the expected order; both from 0 to 1, the result as well. */
type Preference = (rank: number, position: number) => number;

/** Early calls first, and earlier ones for what is expected earlier. */
const early: Preference = (rank, position) => 1 - position * (1 - rank / 2);

/** Calls where they are expected. Squared, so that equal calls are taken in order. */
const inPlace: Preference = (rank, position) => 1 - (rank - position) ** 2;

/**
 * Of equally good matches, takes the earliest that keeps the expected order; otherwise the one that breaks it least.
 */
function takeBest(
  options: Options,
  wanted: { readonly ranks: readonly number[]; readonly order: readonly OrderPair[] },
): readonly (MatchedCall | null)[] {
  const first = findForced(options) ?? solve(options, wanted.ranks, early);
  const broken = countBroken(wanted.order, first);
  if (broken === 0) return first;
  const second = solve(options, wanted.ranks, inPlace);
  return countBroken(wanted.order, second) < broken ? second : first;
}

/**
 * The usual case: each expectation fits at most one call, and no two fit the same call. `null` when there is something
 * to choose.
 */
function findForced(options: Options): readonly (MatchedCall | null)[] | null {
  const taken = new Set<number>();
  const forced: (MatchedCall | null)[] = [];
  for (const row of options) {
    const column = row.findIndex((option) => option !== null);
    if (
      column >= 0 &&
      (taken.has(column) || row.some((option, at) => at > column && option !== null))
    )
      return null;
    taken.add(column);
    forced.push(row[column] ?? null);
  }
  return forced;
}

function countBroken(order: readonly OrderPair[], found: readonly (MatchedCall | null)[]): number {
  return findOrderLosses(
    order,
    found.filter((option) => option !== null),
  ).length;
}

function solve(
  options: Options,
  ranks: readonly number[],
  preference: Preference,
): readonly (MatchedCall | null)[] {
  const weights = options.map((row, index) =>
    row.map((option, column) => {
      const position = row.length < 2 ? 0 : column / (row.length - 1);
      return option === null ? null : option.weight + preference(ranks[index] ?? 0, position);
    }),
  );
  return assign(weights).map((column, row) =>
    column === null ? null : (options[row]?.[column] ?? null),
  );
}

/** The best alternative of a slot for a call; `null` when none names its tool and has its outcome. */
function findBest(
  slot: Slot,
  call: CallView,
  { isSuperseded }: { readonly isSuperseded: boolean },
): WeighedMatch | null {
  const fitting = slot.filter(
    (expected) => hasOutcome(expected, call) && !(isSuperseded && needsLast(expected, call)),
  );
  const best = findNearest(fitting, call);
  return best === null || !isSuperseded ? best : { ...best, weight: best.weight - 5 };
}

/**
 * Of several attempts at one request the last counts, unless the expectation is about the outcome of an earlier one.
 */
function needsLast(expected: ExpectedCall, call: CallView): boolean {
  const wanted = outcomeOf(expected, call);
  return wanted === 'ran' || wanted === 'succeeded';
}

/** The alternative that is most similar to a call, with any outcome. */
function findNearest(slot: Slot, call: CallView): WeighedMatch | null {
  let best: WeighedMatch | null = null;
  for (const expected of slot) {
    if (expected.tool !== call.name) continue;
    const faults = compareArguments(expected, call);
    const weight = weigh(expected, call, faults.length);
    if (best === null || weight > best.weight) best = { expected, call, faults, weight };
  }
  return best;
}

/** For each expectation that no call met, the most similar unmatched call that was made for it. */
function findAttempts(
  open: readonly Slot[],
  left: readonly CallView[],
): Pick<CallMatching, 'unmet' | 'missing'> {
  const weights = open.map((slot) => left.map((call) => findNearest(slot, call)));
  const columns = assign(weights.map((row) => row.map((option) => option?.weight ?? null)));
  const found = columns.map((column, row) =>
    column === null ? null : (weights[row]?.[column] ?? null),
  );
  return {
    unmet: found.filter((option) => option !== null),
    missing: open.filter((_, index) => (found[index] ?? null) === null),
  };
}

/** A match weighs most; then whole arguments, then each right field, then a real call over a preview. */
function weigh(expected: ExpectedCall, call: CallView, faults: number): number {
  const fields = Math.max(1, Object.keys(expected.arguments ?? {}).length);
  const right = Math.max(0, fields - faults) / fields;
  return 1e6 + (faults === 0 ? 400 : 0) + 100 * right + (call.confirm === 'preview' ? 0 : 10);
}

function mayCall(trial: TrialView, call: CallView, names: ReadonlySet<string>): boolean {
  const { mayCall: allowed, forbidden } = trial.input.expected;
  if (forbidden.includes(call.name)) return false;
  // A preview leads to the call that is wanted and changes nothing.
  if (call.confirm === 'preview' && names.has(call.name)) return true;
  // It changes nothing but which tools are offered.
  if (call.name === capabilityTool && call.offered) return true;
  return allowed === 'reads'
    ? call.tool?.grade === 'read'
    : allowed.some((name) => matchesName(name, call.name));
}

/** An expected call with the call that was matched with it. */
export interface MatchedCall {
  readonly expected: ExpectedCall;
  readonly call: CallView;
  readonly faults: readonly ArgumentFault[];
}
