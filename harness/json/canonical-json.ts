/**
 * JSON with keys sorted by code unit and no spaces; equal values give equal text. Undefined fields are left out.
 * As RFC 8785, but a lone surrogate is escaped, not refused: models do send them.
 */
export function toCanonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  // Fields are read by the names that the object itself gives.
  const object = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of toSorted(Object.keys(object))) {
    const item = object[key];
    if (item === undefined || typeof item === 'function') continue;
    text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${toCanonicalJson(item)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Most objects that come in a second time have their keys in order already. */
function toSorted(keys: string[]): readonly string[] {
  for (let index = 1; index < keys.length; index += 1) {
    if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return keys.sort();
  }
  return keys;
}
