/** One or several, as a list; nothing as an empty one. */
export function toList<Item>(input: Item | readonly Item[] | undefined): readonly Item[] {
  if (input === undefined) return [];
  // `Array.isArray` cannot narrow a readonly list; an item is never a list here.
  return Array.isArray(input) ? (input as readonly Item[]) : [input as Item];
}
