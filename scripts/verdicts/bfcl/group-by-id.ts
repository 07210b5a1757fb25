/** Rows by their question, in the order of their first row. */
export function groupById<Row extends { readonly id: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const own = groups.get(row.id);
    if (own === undefined) groups.set(row.id, [row]);
    else own.push(row);
  }
  return groups;
}
