/** A secret in a text. */
export interface FoundSecret {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** The stretch as it is written. */
  readonly secret: string;
}
