import type { JsonObject } from '../../json/json.ts';
import type { LintFinding, LintRule, LintSeverity } from '../lint-rule.ts';

const levels: Readonly<Record<LintSeverity, string>> = {
  error: 'error',
  warning: 'warning',
  note: 'note',
};

/**
 * Findings for code scanning. Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
 *
 * @param file - the file with the tools, relative to the repository.
 */
export function toSarif(
  findings: readonly LintFinding[],
  rules: readonly LintRule[],
  { file, version }: { readonly file: string; readonly version: string },
): JsonObject {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'toolrig lint',
            version,
            rules: rules.map(({ id, about, why, severity, before, after }) => ({
              id,
              shortDescription: { text: about },
              fullDescription: { text: why },
              help: { text: `Before: ${before}\nAfter: ${after}` },
              defaultConfiguration: { level: levels[severity] },
            })),
          },
        },
        results: findings.map(({ rule, severity, message, toolset, tool, field, evidence }) => ({
          ruleId: rule,
          level: levels[severity],
          message: { text: [`${tool || toolset}: ${message}`, ...evidence].join('\n') },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: file } },
              logicalLocations: [
                {
                  fullyQualifiedName: [toolset, tool, field].filter((one) => one !== '').join('/'),
                },
              ],
            },
          ],
        })),
      },
    ],
  };
}
