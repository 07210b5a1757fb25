import type { RunSummary } from '../../core/run.ts';
import { layoutTable } from './layout-table.ts';
import { toLine } from './to-plain-text.ts';

const shownFields = 12;

/** The fields of arguments that models got wrong, and whether the next attempt was right there; empty where none was wrong. */
export function toFieldTable({ variants }: RunSummary): readonly string[] {
  const rows = Object.entries(variants).flatMap(([variant, { wrongFields = [] }]) =>
    wrongFields.map(({ tool, path, codes, wrong, mended, worse }) => [
      toLine(`${tool} ${path}`),
      variant,
      codes.join(', '),
      ...[wrong, mended, worse].map(String),
    ]),
  );
  if (rows.length === 0) return [];
  const header = [
    'field of arguments',
    'variant',
    'error',
    'wrong at first',
    'mended next',
    'worse',
  ];
  const more =
    rows.length > shownFields
      ? [`  ... and ${rows.length - shownFields} more in summary.json`]
      : [];
  return [...layoutTable([header, ...rows.slice(0, shownFields)]), ...more];
}
