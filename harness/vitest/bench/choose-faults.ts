import { checkInjection } from '../../boundary/fault/check-injection.ts';
import type { Fault, FaultPlan } from '../../core/suite/fault.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import { testPlanPrefix } from '../../run/recording/is-wanted.ts';
import type { FaultInput } from '../../suite/input/fault-input.ts';
import { toFaultAddress, toFaults, toInjection } from '../../suite/load/convert/to-faults.ts';

/**
 * Faults by the words of `--faults` (`'standard'`, `'standard.http@model.1'`, a plan of the suite), or one fault or several
 * as a suite writes them: `{ on: tool('refund').call(1), inject: timeout() }`. Those make one plan.
 */
export type FaultsInput = string | readonly string[] | FaultInput | readonly FaultInput[];

/** Faults as words, or as the one plan that they make. */
export type ChosenFaults =
  | { readonly words: readonly string[]; readonly plan: null }
  | { readonly words: readonly []; readonly plan: FaultPlan };

/**
 * Reads faults as tests write them.
 *
 * @throws UsageError for a place or a kind of fault that there is not.
 */
export function chooseFaults(suite: Suite, given: FaultsInput): ChosenFaults {
  const list: readonly (string | FaultInput)[] = isList(given) ? given : [given];
  const words = list.filter((one) => typeof one === 'string');
  const inputs = list.filter((one) => typeof one !== 'string');
  if (inputs.length === 0) return { words, plan: null };
  if (words.length > 0) {
    throw new UsageError(
      'Cannot use faults by name and faults in full in one list: give either words of --faults or objects with "on" and "inject"',
    );
  }
  inputs.forEach((input) => {
    refuseUnknown(suite, input);
  });
  const faults = toFaults(inputs);
  return { words: [], plan: { name: namePlan(faults), faults, byHand: true } };
}

function isList(given: FaultsInput): given is readonly string[] | readonly FaultInput[] {
  return Array.isArray(given);
}

function refuseUnknown({ name, toolsets }: Suite, { on, inject }: FaultInput): void {
  const address = toFaultAddress(on);
  if (address === null) {
    throw new UsageError(
      `Cannot place a fault on ${JSON.stringify(on)}: expected a place such as "tool(refund).call(1)" or "model.turn(2)"`,
    );
  }
  const injection = toInjection(inject);
  const [problem] = checkInjection(injection, address.on);
  if (problem !== undefined) {
    throw new UsageError(
      `Cannot inject ${JSON.stringify(injection)} at a ${address.on}: ${problem.field} is ${JSON.stringify(problem.found)}, expected ${problem.expected}`,
    );
  }
  if (address.on !== 'tool' || address.tool === '*') return;
  const known = [...new Set(toolsets.flatMap(({ tools }) => tools.map((tool) => tool.name)))];
  if (known.includes(address.tool)) return;
  throw new UsageError(
    `Cannot place a fault on tool "${address.tool}": the suite "${name}" has ${known.join(', ')}`,
  );
}

/** Lanes have plain names: what is in the parameters of a fault does not fit into one, so it goes in as a number. */
function namePlan(faults: readonly Fault[]): string {
  const names = faults.map(({ name }) => name).join('+');
  return `${testPlanPrefix}${names}${hash(JSON.stringify(faults.map(({ inject }) => inject)))}`;
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return `-${value.toString(16).padStart(8, '0')}`;
}
