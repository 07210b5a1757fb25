/** Rows as a Markdown table; cells are Markdown already. The first row is the head. */
export function toMarkdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...body.map(line)].join('\n');
}
