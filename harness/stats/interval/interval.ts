/** A closed interval, in the unit of the quantity it is about. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}
