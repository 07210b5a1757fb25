import { hash } from 'node:crypto';

/** The result of one conversation, as text. */
export interface StoredText {
  /** Lines of `trials.jsonl`. */
  readonly trials: string;
  /** Lines of `scores.jsonl`. */
  readonly scores: string;
  /** The records of the trials with the events that a summary names, a line each. */
  readonly heads: string;
}

/** Files of a pack. */
export const packFiles = {
  trials: 'trials.jsonl',
  scores: 'scores.jsonl',
  heads: 'heads.jsonl',
  index: 'index.txt',
} as const;

export const partNames = ['trials', 'scores', 'heads'] as const;

/** Where the result of a conversation is in the files of a pack. */
export interface PackEntry {
  readonly key: string;
  /** How many trials it has. */
  readonly trials: number;
  /** CRC-32 over its three texts. */
  readonly sum: number;
  /** Start and size in bytes. */
  readonly ranges: Readonly<Record<keyof StoredText, readonly [number, number]>>;
}

/** What a pack says of its results. */
export interface PackIndex {
  /** Of the secrets that were known when the results were stored. */
  readonly mark: string;
  readonly entries: readonly PackEntry[];
}

const version = 'toolrig results 1';

/** The index of a pack, with a hash of itself in its last line. */
export function toIndexText({ mark, entries }: PackIndex): string {
  const lines = entries.map(({ key, trials, sum, ranges }) =>
    [key, trials, sum, ...ranges.trials, ...ranges.scores, ...ranges.heads].join(' '),
  );
  const body = `${version} ${mark}\n${lines.join('\n')}\n`;
  return `${body}${hash('sha256', body)}\n`;
}

/** Reads an index; `null` when it is damaged or of another version. */
export function parseIndex(text: string): PackIndex | null {
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  const body = text.slice(0, end);
  if (!body.startsWith(`${version} `) || text.slice(end) !== `${hash('sha256', body)}\n`) {
    return null;
  }
  const [head = '', ...lines] = body.slice(0, -1).split('\n');
  return { mark: head.slice(version.length + 1), entries: lines.map(parseLine) };
}

function parseLine(line: string): PackEntry {
  const [key = '', ...words] = line.split(' ');
  const [trials = 0, sum = 0, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = words.map(Number);
  return { key, trials, sum, ranges: { trials: [a, b], scores: [c, d], heads: [e, f] } };
}
