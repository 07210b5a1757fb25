import type { OwnFault } from '../../core/own/own-fault.ts';
import type { OwnScorer } from '../../core/own/own-scorer.ts';
import type { Router } from '../../core/suite/router.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { readJsonPath } from '../../json/to-json-path.ts';
import type { Result } from '../../json/result.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import { checkAgents } from '../check/check-agent.ts';
import { checkFaults, type CheckInjection } from '../check/check-faults.ts';
import { checkNames } from '../check/check-names.ts';
import { checkOffers } from '../check/check-offers.ts';
import { checkScenarios } from '../check/check-scenarios.ts';
import { checkSuiteFields } from '../check/check-suite-fields.ts';
import { checkTools } from '../check/check-tools.ts';
import { checkVariants } from '../check/check-variants.ts';
import type { SuiteInput } from '../input/suite-input.ts';
import { suiteSchema } from '../input/suite-schema.ts';
import { toPlain } from './convert/to-plain.ts';
import { type SuiteSource, toSuite } from './convert/to-suite.ts';
import { attachKinds, findClashes, readFaultKinds, withOwnKinds } from './read-fault-kinds.ts';
import { readRouters } from './read-routers.ts';
import { readScorers } from './read-scorers.ts';
import { type SuiteFinding, toFinding } from './suite-finding.ts';
import { toSuiteParts } from './suite-parts.ts';

/** A suite and what is doubtful in it. */
export interface ParsedSuite {
  readonly suite: Suite;
  readonly warnings: readonly SuiteFinding[];
}

/** What parsing needs besides the value. */
export interface ParseSuiteOptions extends SuiteSource {
  readonly checkInjection: CheckInjection;
  /** Kinds of faults that the configuration defines. */
  readonly faultKinds?: readonly OwnFault[];
}

/**
 * Turns what a suite file holds into a suite, or into everything that is wrong with it: first the
 * shape, by `suiteSchema`; then, in the entries whose shape is right, what they mean.
 */
export function parseSuite(
  value: unknown,
  options: ParseSuiteOptions,
): Result<ParsedSuite, readonly SuiteFinding[]> {
  if (!isJsonObject(value)) return { ok: false, error: [refuseValue(value)] };
  const { plain, scorers, kinds: suiteKinds, ...own } = takeOwn(value, options);
  const kinds = [...suiteKinds, ...(options.faultKinds ?? [])];
  const shape = checkShape(plain);
  const parts = toSuiteParts(
    plain,
    shape.filter(isBreaking).map((finding) => finding.path),
  );
  const findings = [
    ...own.findings,
    ...shape,
    ...checkNames(parts),
    ...checkTools(parts),
    ...checkVariants(parts),
    ...checkOffers(parts, Object.keys(own.routers)),
    ...checkAgents(parts),
    ...checkScenarios(parts),
    ...checkFaults(parts, withOwnKinds(options.checkInjection, kinds)),
    ...checkSuiteFields(parts),
  ];
  const errors = findings.filter((finding) => finding.severity !== 'warning');
  if (errors.length > 0) return { ok: false, error: findings };
  // Its shape has passed the schema of suites.
  const suite = attachKinds(toSuite(plain as unknown as SuiteInput, options), kinds);
  const whole = {
    ...suite,
    ...(scorers.length === 0 ? {} : { scorers }),
    ...(Object.keys(own.routers).length === 0 ? {} : { routers: own.routers }),
  };
  return { ok: true, value: { suite: whole, warnings: findings } };
}

/** Scorers, routers and kinds of faults are code: they are read apart from what is data. */
function takeOwn(
  value: JsonObject,
  { checkInjection }: ParseSuiteOptions,
): {
  readonly plain: JsonObject;
  readonly scorers: readonly OwnScorer[];
  readonly kinds: readonly OwnFault[];
  readonly routers: Readonly<Record<string, Router>>;
  readonly findings: readonly SuiteFinding[];
} {
  const { scorers: given, faultKinds: givenKinds, routers: givenRouters, ...plain } = value;
  const problems: string[] = [];
  const scorers = readScorers(given, '$.scorers', problems);
  const routers = readRouters(givenRouters, problems);
  const kinds = readFaultKinds(givenKinds, '$.faultKinds', problems);
  for (const kind of findClashes(checkInjection, kinds)) {
    problems.push(`$.faultKinds: toolrig has a kind "${kind}"`);
  }
  const findings = problems.map((problem): SuiteFinding => {
    const [path = '$', ...words] = problem.split(': ');
    return { code: 'bad_definition', path, message: words.join(': ') };
  });
  return { plain, scorers, kinds, routers, findings };
}

/** A field too many breaks nothing: the rest of its entry is checked as well. */
function isBreaking(finding: SuiteFinding): boolean {
  return finding.code !== 'unknown_field';
}

function checkShape(value: JsonObject): readonly SuiteFinding[] {
  const plain = toPlain(value);
  const problems = compileSchema(suiteSchema).validate(plain.value);
  return [
    ...plain.findings,
    ...problems.map((problem) => {
      const finding = toFinding(problem, nameOwner(plain.value, problem.path));
      return finding.code === 'extra_field' ? { ...finding, code: 'unknown_field' } : finding;
    }),
  ];
}

function refuseValue(value: unknown): SuiteFinding {
  const isNothing = value === undefined || value === null;
  return {
    code: isNothing ? 'empty_suite' : 'not_a_suite',
    path: '$',
    message: isNothing ? 'there is nothing in it' : 'a suite is an object',
    expected: 'an object with "tools" and "scenarios"',
    found: isNothing ? 'nothing' : Array.isArray(value) ? 'a list' : typeof value,
  };
}

const kinds: Readonly<Record<string, readonly [string, string]>> = {
  tools: ['tool', 'name'],
  toolsets: ['toolset', 'id'],
  models: ['model', 'name'],
  variants: ['variant', 'name'],
  scenarios: ['scenario', 'id'],
  plans: ['plan', 'name'],
};

/** The innermost named entry of a suite that a path lies in: `tool "refund"`; `undefined` when in none. */
function nameOwner(suite: unknown, path: string): string | undefined {
  let owner: string | undefined;
  let current = suite;
  let list = '';
  for (const step of readJsonPath(path)) {
    current = (current as Readonly<Record<string | number, unknown>> | null | undefined)?.[step];
    const kind = typeof step === 'number' && Object.hasOwn(kinds, list) ? kinds[list] : undefined;
    const name = kind !== undefined && isJsonObject(current) ? current[kind[1]] : undefined;
    if (kind !== undefined && typeof name === 'string')
      owner = `${kind[0]} ${JSON.stringify(name)}`;
    list = String(step);
  }
  return owner;
}
