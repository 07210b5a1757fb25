import type { LintHit, LintRule, LintedToolset } from '../lint-rule.ts';
import { findNarrowed } from '../version/find-narrowed.ts';

/** Rules about calls that were right under the old version of a toolset. */
export const versionRules: readonly LintRule[] = [
  {
    id: 'breaks-old-calls',
    severity: 'warning',
    about:
      'A version refuses calls that the version before took, and its note does not name the tool.',
    why: 'Conversations that began before the release still send the old form.',
    before: '"limit": { "minimum": 1 } becomes { "minimum": 5 }',
    after:
      'widen only; or say so in the note of the toolset and release to new conversations first',
    find: findBreaks,
  },
];

function findBreaks({ tools, note, previous }: LintedToolset): readonly LintHit[] {
  return (previous?.tools ?? []).flatMap((old) => {
    if (note?.includes(old.name) === true) return [];
    const now = tools.find(({ name }) => name === old.name);
    if (now === undefined) {
      return [{ tool: old.name, field: '', message: `is gone since ${previous?.id ?? ''}` }];
    }
    return findNarrowed(old.parameters, now.parameters).map((hit) => ({ ...hit, tool: old.name }));
  });
}
