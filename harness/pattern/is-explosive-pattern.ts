import { intersects, type CharSet } from './char-set.ts';
import { parsePattern, type PatternNode } from './parse-pattern.ts';

/**
 * Whether some text makes a regular expression run practically forever: one in which a repeated part can read the same characters in
 * two ways, such as `(a+)+`, `(a|a)*` or `(\w+\s?)*`. Tries to match grow with 2^n of such a text's length.
 *
 * By the test for exponential ambiguity of its position automaton: two different ways from a state to itself that read
 * the same. Sources: Glushkov 1961; Weber and Seidl 1991, "On the degree of ambiguity of finite automata".
 */
export function isExplosivePattern(pattern: string): boolean {
  const roots = [parsePattern(pattern)];
  // What looks ahead or behind is searched on its own; the walk finds more of them while it goes.
  for (const root of roots) {
    const automaton = new Automaton(roots);
    automaton.read(root);
    if (automaton.isAmbiguous()) return true;
  }
  return false;
}

/** How often is enough to know that there is more than one way. */
const several = 2;

/** Repetitions up to this many are written out, where their number is fixed and where it is not; more are as good as endless. */
const mostCopies = { fixed: 40, open: 3 };

/** Beyond this many positions, bounded repetitions are taken for endless ones. */
const mostPositions = 400;

/** Positions by number, and in how many ways each is reached. */
type Ways = ReadonlyMap<number, number>;

/** A piece of the automaton. */
interface Piece {
  /** In how many ways it can read nothing. */
  readonly empty: number;
  readonly first: Ways;
  readonly last: Ways;
}

const emptyPiece: Piece = { empty: 1, first: new Map(), last: new Map() };

/** Positions are the characters of the pattern; each follows others in one or more ways. */
class Automaton {
  readonly #sets: CharSet[] = [];
  readonly #next: Map<number, number>[] = [];
  readonly #looks: PatternNode[];
  /** Repetitions of an open number that were written out. */
  #open = 0;

  constructor(looks: PatternNode[]) {
    this.#looks = looks;
  }

  read(node: PatternNode): Piece {
    switch (node.type) {
      case 'nothing':
        return emptyPiece;
      case 'look':
        this.#looks.push(node.item);
        return emptyPiece;
      case 'char':
        return this.#place(node.set);
      case 'sequence':
        return node.items.reduce<Piece>(
          (piece, item) => this.#join(piece, this.read(item)),
          emptyPiece,
        );
      case 'choice':
        return node.items.map((item) => this.read(item)).reduce(either);
      case 'repeat':
        return this.#repeat(node);
    }
  }

  /** Whether two different ways lead from a position to itself over the same characters. */
  isAmbiguous(): boolean {
    const loops = findLoops(this.#next);
    return loops.some((loop) => this.#hasDouble(loop) || this.#meetsAgain(loop));
  }

  #place(set: CharSet): Piece {
    const position = this.#sets.push(set) - 1;
    this.#next.push(new Map());
    const here = new Map([[position, 1]]);
    return { empty: 0, first: here, last: here };
  }

  #join(left: Piece, right: Piece): Piece {
    this.#connect(left.last, right.first);
    return {
      empty: limit(left.empty * right.empty),
      first: sum(left.first, times(right.first, left.empty)),
      last: sum(right.last, times(left.last, right.empty)),
    };
  }

  #repeat({ item, min, max }: Extract<PatternNode, { type: 'repeat' }>): Piece {
    const before = { positions: this.#sets.length, open: this.#open };
    const first = max === 0 ? emptyPiece : this.read(item);
    if (max === 0) return emptyPiece;
    if (max > 1 && this.#isEndless({ min, max }, before)) {
      this.#connect(first.last, first.first);
      // A round that reads nothing is not taken.
      return min === 0 ? { ...first, empty: 1 } : first;
    }
    if (max === 1) return min === 0 ? optional(first) : first;
    if (min !== max) this.#open += 1;
    // From behind, `x{1,3}` is x(x(x)?)?: one way for each length.
    let rest = emptyPiece;
    for (let copy = max; copy > 1; copy -= 1) {
      const own = this.#join(this.read(item), rest);
      rest = copy > min ? optional(own) : own;
    }
    const piece = this.#join(first, rest);
    return min === 0 ? optional(piece) : piece;
  }

