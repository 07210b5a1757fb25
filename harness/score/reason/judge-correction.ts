import type { CallView } from '../view/trial-view.ts';
import { type Defect, isReadCall, listDefects, measureMiss } from './list-defects.ts';

/**
 * What of a new attempt moved away from arguments that fit, by field:
 *
 * - a bound is missed by more than before (a larger value after "must be at most");
 * - a field is wrong that was right before;
 * - the text cannot be read any more.
 *
 * What was hidden by the error before is not worse: fields below a value that had the wrong type or was missing, and
 * all of a text that could not be read. One unknown field in place of another is not worse either.
 */
export function findWorse(before: CallView, after: CallView): readonly Defect[] {
  if (!isReadCall(before)) return [];
  const [earlier, found] = [listDefects(before), listDefects(after)];
  if (!isReadCall(after)) return found.map((defect) => toWorse(defect, 'could be read before'));
  const extra = (defects: readonly Defect[]): number =>
    defects.filter(({ code }) => code === 'extra_field').length;
  const isSwapped = extra(found) <= extra(earlier);
  return found.flatMap((defect): readonly Defect[] => {
    const same = earlier.find(({ path, code }) => path === defect.path && code === defect.code);
    if (same !== undefined) {
      const [was, is] = [measureMiss(before, same), measureMiss(after, defect)];
      return was !== null && is !== null && is > was
        ? [toWorse(defect, 'was nearer to it before')]
        : [];
    }
    if (earlier.some(({ path }) => isWithin(defect.path, path))) return [];
    if (defect.code === 'extra_field' && isSwapped) return [];
    return [toWorse(defect, 'was right before')];
  });
}

function toWorse({ code, path, text }: Defect, was: string): Defect {
  return { code, path, text: `${text}; it ${was}` };
}

/** Whether a path is another one, or lies below it. */
function isWithin(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}
