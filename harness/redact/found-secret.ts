/** A secret in a text. */
export interface FoundSecret {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** What is hidden; equal for all forms of one known secret. */
  readonly secret: string;
}

/** Finds secrets in a text, in order and apart from each other. */
export type SecretFinder = (text: string) => readonly FoundSecret[];
