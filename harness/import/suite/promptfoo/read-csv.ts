/** Rows of a CSV text by the names in its first row (RFC 4180). */
export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [heads = [], ...rows] = readRows(text.replace(/^\uFEFF/u, ''));
  return rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => Object.fromEntries(heads.map((head, index) => [head.trim(), row[index] ?? ''])));
}

function readRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A cell in quotes, in which two stand for one, or one without; and what ends it.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/gu;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) break;
    const [, quoted, plain = '', end] = found;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}
