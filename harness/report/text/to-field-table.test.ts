import { expect, it } from 'vitest';
import type { RunSummary, WrongField } from '../../core/run.ts';
import { toFieldTable } from './to-field-table.ts';

const field: WrongField = {
  tool: 'query',
  path: '$.filters.country',
  codes: ['wrong_type'],
  wrong: 2,
  mended: 1,
  worse: 1,
};

function summarise(wrongFields: readonly WrongField[] | undefined): RunSummary {
  const variant = wrongFields === undefined ? {} : { wrongFields };
  // The table reads nothing else of a summary.
  return { variants: { one: variant } } as unknown as RunSummary;
}

it('names field, variant and error, with what the next attempt made of it', () => {
  const [header = '', row = '', ...more] = toFieldTable(summarise([field])).filter(
    (line) => !/^[\s─-]*$/u.test(line),
  );
  expect(header.split(/\s{2,}/u)).toEqual([
    'field of arguments',
    'variant',
    'error',
    'wrong at first',
    'mended next',
    'worse',
  ]);
  expect(row.split(/\s{2,}/u)).toEqual([
    'query $.filters.country',
    'one',
    'wrong_type',
    '2',
    '1',
    '1',
  ]);
  expect(more).toEqual([]);
});

it('is not there where no field was wrong', () => {
  expect(toFieldTable(summarise(undefined))).toEqual([]);
});

it('shows the first fields only, and neither control characters nor line breaks of made-up names', () => {
  const many = Array.from({ length: 15 }, (_, n) => ({ ...field, path: `$.x${n}\n\u001b[31m` }));
  const lines = toFieldTable(summarise(many));
  expect(lines.at(-1)).toBe('  ... and 3 more in summary.json');
  expect(lines.join('')).not.toContain('\u001b');
  expect(lines.join('')).not.toContain('\n');
});
