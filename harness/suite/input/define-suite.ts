import { fileURLToPath } from 'node:url';

import type { SuiteInput } from './suite-input.ts';

const places = new WeakMap<SuiteInput, string>();

/** Gives a suite file its types. All of its errors are reported together when it is loaded. */
export function defineSuite(suite: SuiteInput): SuiteInput {
  const place = findCaller(new Error('place').stack ?? '');
  if (place !== null) places.set(suite, place);
  return suite;
}

/** The file that defined a suite, as far as the engine tells; `null` for a suite that was made otherwise. */
export function findDefinition(suite: SuiteInput): string | null {
  return places.get(suite) ?? null;
}

/** The second frame: the first is this module. A frame ends in a path or URL with line and column. */
function findCaller(stack: string): string | null {
  const frames = stack.split('\n').filter((line) => /^\s+at /u.test(line));
  const found =
    /(?:\(|at (?:async )?)((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^?]*?)(?:\?[^:]*)?:\d+:\d+\)?$/u;
  const path = found.exec(frames[1] ?? '')?.[1];
  if (path === undefined) return null;
  return path.startsWith('file://') ? fileURLToPath(path) : path;
}