  /** Whether a repetition is taken for an endless one: few rounds of what can itself be read in many lengths are bad enough. */
  #isEndless(
    { min, max }: { readonly min: number; readonly max: number },
    before: { readonly positions: number; readonly open: number },
  ): boolean {
    const size = this.#sets.length - before.positions;
    if (this.#open > before.open) return true;
    if (max > (min === max ? mostCopies.fixed : mostCopies.open)) return true;
    if (this.#sets.length + size * max > mostPositions) return true;
    return findLoops(this.#next).some((loop) => Math.max(...loop) >= before.positions);
  }

  #connect(from: Ways, to: Ways): void {
    for (const [position, count] of from) {
      const next = this.#next[position];
      for (const [follower, ways] of to) {
        next?.set(follower, limit((next.get(follower) ?? 0) + count * ways));
      }
    }
  }

  #hasDouble(loop: ReadonlySet<number>): boolean {
    return [...loop].some((position) =>
      this.#steps(position, loop).some(
        (follower) => (this.#next[position]?.get(follower) ?? 0) >= several,
      ),
    );
  }

  /** Goes two ways at once from each position of a loop, over the same characters, until they meet again. */
  #meetsAgain(loop: ReadonlySet<number>): boolean {
    const seen = new Set<string>();
    const open: (readonly [number, number])[] = [];
    const add = (left: number, right: number): void => {
      const name = left < right ? `${left} ${right}` : `${right} ${left}`;
      if (left === right || seen.has(name) || !this.#readsSame(left, right)) return;
      seen.add(name);
      open.push([left, right]);
    };
    const step = (from: readonly [number, number], take: typeof add): void => {
      for (const left of this.#steps(from[0], loop)) {
        for (const right of this.#steps(from[1], loop)) take(left, right);
      }
    };
    for (const position of loop) step([position, position], add);
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      let hasMet = false;
      step(pair, (left, right) => {
        if (left === right) hasMet = true;
        else add(left, right);
      });
      if (hasMet) return true;
    }
    return false;
  }

  #steps(position: number, loop: ReadonlySet<number>): readonly number[] {
    return [...(this.#next[position]?.keys() ?? [])].filter((follower) => loop.has(follower));
  }

  #readsSame(left: number, right: number): boolean {
    return intersects(this.#sets[left] ?? [], this.#sets[right] ?? []);
  }
}

function optional(piece: Piece): Piece {
  return { ...piece, empty: limit(piece.empty + 1) };
}

function either(left: Piece, right: Piece): Piece {
  return {
    empty: limit(left.empty + right.empty),
    first: sum(left.first, right.first),
    last: sum(left.last, right.last),
  };
}

function limit(count: number): number {
  return Math.min(several, count);
}

function sum(left: Ways, right: Ways): Ways {
  if (left.size === 0) return right;
  if (right.size === 0) return left;
  const ways = new Map(left);
  for (const [position, count] of right) {
    ways.set(position, limit((ways.get(position) ?? 0) + count));
  }
  return ways;
}

function times(ways: Ways, count: number): Ways {
  if (count === 0) return new Map();
  return new Map([...ways].map(([position, own]) => [position, limit(own * count)]));
}

/** Sets of positions from each of which all others of the set, and itself, are reached. */
function findLoops(next: readonly ReadonlyMap<number, number>[]): readonly ReadonlySet<number>[] {
  const loops: ReadonlySet<number>[] = [];
  const taken = new Set<number>();
  for (const start of next.keys()) {
    if (taken.has(start)) continue;
    const ahead = reach(start, next);
    if (!ahead.has(start)) continue;
    const loop = new Set([...ahead].filter((one) => reach(one, next).has(start)));
    for (const position of loop) taken.add(position);
    loops.push(loop);
  }
  return loops;
}

/** What is reached from a position in one step or more. */
function reach(start: number, next: readonly ReadonlyMap<number, number>[]): ReadonlySet<number> {
  const reached = new Set(next[start]?.keys());
  // What is put into a set while it is walked is walked too.
  for (const position of reached) {
    for (const follower of next[position]?.keys() ?? []) reached.add(follower);
  }
  return reached;
}
