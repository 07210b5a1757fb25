import { UsageError } from '../core/usage-error.ts';
import type { LintRule } from './lint-rule.ts';

/**
 * The rules that are named in `only` (all where it is absent), without those in `ignore`.
 *
 * @throws UsageError when a name is not a rule, or no rule is left.
 */
export function chooseRules(
  rules: readonly LintRule[],
  only: readonly string[] | undefined,
  ignore: readonly string[] = [],
): readonly LintRule[] {
  const known = new Set(rules.map(({ id }) => id));
  const unknown = [...(only ?? []), ...ignore].filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const names = unknown.map((id) => `"${id}"`).join(', ');
    throw new UsageError(`There is no rule ${names}; \`toolrig lint --rules\` lists all of them`);
  }
  const chosen = rules.filter(
    ({ id }) => (only === undefined || only.includes(id)) && !ignore.includes(id),
  );
  if (chosen.length === 0) throw new UsageError('Cannot lint: no rule is left');
  return chosen;
}
