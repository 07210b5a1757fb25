import { baselineRate, simulations } from './grid.ts';
import type { CellResult } from './cell-result.ts';

interface Column {
  readonly head: string;
  readonly value: (result: CellResult) => string;
}

const columns: readonly Column[] = [
  { head: 'scen', value: ({ cell }) => String(cell.scenarios) },
  { head: 'rep', value: ({ cell }) => String(cell.repeats) },
  { head: 'ICC', value: ({ cell }) => String(cell.icc) },
  { head: 'inter', value: ({ cell }) => toPercent(cell.interaction, 0) },
  { head: 'p<.05', value: ({ same }) => toPercent(same.significant) },
  { head: 'REGR', value: ({ same }) => toPercent(same.regression) },
  { head: 'cover', value: ({ same }) => toPercent(same.covered) },
  { head: 'seqR', value: ({ same }) => toPercent(same.sequentialRegression) },
  { head: 'pooled', value: ({ same }) => toPercent(same.pooledSignificant) },
  { head: '| drop', value: ({ plannedDrop }) => toPercent(plannedDrop) },
  { head: 'power', value: ({ planned }) => toPercent(planned?.regression) },
  { head: 'cover', value: ({ planned }) => toPercent(planned?.covered) },
  { head: 'seqR', value: ({ planned }) => toPercent(planned?.sequentialRegression) },
  { head: 'stops', value: ({ planned }) => planned?.sequentialScenarios.toFixed(1) ?? '-' },
  { head: 'pooled', value: ({ planned }) => toPercent(planned?.pooledSignificant) },
  { head: '| PASS', value: ({ atMargin }) => toPercent(atMargin.notWorse) },
  { head: 'unmov', value: ({ atMargin }) => toPercent(atMargin.unmoved) },
  { head: 'seqP', value: ({ atMargin }) => toPercent(atMargin.sequentialPass) },
];

const width = 7;

/** The heads of the table, and what each group of columns means. */
export function tableHead(): string {
  return [
    `Rates in % over ${simulations} simulated suites a figure; baseline pass rate ${toPercent(baselineRate, 0)} %.`,
    'First no difference: p < 0.05, REGRESSION, coverage, sequential REGRESSION, pooled unpaired p < 0.05.',
    'Then worse by the planned drop (points): power, coverage, sequential power, scenarios until it stops, power of the pooled test.',
    'Then worse by the margin of 5 points: PASS as not worse, PASS since nothing moved in enough scenarios, sequential PASS.',
    '',
    columns.map(({ head }) => head.padStart(width)).join(''),
  ].join('\n');
}

/** One line of the table. */
export function formatCell(result: CellResult): string {
  return columns.map(({ value }) => value(result).padStart(width)).join('');
}

function toPercent(rate: number | null | undefined, digits = 1): string {
  return rate == null ? '-' : (100 * rate).toFixed(digits);
}
