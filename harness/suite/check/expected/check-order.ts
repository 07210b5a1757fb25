import { toJsonPath } from '../../../json/to-json-path.ts';
import type { ExpectedCallAt } from './expected-context.ts';
import type { ExpectedInput } from '../../input/expected-input.ts';
import { refuseUnknownName } from '../refuse-unknown-name.ts';
import type { SuiteFinding } from '../../load/suite-finding.ts';

/** Checks the ids of expected calls and the order between them: known, clear, without a circle. */
export function checkOrder(
  expected: ExpectedInput,
  calls: readonly ExpectedCallAt[],
  path: string,
): readonly SuiteFinding[] {
  const doubles = findDoubleIds(calls);
  const { order } = expected;
  if (order === undefined) return doubles;
  if (calls.length < 2) {
    const message = 'an order is said, and there are not two calls to be in it';
    return [...doubles, { code: 'cannot_fail', path: `${path}.order`, message }];
  }
  if (order === 'as_listed') return doubles;
  const named = order.flatMap((pair, index) =>
    pair.flatMap((name, side) => checkName(name, calls, toJsonPath(['order', index, side], path))),
  );
  return [...doubles, ...named, ...(named.length === 0 ? checkPairs(order, calls, path) : [])];
}

function findDoubleIds(calls: readonly ExpectedCallAt[]): readonly SuiteFinding[] {
  const seen = new Set<string>();
  return calls.flatMap(({ call, path }) => {
    const { id } = call;
    if (id === undefined) return [];
    const isDouble = seen.has(id);
    seen.add(id);
    if (!isDouble) return [];
    const message = `two expected calls have the id "${id}"`;
    return [{ code: 'duplicate_name', path: `${path}.id`, message }];
  });
}

/** Ids of calls: those given, else `<tool>#<n>`. */
function toIds(calls: readonly ExpectedCallAt[]): readonly string[] {
  const counts = new Map<string, number>();
  return calls.map(({ call }) => {
    const count = (counts.get(call.tool) ?? 0) + 1;
    counts.set(call.tool, count);
    return call.id ?? `${call.tool}#${count}`;
  });
}

function checkName(
  name: string,
  calls: readonly ExpectedCallAt[],
  path: string,
): readonly SuiteFinding[] {
  const ids = toIds(calls);
  const ofTool = calls.filter(({ call }) => call.tool === name).length;
  if (ids.includes(name) || ofTool === 1) return [];
  if (ofTool === 0) {
    return refuseUnknownName({
      what: 'expected call',
      name,
      path,
      known: ids,
      where: 'in "calls"',
    });
  }
  return [
    {
      code: 'unclear_call',
      path,
      message: `"${name}" is expected ${ofTool} times, so it is open which call is meant`,
      expected: `one of ${ids.filter((id) => id.startsWith(`${name}#`)).join(', ')}, or an id`,
      found: name,
    },
  ];
}

type Pairs = readonly (readonly [string, string])[];

function checkPairs(
  order: Pairs,
  calls: readonly ExpectedCallAt[],
  path: string,
): readonly SuiteFinding[] {
  const ids = toIds(calls);
  const toIndex = (name: string): number =>
    ids.includes(name) ? ids.indexOf(name) : calls.findIndex(({ call }) => call.tool === name);
  const pairs = order.map(([first, then]) => [toIndex(first), toIndex(then)] as const);
  return pairs.flatMap(([first, then], index) => {
    const at = toJsonPath(['order', index], path);
    const group = calls[first]?.group ?? null;
    if (first !== then && group !== null && group === calls[then]?.group) {
      const message = 'these calls exclude each other, so none can come before the other';
      return [{ code: 'contradiction', path: at, message }];
    }
    // The pair that closes a circle is the one to name: what comes later leads back to what comes first.
    if (!leadsTo(then, first, pairs.slice(0, index))) return [];
    const message = `goes in a circle: "${ids[then] ?? ''}" is already before "${ids[first] ?? ''}"`;
    return [{ code: 'order_circle', path: at, message }];
  });
}

function leadsTo(
  start: number,
  goal: number,
  pairs: readonly (readonly [number, number])[],
): boolean {
  if (start === goal) return true;
  const rest = pairs.filter(([first]) => first !== start);
  return pairs.some(([first, then]) => first === start && leadsTo(then, goal, rest));
}
