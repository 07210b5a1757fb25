import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type CsvCell, formatCsv } from './format-csv.ts';
import { guardFormula } from './guard-formula.ts';

it.each<[CsvCell, string]>([
  [-0.05, '-0.05'],
  [0.5, '0.5'],
  [1e-7, '1e-7'],
  [0, '0'],
  [Number.NaN, ''],
  [-Infinity, ''],
  [null, ''],
  [true, 'true'],
  ['-0.05', '-0.05'],
  ['=HYPERLINK("http://x.test","a")', '"\'=HYPERLINK(""http://x.test"",""a"")"'],
  ['\u200B=1', '\\u200b=1'],
  [' =1', "' =1"],
  ['-Infinity', "'-Infinity"],
  ['中文,"q"\nline2', '"中文,""q""\nline2"'],
  ['a\rb', '"a\rb"'],
  ['\u001B[31m', '\\u001b[31m'],
  ['\u202Etxt', '\\u202etxt'],
  ['\uD800', '\\ud800'],
])('B160: the cell %j is written as %j', (cell, expected) => {
  expect(formatCsv([[cell]])).toBe(`${expected}\n`);
});

it('what is written can be read back', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '中', ',', '"', '\n', '\r', "'", '=', ';', ' '),
  });
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 }),
      (rows) => {
        const read = readCsv(formatCsv(rows)).map((row) => row.map(unguard));
        expect(read).toEqual(rows);
      },
    ),
  );
});

/** A reader after RFC 4180, written apart from the writer. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quoted = /"((?:[^"]|"")*)"/uy;
    const bare = /[^,\n]*/uy;
    const pattern = text[at] === '"' ? quoted : bare;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) throw new Error(`not CSV at ${at}`);
    at = pattern.lastIndex;
    row.push(match[1]?.replaceAll('""', '"') ?? match[0]);
    if (text[at] === '\n') {
      rows.push(row);
      row = [];
    }
    at += 1;
  }
  return rows;
}

/** What a reader does: an apostrophe that the rest of the text needs is none of the text. */
function unguard(text: string): string {
  return text.startsWith("'") && guardFormula(text.slice(1)) === text ? text.slice(1) : text;
}
