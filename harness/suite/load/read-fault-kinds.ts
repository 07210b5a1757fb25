import { checkFault } from '../../core/own/check-fault.ts';
import { show } from '../../core/own/definition.ts';
import type { OwnFault } from '../../core/own/own-fault.ts';
import type { Fault } from '../../core/suite/fault.ts';
import type { Suite } from '../../core/suite/suite.ts';
import type { CheckInjection } from '../check/check-faults.ts';

/** Reads a list of kinds of faults; errors are reported with their place. */
export function readFaultKinds(
  value: unknown,
  path: string,
  problems: string[],
): readonly OwnFault[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    problems.push(`${path}: expected a list of what \`defineFault\` gives, found ${show(value)}`);
    return [];
  }
  const kinds: OwnFault[] = [];
  for (const [place, entry] of (value as readonly unknown[]).entries()) {
    const found = checkFault(entry);
    problems.push(...found.map((problem) => `${path}[${place}].${problem}`));
    if (found.length > 0) continue;
    // Every field was looked at.
    const kind = entry as OwnFault;
    if (kinds.some((other) => other.kind === kind.kind)) {
      problems.push(`${path}[${place}].kind: "${kind.kind}" is there twice`);
    } else kinds.push(kind);
  }
  return kinds;
}

/** What the catalogue has against an injection, with a team's own kinds in it. */
export function withOwnKinds(check: CheckInjection, own: readonly OwnFault[]): CheckInjection {
  return (inject, on) => {
    const kind = own.find((candidate) => candidate.kind === inject.kind);
    if (kind === undefined) return check(inject, on);
    if (kind.on !== on) {
      return [{ field: 'inject.kind', expected: `a fault at the ${on}`, found: inject.kind }];
    }
    const problem = kind.check?.(inject) ?? null;
    return problem === null ? [] : [{ field: 'inject', expected: problem, found: inject }];
  };
}

/** Names of own kinds that the catalogue has too; none where it takes any name. */
export function findClashes(check: CheckInjection, own: readonly OwnFault[]): readonly string[] {
  const isKnown = (kind: string, on: OwnFault['on']): boolean =>
    check({ kind }, on).every(({ field }) => field !== 'inject.kind');
  return own
    .filter(({ kind, on }) => !isKnown('no kind', on) && isKnown(kind, on))
    .map(({ kind }) => kind);
}

/** Gives each fault of a suite that is of an own kind that kind. */
export function attachKinds(suite: Suite, own: readonly OwnFault[]): Suite {
  if (own.length === 0) return suite;
  const attach = (fault: Fault): Fault => {
    const kind = own.find((candidate) => candidate.kind === fault.inject.kind);
    return kind === undefined ? fault : { ...fault, own: kind };
  };
  return {
    ...suite,
    plans: suite.plans.map((plan) => ({ ...plan, faults: plan.faults.map(attach) })),
    scenarios: suite.scenarios.map((scenario) => ({
      ...scenario,
      faults: scenario.faults.map(attach),
    })),
  };
}
