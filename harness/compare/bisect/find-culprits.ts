import type { ToolsetEdit } from './find-edits.ts';

/** The result of a toolset with some of the edits, compared with the one without any. */
export interface EditMeasurement {
  readonly edits: readonly string[];
  /** How much better than without edits, in the unit of the metric: negative is a loss. */
  readonly gain: number;
  /** Model requests that it took. */
  readonly requests: number;
  /** Scenarios that got worse. */
  readonly worse: readonly string[];
  /** How certain the gain is. */
  readonly certainty?: GainCertainty;
}

/** The paired gain over clusters with its 95 % interval by t, and the p of sign flips. */
export interface GainCertainty {
  readonly low: number | null;
  readonly high: number | null;
  readonly p: number | null;
  readonly clusters: number;
  /** The interval is on one side of 0. */
  readonly certain: boolean;
}

/** A harmful edit, or several edits that are harmful only together. */
export interface Culprit {
  readonly edits: readonly string[];
  /** Gain of these edits alone. */
  readonly alone: number;
  /** Gain of all the other edits: the remaining gain when these are reverted; `null` when there are no others. */
  readonly without: number | null;
  /** Scenarios that get worse by these edits alone. */
  readonly worse: readonly string[];
  /** How certain `alone` is. */
  readonly certainty?: GainCertainty;
}

/** What the search found. */
export interface CulpritSearch {
  /** Gain of all edits together. */
  readonly total: number;
  /** The culprit that helps most when it is reverted comes first. */
  readonly culprits: readonly Culprit[];
  readonly measurements: readonly EditMeasurement[];
}

/** Measures the toolset with these edits and no others. */
export type MeasureEdits = (edits: readonly ToolsetEdit[]) => Promise<EditMeasurement>;

/** Up to so many edits, each is left out in turn: halving would hardly ask less, and sees no loss behind a gain. */
const fewEdits = 4;

/**
 * Finds which edits do the harm. Few edits, or edits that lose nothing in total, are left out one by one: an edit is
 * harmful when leaving it out helps. Otherwise halves that lose something are halved further, as long as they explain
 * the loss; edits that lose only together are named together. Each named set was measured alone, and all others without
 * it.
 *
 * Changes smaller than a quarter of the largest change, or of the total loss, do not count.
 *
 * Source: adaptive group testing by halving (Dorfman, Annals of Mathematical Statistics 14 (1943) 436-440; Hwang, JASA
 * 67 (1972) 605-608), the minimal sets after Zeller and Hildebrandt, IEEE TSE 28 (2002) 183-200.
 */
export async function findCulprits(
  edits: readonly ToolsetEdit[],
  measure: MeasureEdits,
): Promise<CulpritSearch> {
  const known = new Map<string, EditMeasurement>();
  const ask = async (some: readonly ToolsetEdit[]): Promise<EditMeasurement> => {
    const key = some
      .map((edit) => edit.id)
      .toSorted()
      .join('\n');
    const found = known.get(key) ?? (await measure(some));
    known.set(key, found);
    return found;
  };
  const all = await ask(edits);
  const isLoss = all.gain < -noChange;
  let sets: readonly HarmfulSet[] = [];
  if (edits.length > 1 && (!isLoss || edits.length <= fewEdits)) {
    sets = await leaveOut(edits, all, ask);
  }
  if (sets.length === 0 && isLoss) sets = await halve(edits, all, { ask, harm: all.gain / 4 });
  const culprits: Culprit[] = [];
  for (const { set, measured } of sets) {
    const others = edits.filter((edit) => !set.includes(edit));
    culprits.push({
      edits: set.map((edit) => edit.id),
      alone: measured.gain,
      without: others.length === 0 ? null : (await ask(others)).gain,
      worse: measured.worse,
      ...(measured.certainty === undefined ? {} : { certainty: measured.certainty }),
    });
  }
  return {
    total: all.gain,
    culprits: culprits.toSorted((a, b) => (b.without ?? 0) - (a.without ?? 0)),
    measurements: [...known.values()],
  };
}

/** Rounding errors of means. */
const noChange = 1e-9;

/** Leaves out each edit in turn. */
async function leaveOut(
  edits: readonly ToolsetEdit[],
  all: EditMeasurement,
  ask: MeasureEdits,
): Promise<readonly HarmfulSet[]> {
  const changes: { readonly edit: ToolsetEdit; readonly helps: number }[] = [];
  for (const edit of edits) {
    const without = await ask(edits.filter((other) => other !== edit));
    changes.push({ edit, helps: without.gain - all.gain });
  }
  const largest = Math.max(...changes.map(({ helps }) => Math.abs(helps)));
  const found: HarmfulSet[] = [];
  for (const { edit, helps } of changes) {
    if (helps <= noChange || helps < largest / 4) continue;
    found.push({ set: [edit], measured: await ask([edit]) });
  }
  return found;
}

interface Search {
  readonly ask: MeasureEdits;
  /** The gain, below 0, from which on a set counts as harmful. */
  readonly harm: number;
}

interface HarmfulSet {
  readonly set: readonly ToolsetEdit[];
  readonly measured: EditMeasurement;
}

/** Splits a set that is known to be harmful. */
async function halve(
  set: readonly ToolsetEdit[],
  measured: EditMeasurement,
  search: Search,
): Promise<readonly HarmfulSet[]> {
  if (set.length === 1) return [{ set, measured }];
  const middle = Math.ceil(set.length / 2);
  const found: HarmfulSet[] = [];
  let left = measured.gain;
  for (const half of [set.slice(0, middle), set.slice(middle)]) {
    // The second half must explain whatever the first does not.
    if (left > search.harm) break;
    const part = await search.ask(half);
    if (part.gain > search.harm) continue;
    left -= part.gain;
    found.push(...(await halve(half, part, search)));
  }
  return found.length > 0 ? found : await shrink(set, measured, search);
}

/**
 * Neither half loses anything alone, but both together do: edits that are not needed for the loss are removed one by
 * one.
 */
async function shrink(
  set: readonly ToolsetEdit[],
  measured: EditMeasurement,
  search: Search,
): Promise<readonly HarmfulSet[]> {
  let kept: HarmfulSet = { set, measured };
  for (const edit of set) {
    const fewer = kept.set.filter((other) => other !== edit);
    if (fewer.length === 0) break;
    const part = await search.ask(fewer);
    if (part.gain <= search.harm) kept = { set: fewer, measured: part };
  }
  return [kept];
}
