import type { LintFinding, LintRule, LintSeverity, LintedToolset } from './lint-rule.ts';
import { replaceAt } from './replace-at.ts';

const ranks: Readonly<Record<LintSeverity, number>> = { error: 0, warning: 1, note: 2 };

/** An observation of runs about a tool and, where there is one, a field. */
export interface LintEvidence {
  readonly tool: string;
  readonly field: string;
  readonly text: string;
  /** Rules that this observation supports. */
  readonly rules: readonly string[];
}

/**
 * Applies rules to toolsets; worst first, then by toolset, tool, rule and field. Evidence of runs is added to the
 * findings that it supports.
 */
export function lintTools(
  sets: readonly LintedToolset[],
  rules: readonly LintRule[],
  evidence: readonly LintEvidence[] = [],
): readonly LintFinding[] {
  const findings = sets.flatMap((set) =>
    rules.flatMap((rule) =>
      rule.find(set).map((hit): LintFinding => ({
        ...hit,
        rule: rule.id,
        severity: rule.severity,
        toolset: set.id,
        evidence: evidence
          .filter((one) => one.tool === hit.tool && one.rules.includes(rule.id))
          .filter((one) => one.field === '' || hit.field === '' || one.field === hit.field)
          .map(({ text }) => text),
      })),
    ),
  );
  return findings
    .map((finding, index) => ({ finding, index }))
    .toSorted(
      (a, b) =>
        ranks[a.finding.severity] - ranks[b.finding.severity] ||
        b.finding.evidence.length - a.finding.evidence.length ||
        a.index - b.index,
    )
    .map(({ finding }) => finding);
}

/** A toolset with every safe fix of its findings applied. */
export function fixTools(set: LintedToolset, findings: readonly LintFinding[]): LintedToolset {
  const tools = set.tools.map((tool) => {
    const own = findings.filter((one) => one.toolset === set.id && one.tool === tool.name);
    const parameters = own.reduce(
      (schema, { fix, field }) => (fix === undefined ? schema : replaceAt(schema, field, fix)),
      tool.parameters,
    );
    return parameters === tool.parameters ? tool : { ...tool, parameters };
  });
  return { ...set, tools };
}
