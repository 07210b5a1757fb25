import type { LintedToolset } from '../lint-rule.ts';
import type { LintEvidence } from '../lint-tools.ts';
import { compareVersions, type OldCall } from './compare-versions.ts';

/** Recorded calls that a toolset refuses and the version before it accepted, as evidence for the rule about versions. */
export function toVersionEvidence(
  { tools, previous }: LintedToolset,
  calls: readonly OldCall[],
): readonly LintEvidence[] {
  if (previous === null || calls.length === 0) return [];
  return compareVersions(previous.tools, tools, calls).flatMap(({ tool, refused }) => {
    if (refused.length === 0) return [];
    const scenarios = [...new Set(refused.map(({ scenario }) => scenario))].join(', ');
    const text = `${refused.length} recorded ${refused.length === 1 ? 'call' : 'calls'} refused: ${scenarios}`;
    return [{ tool, field: '', text, rules: ['breaks-old-calls'] }];
  });
}
