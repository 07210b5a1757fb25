/** Splits a JSON path as `toJsonPath` writes it; the `$` in front is left out. */
export function readJsonPath(path: string): readonly (string | number)[] {
  return [...path.matchAll(steps)].map(([, name, index, quoted]) => {
    if (index !== undefined) return Number(index);
    return name ?? (quoted ?? '').replace(/\\(.)/g, '$1');
  });
}

const steps = /\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g;
