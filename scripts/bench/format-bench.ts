import { benchWays, type BenchSample, type BenchWay } from './bench-task.ts';

/** All runs of one size, every way. */
export interface BenchRound {
  readonly trials: number;
  readonly samples: Readonly<Record<BenchWay, readonly BenchSample[]>>;
}

const names: Readonly<Record<BenchWay, string>> = {
  bare: 'bare loop',
  kept: 'bare, all kept',
  toolrig: 'toolrig',
};

const columns = [
  ['trials', 8],
  ['', 14],
  ['trials/s', 9],
  ['(from - to)', 14],
  ['CPU ms', 8],
  ['peak MiB', 9],
  ['over load', 10],
  ['written/trial', 14],
  ['whole s', 8],
] as const;

/** The table of the benchmark: medians, the range of the runs, and toolrig as a share of the bare loop. */
export function formatBench(rounds: readonly BenchRound[]): string {
  const head = toRow(columns.map(([title]) => title));
  return [head, ...rounds.flatMap(formatRound)].join('\n');
}

/** The middle of several numbers; the mean of the two middle ones when their count is even. */
function toMedian(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = Number.isInteger(middle)
    ? sorted.slice(middle - 1, middle + 1)
    : sorted.slice(Math.floor(middle), Math.ceil(middle));
  return (low + high) / 2;
}

function formatRound({ trials, samples }: BenchRound): readonly string[] {
  return [
    ...benchWays.map((way) => formatSamples(trials, names[way], samples[way])),
    formatRatio(samples.toolrig, samples.bare, 'the bare loop'),
    formatRatio(samples.toolrig, samples.kept, 'the bare loop that keeps all'),
  ];
}

function formatRatio(
  toolrig: readonly BenchSample[],
  other: readonly BenchSample[],
  name: string,
): string {
  const speed = toMedian(toolrig.map(toSpeed)) / toMedian(other.map(toSpeed));
  const cpu = toMedian(other.map(toCpu)) / toMedian(toolrig.map(toCpu));
  const pairs = toolrig.map((sample, index) => toSpeed(sample) / toSpeed(other[index] ?? sample));
  return `         toolrig has ${speed.toFixed(2)} of the speed of ${name} (pairs ${toRange(pairs, 2)}); ${cpu.toFixed(2)} by CPU time`;
}

function formatSamples(trials: number, name: string, samples: readonly BenchSample[]): string {
  const median = (read: (sample: BenchSample) => number): number => toMedian(samples.map(read));
  return toRow([
    String(trials),
    name,
    median(toSpeed).toFixed(0),
    toRange(samples.map(toSpeed), 0),
    median(toCpu).toFixed(3),
    toMebi(median((sample) => sample.peakBytes)),
    toMebi(median((sample) => sample.peakBytes - sample.loadedBytes)),
    `${(median((sample) => sample.writtenBytes) / trials / 1000).toFixed(1)} kB`,
    (median((sample) => sample.processWallMs) / 1000).toFixed(1),
  ]);
}

function toSpeed({ trials, wallMs }: BenchSample): number {
  return (trials / wallMs) * 1000;
}

function toCpu({ cpuMs, trials }: BenchSample): number {
  return cpuMs / trials;
}

function toRange(values: readonly number[], digits: number): string {
  return `${Math.min(...values).toFixed(digits)} - ${Math.max(...values).toFixed(digits)}`;
}

function toMebi(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

function toRow(cells: readonly string[]): string {
  return cells
    .map((cell, index) =>
      index < 2 ? cell.padEnd(columns[index]?.[1] ?? 0) : cell.padStart(columns[index]?.[1] ?? 0),
    )
    .join(' ')
    .trimEnd();
}
