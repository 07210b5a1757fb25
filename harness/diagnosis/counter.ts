import type { Counted, Place } from './diagnosis.ts';

/** Places that are kept of each thing. */
const mostPlaces = 3;

/** Counts things by name and keeps the first places of each. */
export class Counter<Name extends string = string> {
  readonly #found = new Map<Name, { count: number; readonly places: Place[] }>();

  add(name: Name, place: Place): void {
    const found = this.#found.get(name) ?? { count: 0, places: [] };
    this.#found.set(name, found);
    found.count += 1;
    if (found.places.length < mostPlaces) found.places.push(place);
  }

  /** In the order of the names given; else most frequent first, then by name. */
  list(order: readonly Name[] | null = null): readonly Counted<Name>[] {
    const all = [...this.#found].map(([name, found]) => ({ name, ...found }));
    return order === null
      ? all.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      : all.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  }
}
