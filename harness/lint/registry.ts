import type { LintRule } from './lint-rule.ts';
import { descriptionRules } from './rule/description-rules.ts';
import { fieldRules } from './rule/field-rules.ts';
import { nameRules } from './rule/name-rules.ts';
import { setRules } from './rule/set-rules.ts';
import { shapeRules } from './rule/shape-rules.ts';
import { versionRules } from './rule/version-rules.ts';

/** All rules, in the order of reports. */
export const lintRules: readonly LintRule[] = [
  ...descriptionRules,
  ...fieldRules,
  ...nameRules,
  ...shapeRules,
  ...setRules,
  ...versionRules,
];
