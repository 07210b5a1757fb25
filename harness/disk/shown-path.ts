import nodePath, { type PlatformPath } from 'node:path';

/**
 * A path as messages, reports and run folders name it: relative to the working folder where possible,
 * with `/` on every system, so that the same run has the same bytes and a path can be copied into a shell.
 *
 * @param rules - of the system whose path it is; default: of this one.
 */
export function toShownPath(cwd: string, path: string, rules: PlatformPath = nodePath): string {
  const way = rules.relative(cwd, path);
  // On Windows, a path on another drive has no relative form.
  return way === '' ? '.' : toSlashes(way, rules);
}

/** A path with `/` between its parts. A backslash is a part of a name where the system does not separate by it. */
export function toSlashes(path: string, rules: PlatformPath = nodePath): string {
  return rules.sep === '/' ? path : path.replaceAll(rules.sep, '/');
}
