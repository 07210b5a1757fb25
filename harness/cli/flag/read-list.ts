import { InvalidArgumentError } from 'commander';

/** Reads `a,b,c`; repeated options add up. */
export function readList(text: string, before: readonly string[] | undefined): readonly string[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0)
    throw new InvalidArgumentError('Expected a name or a comma-separated list of names.');
  return [...(before ?? []), ...words];
}

/** Reads a whole number of at least 1. */
export function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new InvalidArgumentError('Expected a whole number of at least 1.');
  return count;
}

/** Reads an amount of money above 0. */
export function readDollars(text: string): number {
  const amount = Number(text.replace(/^\$/u, ''));
  if (text.trim() === '' || !Number.isFinite(amount) || amount <= 0)
    throw new InvalidArgumentError('Expected an amount in US dollars above 0, such as 0.5.');
  return amount;
}

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Reads a length of time above 0 with its unit; milliseconds. */
export function readDuration(text: string): number {
  const { amount = '', unit = '' } =
    /^(?<amount>[0-9]+(?:\.[0-9]+)?)(?<unit>ms|s|m|h)$/u.exec(text.trim())?.groups ?? {};
  const ms = Number(amount) * (Object.entries(unitMs).find(([name]) => name === unit)?.[1] ?? 0);
  if (!Number.isFinite(ms) || ms <= 0)
    throw new InvalidArgumentError(
      'Expected a length of time with its unit, such as 90s, 10m or 2h.',
    );
  return ms;
}

/** Words of an option that may be given several times. */
export function gatherWords(
  word: string,
  before: readonly string[] | undefined,
): readonly string[] {
  return [...(before ?? []), word];
}
