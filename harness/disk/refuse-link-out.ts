import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';

/**
 * Refuses a path below a folder when a link on its way leads out of that folder: a write would go to a place that the
 * user did not name. The folder itself may be a link, and so may what stays inside it.
 *
 * @throws an error with the code `ELINKOUT`; {@link toReason} puts it in words.
 */
export function refuseLinkOut(root: string, path: string): void {
  const realRoot = toReal(root);
  // What does not exist yet has no links.
  if (realRoot === null) return;
  const deepest = findDeepest(root, path);
  if (deepest === null) return;
  const real = toReal(deepest);
  if (real !== null && isInside(real, realRoot)) return;
  const message = `ELINKOUT: "${deepest}" is a link out of "${root}"`;
  throw Object.assign(new Error(message), { code: 'ELINKOUT', path: deepest });
}

/** The last thing on the way from the root to the path that exists, a link to nothing included. */
function findDeepest(root: string, path: string): string | null {
  for (let at = path; isInside(at, root) && at !== root; at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) return at;
  }
  return null;
}

function toReal(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
