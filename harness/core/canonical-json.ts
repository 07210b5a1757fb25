/**
 * JSON with keys sorted by code unit and no spaces; equal values give equal text. Undefined fields are left out.
 * As RFC 8785, but a lone surrogate is escaped, not refused: models do send them.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  for (const [key, item] of Object.entries(value).sort(byKey)) {
    if (item === undefined || typeof item === 'function') continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${toCanonicalJson(item)}`;
  }
  return `{${text}}`;
}

function byKey(left: readonly [string, unknown], right: readonly [string, unknown]): number {
  return left[0] < right[0] ? -1 : 1;
}
