/** What a probing call tries, in the order of reports. */
export const probeKinds = [
  'valid',
  'empty',
  'longest',
  'huge',
  'injection',
  'wrong_type',
  'bounds',
  'missing',
  'extra',
  'unreadable',
  'identity',
  'foreign_id',
] as const;

/** One of {@link probeKinds}. */
export type ProbeKind = (typeof probeKinds)[number];

/** One call of the battery. */
export interface ProbeInput {
  readonly kind: ProbeKind;
  /** JSON path of the argument that is unusual; `$` for the arguments as a whole. */
  readonly path: string;
  /** What is tried, in a few words, such as `100,000 characters`. */
  readonly about: string;
  readonly argumentsText: string;
  /** Whether the schema of the tool accepts the arguments. */
  readonly fits: boolean;
}
