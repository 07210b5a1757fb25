import type { CellResult } from './validate-cell.ts';

const columns = [
  'scen',
  'rep',
  'ICC',
  'inter',
  'p<.05',
  'REGR',
  'cover',
  'seq R',
  'pooled',
  'drop',
  'power',
  'cover',
  'seq',
  'stops',
  'pooled',
  'PASS',
  'seq P',
] as const;

const width = 7;

/** The heads of the table, and what each group of columns means. */
export function tableHead(simulations: number): string {
  return [
    `Rates in % over ${simulations} simulated suites a figure; baseline pass rate 70 %.`,
    'No difference: p < 0.05, REGRESSION, coverage, sequential REGRESSION, pooled unpaired p < 0.05.',
    'At the planned drop (points): power, coverage, sequential power, scenarios until it stops, pooled power.',
    'Worse by the margin of 5 points: PASS by the fixed rule, sequential PASS.',
    '',
    columns.map((column) => column.padStart(width)).join(''),
  ].join('\n');
}

/** One line of the table. */
export function formatCell({ cell, same, plannedDrop, planned, atMargin }: CellResult): string {
  const fields = [
    String(cell.scenarios),
    String(cell.repeats),
    String(cell.icc),
    toPercent(cell.interaction, 0),
    toPercent(same.significant),
    toPercent(same.regression),
    toPercent(same.covered),
    toPercent(same.sequentialRegression),
    toPercent(same.pooledSignificant),
    plannedDrop === null ? '-' : toPercent(plannedDrop),
    ...(planned === null
      ? ['-', '-', '-', '-', '-']
      : [
          toPercent(planned.regression),
          toPercent(planned.covered),
          toPercent(planned.sequentialRegression),
          planned.sequentialScenarios.toFixed(1),
          toPercent(planned.pooledSignificant),
        ]),
    toPercent(atMargin.pass),
    toPercent(atMargin.sequentialPass),
  ];
  return fields.map((field) => field.padStart(width)).join('');
}

function toPercent(rate: number, digits = 1): string {
  return (100 * rate).toFixed(digits);
}
