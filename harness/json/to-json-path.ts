/** Writes keys and indices as a JSON path: `$.filters.country`, `$['odd key']`, `$.items[0]`. */
export function toJsonPath(segments: readonly (string | number)[], start = '$'): string {
  return segments.reduce<string>((path, segment) => path + toStep(segment), start);
}

function toStep(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  if (/^[A-Za-z_$][\w$]*$/.test(segment)) return `.${segment}`;
  return `['${segment.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

/** Splits a JSON path as `toJsonPath` writes it; the `$` in front is left out. */
export function readJsonPath(path: string): readonly (string | number)[] {
  return [...path.matchAll(steps)].map(([, name, index, quoted]) => {
    if (index !== undefined) return Number(index);
    return name ?? (quoted ?? '').replace(/\\(.)/g, '$1');
  });
}

const steps = /\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g;
