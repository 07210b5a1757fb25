import { findNearest } from '../../schema/judge/find-nearest.ts';
import type { SuiteFinding } from '../load/suite-finding.ts';

/** A name that something in a suite uses. */
export interface NameUse {
  /** What it should be the name of: `tool`, `model`, ... */
  readonly what: string;
  readonly name: string;
  readonly path: string;
  /** The names that there are. */
  readonly known: readonly string[];
  /** Where those are: `in toolset "orders@1"`. Default: in the suite. */
  readonly where?: string;
}

/** Says that a name is the name of nothing, and which one may be meant; `[]` when it is known. */
export function refuseUnknownName(use: NameUse): readonly SuiteFinding[] {
  const { what, name, path, known, where = 'in the suite' } = use;
  if (known.includes(name)) return [];
  const nearest = findNearest(name, known);
  return [
    {
      code: `unknown_${what.replaceAll(' ', '_')}`,
      path,
      message: `there is no ${what} "${name}" ${where}`,
      expected: known.length === 0 ? `none (there are none ${where})` : known.join(', '),
      found: name,
      ...(nearest === null ? {} : { remedy: `Did you mean "${nearest}"?` }),
    },
  ];
}
