import { toMatchers } from '../../../expectation/read-matcher.ts';
import type {
  Expected,
  ExpectedCall,
  ExpectedEffect,
  OrderPair,
} from '../../../core/suite/suite.ts';
import type { EffectInput, ExpectedCallInput, ExpectedInput } from '../../input/expected-input.ts';
import { toCallObject } from './to-call-object.ts';
import { toList } from './to-list.ts';

/** Turns what people write under `expected` into what scorers read. */
export function toExpected(input: ExpectedInput): Expected {
  const calls = toCalls(input);
  return {
    calls,
    order: toOrder(input.order, calls ?? []),
    mayCall: toMayCall(input.mayCall, calls),
    effects: toEffects(input.effects),
    forbidden: toList(input.forbidden),
    ask: toList(input.ask),
    stopReasons: input.stopReasons === undefined ? null : toList(input.stopReasons),
    state: input.state === undefined ? null : toMatchers(input.state, 'value'),
    says: toList(input.says),
    saysNot: toList(input.saysNot),
  };
}

function toMayCall(
  input: ExpectedInput['mayCall'],
  calls: readonly ExpectedCall[] | null,
): Expected['mayCall'] {
  if (input === undefined) return calls?.length === 0 ? [] : 'reads';
  return input === 'reads' ? 'reads' : toList(input);
}

function toCalls(input: ExpectedInput): readonly ExpectedCall[] | null {
  if (input.calls === undefined) return null;
  const counts = new Map<string, number>();
  const mode = input.arguments ?? 'exact';
  const add = (call: ExpectedCallInput, group: string | null): ExpectedCall => {
    const { tool, arguments: args, ...rest } = toCallObject(call);
    const count = (counts.get(tool) ?? 0) + 1;
    counts.set(tool, count);
    return {
      id: rest.id ?? `${tool}#${count}`,
      tool,
      arguments: args === undefined ? null : toMatchers(args),
      mode: rest.mode ?? mode,
      group: rest.group ?? group,
      ...(rest.outcome === undefined ? {} : { outcome: rest.outcome }),
    };
  };
  return input.calls.flatMap((entry, index) =>
    typeof entry === 'object' && 'either' in entry
      ? entry.either.map((call) => add(call, `either#${index + 1}`))
      : [add(entry, null)],
  );
}

function toOrder(
  input: ExpectedInput['order'],
  calls: readonly ExpectedCall[],
): readonly OrderPair[] {
  if (input === undefined) return [];
  if (input !== 'as_listed') {
    return input.map(([first, then]) => toPair(toCallId(first, calls), toCallId(then, calls)));
  }
  return calls.flatMap((then, index) =>
    calls
      .slice(0, index)
      .filter((first) => first.group === null || first.group !== then.group)
      .map((first) => toPair(first.id, then.id)),
  );
}

function toPair(first: string, then: string): OrderPair {
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
  return { first, then };
}

/** A call named by its id, or by its tool where that is called once. */
function toCallId(name: string, calls: readonly ExpectedCall[]): string {
  if (calls.some((call) => call.id === name)) return name;
  const ofTool = calls.filter((call) => call.tool === name);
  return ofTool.length === 1 ? (ofTool[0]?.id ?? name) : name;
}

function toEffects(input: ExpectedInput['effects']): readonly ExpectedEffect[] | null {
  if (input === undefined) return null;
  return toEffectList(input).map(({ tool, key, count }) => ({
    tool,
    key: key ?? null,
    count: count ?? 1,
  }));
}

function toEffectList(input: NonNullable<ExpectedInput['effects']>): readonly EffectInput[] {
  // `Array.isArray` cannot tell a readonly list from a record.
  if (Array.isArray(input)) return input as readonly EffectInput[];
  return Object.entries(input).map(([tool, count]: [string, number]) => ({ tool, count }));
}
