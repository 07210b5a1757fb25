import type { PageFlip, PageIndex, PageTrial } from './page-index.ts';
import type { RowCondition, SortKey, TableState } from './route.ts';

/** A line of the table: a scenario under one plan, with the trials of every variant. */
export interface TableRow {
  readonly scenario: string;
  readonly plan: string;
  /** In the order of the run. */
  readonly trials: readonly PageTrial[];
  readonly flips: readonly PageFlip[];
  /** Lower case, for the search. */
  readonly words: string;
}

/** The rows of the table, with the clean plan of each scenario first as in the run. */
export function groupRows(index: PageIndex): readonly TableRow[] {
  const rows = new Map<string, PageTrial[]>();
  for (const trial of index.trials) {
    const key = toKey(trial);
    const known = rows.get(key);
    if (known === undefined) rows.set(key, [trial]);
    else known.push(trial);
  }
  const flips = new Map<string, PageFlip[]>();
  for (const flip of index.flips) {
    const known = flips.get(toKey(flip));
    if (known === undefined) flips.set(toKey(flip), [flip]);
    else known.push(flip);
  }
  const asks = new Map(index.scenarios.map(({ id, turns }) => [id, turns.join(' ')]));
  return [...rows].flatMap(([key, trials]) => {
    const [first] = trials;
    if (first === undefined) return [];
    const { scenario, plan } = first;
    return [
      {
        scenario,
        plan,
        trials,
        flips: flips.get(key) ?? [],
        words: toWords(trials, asks.get(scenario) ?? ''),
      },
    ];
  });
}

/** The rows that a table shows, in its order. A row stays when one of its trials (of the variant chosen) meets all that is asked of a trial. */
export function chooseRows(
  rows: readonly TableRow[],
  table: TableState,
  index: PageIndex,
): readonly TableRow[] {
  const words = table.search
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const tagged = table.tag === null ? null : listTagged(index, table.tag);
  const meets = toTrialTest(table, index);
  const chosen = rows.filter(
    (row) =>
      words.every((word) => row.words.includes(word)) &&
      (tagged === null || tagged.has(row.scenario)) &&
      (!table.only.includes('flipped') || row.flips.length > 0) &&
      (differs(row, table, index) || row.trials.some(meets)),
  );
  return sortRows(chosen, table.sort);
}

function toKey({ scenario, plan }: { readonly scenario: string; readonly plan: string }): string {
  return JSON.stringify([scenario, plan]);
}

function toWords(trials: readonly PageTrial[], ask: string): string {
  const parts = trials.flatMap(
    ({ scenario, plan, variant, verdict, reasons, tools, stopReason }) => [
      scenario,
      plan,
      variant,
      verdict,
      stopReason ?? '',
      ...reasons,
      ...tools,
    ],
  );
  return [...new Set([ask, ...parts])].join('\n').toLowerCase();
}

function listTagged({ scenarios }: PageIndex, tag: string): ReadonlySet<string> {
  return new Set(scenarios.filter(({ tags }) => tags.includes(tag)).map(({ id }) => id));
}

/** Rows whose variants differ in the metric that was chosen; only where no variant was. */
function differs(row: TableRow, { metric, variant, only }: TableState, index: PageIndex): boolean {
  if (metric === null || variant !== null || only.length > 0) return false;
  const place = index.metrics.findIndex(({ name }) => name === metric);
  const values = row.trials.map(({ values: own }) => own[place] ?? null);
  return new Set(values.filter((value) => value !== null)).size > 1;
}

type TrialTest = (trial: PageTrial) => boolean;

function toTrialTest(table: TableState, index: PageIndex): TrialTest {
  const { variant, tool, fault, metric, confused, only } = table;
  const tests: TrialTest[] = only.flatMap((condition) => conditionTests(index)[condition]);
  if (variant !== null) tests.push((trial) => trial.variant === variant);
  if (tool !== null) tests.push(({ tools }) => tools.includes(tool));
  if (fault !== null) {
    tests.push(({ faults }) => (fault === '' ? faults.length === 0 : faults.includes(fault)));
  }
  if (metric !== null) tests.push(losesOn(index, metric));
  if (confused !== null) {
    const [expected, called] = [confused.expected || null, confused.called || null];
    tests.push(({ confusion }) =>
      confusion.some((pair) => pair.expected === expected && pair.called === called),
    );
  }
  return (trial) => tests.every((test) => test(trial));
}

/** Tests of a trial; that of `flipped` is one of the row. */
function conditionTests(index: PageIndex): Readonly<Record<RowCondition, readonly TrialTest[]>> {
  const double = index.metrics.findIndex(({ name }) => name === 'effects.double');
  return {
    failed: [({ verdict }) => verdict === 'failed'],
    invalid: [({ verdict }) => verdict === 'invalid'],
    flipped: [],
    double: [({ values }) => (values[double] ?? 0) > 0],
  };
}

/** Whether a trial is not at the best value of a metric. Sums, times and money have none: each trial with a value counts. */
function losesOn({ metrics }: PageIndex, name: string): TrialTest {
  const place = metrics.findIndex((metric) => metric.name === name);
  const metric = metrics[place];
  return ({ values }) => {
    const value = values[place] ?? null;
    if (value === null || metric === undefined) return false;
    if (metric.unit !== 'share') return true;
    return metric.better === 'higher' ? value < 1 : value > 0;
  };
}

const badness: Readonly<Record<PageTrial['verdict'], number>> = {
  failed: 0,
  invalid: 1,
  passed: 2,
  skipped: 3,
};

function sortRows(rows: readonly TableRow[], key: SortKey): readonly TableRow[] {
  if (key === 'suite') return rows;
  const weigh = orders[key];
  return rows
    .map((row) => ({ row, weight: weigh(row) }))
    .toSorted((a, b) => compare(a.weight, b.weight))
    .map(({ row }) => row);
}

/** The longest first, where a number is sorted by. */
const orders: Readonly<Record<Exclude<SortKey, 'suite'>, (row: TableRow) => string | number>> = {
  worst: ({ trials, flips }) =>
    Math.min(...trials.map(({ verdict }) => badness[verdict])) +
    (flips.some(({ direction }) => direction === 'worse') ? -1 : 0),
  scenario: ({ scenario }) => scenario,
  plan: ({ plan }) => (plan === 'none' ? '' : plan),
  turns: ({ trials }) => -Math.max(...trials.map(({ turns }) => turns)),
  time: ({ trials }) => -Math.max(...trials.map(({ durationMs }) => durationMs)),
};

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
