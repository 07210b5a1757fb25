/** The required precision of a root, and the limit of steps. */
export interface FindRootOptions {
  /** Absolute width at which the search stops, beside the limit of floating point. */
  readonly tolerance?: number;
}

const maxSteps = 200;

/**
 * The `x` in [low, high] where `f` changes its sign.
 *
 * Source: Chandrupatla, Advances in Engineering Software 28 (1997) 145-149: inverse quadratic
 * steps where they are safe, bisection where not.
 *
 * @throws RangeError when `f` has the same sign at both ends.
 */
export function findRoot(
  f: (x: number) => number,
  bracket: readonly [low: number, high: number],
  options: FindRootOptions = {},
): number {
  const at = (x: number): Point => ({ x, y: f(x) });
  let newest = at(bracket[0]);
  let other = at(bracket[1]);
  if (newest.y === 0) return newest.x;
  if (other.y === 0) return other.x;
  if ([newest.y, other.y].some(Number.isNaN) || haveSameSign(newest, other)) {
    throw new RangeError(`Cannot find a root in [${bracket.join(', ')}]: no change of sign`);
  }
  let share = 0.5;
  for (let step = 0; step < maxSteps; step++) {
    const point = at(newest.x + share * (other.x - newest.x));
    if (point.y === 0) return point.x;
    let oldest = newest;
    if (!haveSameSign(point, newest)) [oldest, other] = [other, newest];
    newest = point;
    const best = Math.abs(newest.y) < Math.abs(other.y) ? newest.x : other.x;
    const width = 2 * Number.EPSILON * Math.abs(best) + (options.tolerance ?? 0) / 2;
    const narrowest = width / Math.abs(other.x - newest.x);
    if (narrowest > 0.5) return best;
    const wanted = nextShare(newest, other, oldest);
    share = Math.min(1 - narrowest, Math.max(narrowest, wanted));
  }
  return newest.x;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function haveSameSign(a: Point, b: Point): boolean {
  return a.y > 0 === b.y > 0;
}

/** How far to go from `a` towards `b`. */
function nextShare(a: Point, b: Point, oldest: Point): number {
  const xi = (a.x - b.x) / (oldest.x - b.x);
  const phi = (a.y - b.y) / (oldest.y - b.y);
  const isSafe = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
  if (!isSafe) return 0.5;
  const first = (a.y / (b.y - a.y)) * (oldest.y / (b.y - oldest.y));
  const second = (a.y / (oldest.y - a.y)) * (b.y / (oldest.y - b.y));
  return first + ((oldest.x - a.x) / (b.x - a.x)) * second;
}
