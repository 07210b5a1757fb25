/**
 * A world as one text, so that two moments of it can be compared; `null` where it cannot be written. Maps and sets are
 * written as their entries; fields that are bookkeeping are left out.
 */
export function toWorldText(
  world: Readonly<Record<string, unknown>>,
  ignored: readonly string[],
): string | null {
  try {
    const kept = Object.fromEntries(
      Object.entries(world).filter(([key]) => !ignored.includes(key)),
    );
    return JSON.stringify(kept, (_, value: unknown): unknown => {
      if (value instanceof Map) return [...value.entries()];
      if (value instanceof Set) return [...value.values()];
      return typeof value === 'bigint' ? `${value}n` : value;
    });
  } catch {
    return null;
  }
}
