/**
 * Finds the assignment of rows to columns with the largest total weight; each column is used once.
 *
 * Source: Kuhn 1955, "The Hungarian method for the assignment problem", in the shortest-augmenting-path form of
 * Jonker and Volgenant 1987; O(rows² x columns).
 *
 * @param weights One row each; `null` = may not be assigned. All rows are equally long.
 * @returns The column of each row; `null` where it got none.
 */
export function assign(
  weights: readonly (readonly (number | null)[])[],
): readonly (number | null)[] {
  const solver = new Solver(weights);
  weights.forEach((_, row) => {
    solver.place(row);
  });
  return solver.columns();
}

class Solver {
  readonly #weights: readonly (readonly (number | null)[])[];
  /** Real columns come first; after them, one more column per row means "unassigned". */
  readonly #real: number;
  readonly #all: number;
  /** The row of each column, -1 = none; the last entry is the column where a search starts. */
  readonly #rowOf: Int32Array;
  readonly #rowPotential: Float64Array;
  readonly #columnPotential: Float64Array;
  /** State of the present search: the cost of reaching each column, and the column before it. */
  readonly #distance: Float64Array;
  readonly #before: Int32Array;

  constructor(weights: readonly (readonly (number | null)[])[]) {
    this.#weights = weights;
    this.#real = weights[0]?.length ?? 0;
    this.#all = this.#real + weights.length;
    this.#rowOf = new Int32Array(this.#all + 1).fill(-1);
    this.#rowPotential = new Float64Array(weights.length);
    this.#columnPotential = new Float64Array(this.#all + 1);
    this.#distance = new Float64Array(this.#all);
    this.#before = new Int32Array(this.#all);
  }

  /** Gives one more row its column, along the cheapest path of reassignments. */
  place(row: number): void {
    const start = this.#all;
    this.#distance.fill(Number.POSITIVE_INFINITY);
    this.#before.fill(start);
    this.#rowOf[start] = row;
    const done = new Set<number>();
    let column = start;
    do {
      done.add(column);
      const nearest = this.#reach(column, done);
      this.#shift(at(this.#distance, nearest), done);
      column = nearest;
    } while (at(this.#rowOf, column) >= 0);
    while (column !== start) {
      const previous = at(this.#before, column);
      this.#rowOf[column] = at(this.#rowOf, previous);
      column = previous;
    }
  }

  columns(): readonly (number | null)[] {
    const columnOf: (number | null)[] = this.#weights.map(() => null);
    for (let column = 0; column < this.#real; column += 1) {
      const row = at(this.#rowOf, column);
      if (row >= 0) columnOf[row] = column;
    }
    return columnOf;
  }

  /** Extends the search from the row of a column; gives the nearest column that is not done. */
  #reach(column: number, done: ReadonlySet<number>): number {
    const row = at(this.#rowOf, column);
    let nearest = -1;
    for (let next = 0; next < this.#all; next += 1) {
      if (done.has(next)) continue;
      const potentials = at(this.#rowPotential, row) + at(this.#columnPotential, next);
      const cost = this.#cost(row, next) - potentials;
      if (cost < at(this.#distance, next)) {
        this.#distance[next] = cost;
        this.#before[next] = column;
      }
      if (nearest < 0 || at(this.#distance, next) < at(this.#distance, nearest)) nearest = next;
    }
    return nearest;
  }

  /** Moves the potentials, so that the path to the nearest column costs nothing. */
  #shift(step: number, done: ReadonlySet<number>): void {
    for (const column of done) {
      const row = at(this.#rowOf, column);
      this.#rowPotential[row] = at(this.#rowPotential, row) + step;
      this.#columnPotential[column] = at(this.#columnPotential, column) - step;
    }
    this.#distance.forEach((distance, column) => {
      if (!done.has(column)) this.#distance[column] = distance - step;
    });
  }

  #cost(row: number, column: number): number {
    if (column >= this.#real) return 0;
    const weight = this.#weights[row]?.[column] ?? null;
    return weight === null ? Number.POSITIVE_INFINITY : -weight;
  }
}

/** An entry that exists by construction. */
function at(list: Int32Array | Float64Array, index: number): number {
  return list[index] ?? 0;
}
