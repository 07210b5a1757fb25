/** Where in a suite's code something is: `shop.ts:14`. By name, since a whole path differs from machine to machine. */
export type CodePlace = `${string}:${number}`;

const handlers = new WeakMap<object, CodePlace>();

/** Remembers where a handler was defined. */
export function keepPlace(handler: object, place: CodePlace | null): void {
  if (place !== null) handlers.set(handler, place);
}

/** Where a handler was defined, if that is known. */
export function placeOf(handler: object): CodePlace | null {
  return handlers.get(handler) ?? null;
}

/** The first place in a stack that is neither the engine's, nor a package's, nor one of the `skipped` files. */
export function readPlace(
  stack: string | undefined,
  skipped: readonly string[] = [],
): CodePlace | null {
  for (const line of (stack ?? '').split('\n')) {
    const found = /\(?((?:file:\/\/)?[^\s()]+?):([0-9]+):[0-9]+\)?$/u.exec(line.trim());
    const path = found?.[1] ?? '';
    if (path === '' || path.startsWith('node:') || /[\\/]node_modules[\\/]/u.test(path)) continue;
    const file = path.replace(/^.*[\\/]/u, '').replace(/\?.*$/u, '');
    if (file === '' || skipped.includes(file)) continue;
    return `${file}:${Number(found?.[2])}`;
  }
  return null;
}
