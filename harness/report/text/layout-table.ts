/** Lays cells out in columns: the first left, the others right. Widths count East Asian wide characters as two. */
export function layoutTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
        return column === 0 ? cell + space : space + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}
