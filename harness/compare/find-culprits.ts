import type { ToolsetEdit } from './find-edits.ts';

/** What a toolset with some of the edits came to, against the one without any. */
export interface EditMeasurement {
  readonly edits: readonly string[];
  /** How much better than without edits, in the unit of the metric: negative is a loss. */
  readonly gain: number;
  /** Model requests that it took. */
  readonly requests: number;
  /** Scenarios that got worse. */
  readonly worse: readonly string[];
}

/** An edit that does harm; several when they only do so together. */
export interface Culprit {
  readonly edits: readonly string[];
  /** Gain of these edits alone (negative). */
  readonly alone: number;
  /** Gain of all the other edits: what is left when these are taken back. */
  readonly without: number | null;
  /** Scenarios that get worse by these edits alone. */
  readonly worse: readonly string[];
}

/** What the search found. */
export interface CulpritSearch {
  /** Gain of all edits together. */
  readonly total: number;
  /** Empty when all edits together lose nothing. Largest loss first. */
  readonly culprits: readonly Culprit[];
  readonly measurements: readonly EditMeasurement[];
}

/** Measures the toolset with these edits and no others. */
export type MeasureEdits = (edits: readonly ToolsetEdit[]) => Promise<EditMeasurement>;

/**
 * Finds which edits do the harm: halves that lose something are halved on, as long as they explain the loss; edits that
 * lose only together are named together. Each named set was measured alone, and all others without it.
 *
 * A set counts as harmful when it loses at least a quarter of what all edits lose.
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
  const search: Search = { ask, harm: all.gain / 4 };
  const sets = all.gain < -1e-9 ? await halve(edits, all, search) : [];
  const culprits: Culprit[] = [];
  for (const { set, measured } of sets) {
    const others = edits.filter((edit) => !set.includes(edit));
    culprits.push({
      edits: set.map((edit) => edit.id),
      alone: measured.gain,
      without: others.length === 0 ? null : (await ask(others)).gain,
      worse: measured.worse,
    });
  }
  return {
    total: all.gain,
    culprits: culprits.toSorted((a, b) => a.alone - b.alone),
    measurements: [...known.values()],
  };
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
    // What the first half does not explain, the second must.
    if (left > search.harm) break;
    const part = await search.ask(half);
    if (part.gain > search.harm) continue;
    left -= part.gain;
    found.push(...(await halve(half, part, search)));
  }
  return found.length > 0 ? found : await shrink(set, measured, search);
}

/** Neither half loses anything, both together do: edits that can be left out are, one by one. */
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
