import type { ToolCheck } from '../../../core/suite/tool.ts';
import { toolText } from '../deliver/tool-text.ts';

/**
 * Makes a check for an argument that is a path, or a list of paths: it must be inside `root`. Judges only the text; no file is read, so the
 * handler must refuse symbolic links inside the folder. Refuses steps up, absolute and home paths, drive letters, shares, URLs,
 * backslashes, NUL, and percent-encoding of any of them, also more than once. Usable as `authorize` or `check` of a tool.
 */
export function insideFolder(field: string, root: string): ToolCheck {
  const rootSteps = toSteps(root.replaceAll('\\', '/'));
  const isRooted = root.startsWith('/');
  return (args) => {
    const value = args[field];
    if (value === undefined) return null;
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    const inside = texts.every(
      (text) => typeof text === 'string' && isInside(text, { rootSteps, isRooted }),
    );
    return inside ? null : toolText.outsideFolder(field, root);
  };
}

interface Root {
  readonly rootSteps: readonly string[];
  readonly isRooted: boolean;
}

function isInside(text: string, { rootSteps, isRooted }: Root): boolean {
  const decoded = decode(text);
  if (decoded === null) return false;
  const path = decoded.replaceAll('\\', '/').normalize('NFKC');
  if (path.includes('\0') || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('~'))
    return false;
  if (path.startsWith('//')) return false;
  if (!path.startsWith('/')) return staysBelow(path);
  if (!isRooted || !staysBelow(path.slice(1))) return false;
  const steps = toSteps(path);
  return rootSteps.every((step, index) => steps[index] === step);
}

/** Percent-decoded until nothing changes; `null` when it is malformed or encoded suspiciously often. */
function decode(text: string): string | null {
  let current = text;
  for (let round = 0; round < 4; round += 1) {
    const next = decodeOnce(current);
    if (next === null || next === current) return next;
    current = next;
  }
  return null;
}

/** A percent sign that does not begin a code stays unchanged: `100%.txt`. */
function decodeOnce(text: string): string | null {
  try {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => decodeURIComponent(codes));
  } catch {
    return null;
  }
}

/** Whether no prefix of the path climbs above where it starts. */
function staysBelow(path: string): boolean {
  let depth = 0;
  for (const step of path.split('/')) {
    if (step === '..') depth -= 1;
    else if (step !== '' && step !== '.') depth += 1;
    if (depth < 0) return false;
  }
  return true;
}

/** The steps of a path with `.` and `..` worked out. */
function toSteps(path: string): readonly string[] {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps;
}
