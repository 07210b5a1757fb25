/** A size that nothing from outside may exceed. */
export interface LimitInfo {
  readonly value: number;
  readonly unit: string;
  /** What it holds for, as the rest of "the limit of ...". */
  readonly of: string;
}

const mebibyte = 1_048_576;

/** Every limit by its name. Its variable in the environment is the name in capitals: `bodyBytes` is `TOOLRIG_BODY_BYTES`. */
export const limitTable = {
  inputBytes: {
    value: 256 * mebibyte,
    unit: 'bytes',
    of: 'one file that is imported, scored or decoded, after unpacking',
  },
  suiteBytes: { value: 8 * mebibyte, unit: 'bytes', of: 'a suite, configuration or baseline' },
  laneBytes: { value: 64 * mebibyte, unit: 'bytes', of: 'one file of recordings' },
  lineBytes: { value: 64 * mebibyte, unit: 'bytes', of: 'one line of a run folder' },
  bodyBytes: { value: 32 * mebibyte, unit: 'bytes', of: "one response of a model's server" },
  requestBytes: { value: 32 * mebibyte, unit: 'bytes', of: 'one request of an agent' },
  agentOutputBytes: { value: mebibyte, unit: 'bytes', of: 'what one agent says in one turn' },
  files: { value: 100_000, unit: 'files', of: 'one folder that is read' },
  depth: { value: 512, unit: 'levels', of: 'the nesting of JSON and YAML' },
  aliases: { value: 1_000, unit: 'values', of: 'what the aliases of a YAML suite repeat' },
  trials: { value: 1_000_000, unit: 'trials', of: 'one run' },
  repeats: { value: 10_000, unit: 'repeats', of: 'one scenario' },
  concurrency: { value: 1_024, unit: 'groups', of: 'what runs at once' },
  callPairs: {
    value: 1_000_000,
    unit: 'pairs',
    of: 'expected calls times all calls of one trial',
  },
  patternMs: {
    value: 1_000,
    unit: 'ms',
    of: 'matching one regular expression with one text',
  },
  pageBytes: { value: 256 * mebibyte, unit: 'bytes', of: 'one report page' },
  resultBytes: {
    value: 1_024 * mebibyte,
    unit: 'bytes',
    of: 'the stored results of all suites, of which the oldest are removed',
  },
  pictureSide: { value: 32_000, unit: 'pixels', of: 'one side of a picture' },
} satisfies Readonly<Record<string, LimitInfo>>;

/** The name of a limit. */
export type LimitName = keyof typeof limitTable;

/** All names, in the order of the table. */
// The keys of the table are exactly its names.
export const limitNames = Object.keys(limitTable) as readonly LimitName[];

/** The variable of the environment that sets a limit. */
export function toLimitVariable(name: LimitName): string {
  return `TOOLRIG_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}
