/** Blocks that are shown on a click. */
export function toFold(summary: string, blocks: readonly string[]): string {
  return `<details><summary>${summary}</summary>\n\n${blocks.join('\n\n')}\n\n</details>`;
}

/** A list whose first items are on the page, and the others under a fold, up to a number. */
export function toFoldedList(
  items: readonly string[],
  { shown, most }: { readonly shown: number; readonly most: number },
): readonly string[] {
  const first = items.slice(0, shown);
  const others = items.slice(shown, most);
  const left = items.length - first.length - others.length;
  if (others.length === 0) return first.length === 0 ? [] : [first.join('\n')];
  const more = left > 0 ? [`- … and ${left} more`] : [];
  return [
    first.join('\n'),
    toFold(`${items.length - first.length} more`, [[...others, ...more].join('\n')]),
  ];
}
