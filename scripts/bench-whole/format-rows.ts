import type { BenchFigures, BenchRow } from './measure-rows.ts';

/** The largest ratio that a row may have, by its name, and the CPU of a live request in milliseconds. */
export type BenchBudget = Readonly<Record<string, number>>;

/** What costs the time of a row, for the reader of the table. */
const limits: Readonly<Record<string, string>> = {
  'start: --version': 'the modules of the command line are loaded',
  'start: run orders': 'the suite is compiled, its recordings are read, all metrics are scored',
  'replay, JSON': 'seals, requests, tools, transcripts and metrics, which the bare loop has not',
  'replay, streamed': 'the same, and each event of the stream is read by the dialect',
  'live, local server': 'the answer is taken down as it came and compared with what the SDK reads',
  're-run, unchanged': 'the start, and keys of what the trials depend on',
  diagnose: 'scores are read, and the transcripts of what failed',
  'report (HTML)': 'all transcripts are read, and packed into the page',
};

/** The table in Markdown. */
export function formatRows({ rows, liveMs, scaling }: BenchFigures): string {
  const lines = [
    '| row | beside | CPU | each | time | ratio | pairs |',
    '| --- | --- | --: | --: | --: | --: | --- |',
    ...rows.map(formatRow),
    '',
    'What limits each:',
    '',
    ...rows.flatMap(({ name }) => {
      const limit = limits[name];
      return limit === undefined ? [] : [`- ${name}: ${limit}`];
    }),
    '- workers: one process plans, keeps the order and writes; each worker loads the suite',
    '',
    `One live request costs ${liveMs.toFixed(3)} ms of CPU beyond the bare client, without the starts of both.`,
  ];
  if (scaling === null) return lines.join('\n');
  const { serialMs, parallelMs, serialShare } = scaling;
  const share = (100 * serialShare).toFixed(0);
  return [
    ...lines,
    '',
    `Workers (Amdahl's law, fitted to 1, 2 and 4): ${serialMs.toFixed(0)} ms stay serial and ${parallelMs.toFixed(0)} ms are shared, so ${share} % of the`,
    `time of one worker stays serial; any number of workers is at most ${(1 / Math.max(serialShare, 0.001)).toFixed(1)} times as fast as one.`,
  ].join('\n');
}

function formatRow(row: BenchRow): string {
  const isOfWorkers = row.name.includes('worker');
  const each =
    row.unit === 'start' || isOfWorkers
      ? ''
      : `${(row.cpuMs / row.count).toFixed(3)} ms/${row.unit}`;
  const how = isOfWorkers ? ' by time' : '';
  // The shell does not count processes that their parent did not wait for.
  const cpu = isOfWorkers ? '' : `${row.cpuMs.toFixed(0)} ms`;
  const pairs = `${row.from.toFixed(2)} - ${row.to.toFixed(2)}`;
  const cells = [
    row.name,
    row.peer,
    cpu,
    each,
    `${row.wallMs.toFixed(0)} ms`,
    `${row.ratio.toFixed(2)}${how}`,
    pairs,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Rows that are over their budget, a sentence each. */
export function findOverBudget(
  { rows, liveMs }: BenchFigures,
  budget: BenchBudget,
): readonly string[] {
  const over = rows.flatMap(({ name, ratio, peer }) => {
    const most = budget[name];
    if (most === undefined || ratio <= most) return [];
    return [
      `"${name}" takes ${ratio.toFixed(2)} times as much as "${peer}": the budget is ${most}`,
    ];
  });
  const most = budget['live request beyond the bare client, ms'] ?? Infinity;
  if (liveMs <= most) return over;
  return [
    ...over,
    `A live request costs ${liveMs.toFixed(3)} ms beyond the bare client: the budget is ${most}`,
  ];
}
