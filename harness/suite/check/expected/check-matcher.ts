import type { JsonValue } from '../../../json/json.ts';
import { toLossless } from '../../../json/lossless-json.ts';
import type { ExpectationProblem } from '../../../expectation/expectation-problem.ts';
import { type MatcherUse, readMatcher } from '../../../expectation/read-matcher.ts';
import { showValue } from '../../../schema/judge/show-value.ts';
import { toJsonPath } from '../../../json/to-json-path.ts';
import { type SuiteFinding, toFinding } from '../../load/suite-finding.ts';

/** Checks the expectations of an object, field by field: each can be read, and each can be met and missed. */
export function checkMatchers(
  fields: Readonly<Record<string, JsonValue | undefined>> | undefined,
  path: string,
  use: MatcherUse,
): readonly SuiteFinding[] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const at = { path: toJsonPath([name], path), use };
    return readMatcher(toLossless(value), at).problems.map(toExpectationFinding);
  });
}

/** A problem of an expectation as a finding of a suite. */
export function toExpectationFinding(problem: ExpectationProblem): SuiteFinding {
  const { remedy, found } = problem;
  return {
    ...toFinding(problem),
    ...(found === undefined || typeof found === 'string' ? {} : { found: showValue(found) }),
    ...(remedy === undefined ? {} : { remedy }),
  };
}
