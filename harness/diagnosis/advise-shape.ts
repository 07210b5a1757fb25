import { toCanonicalJson } from '../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import { groupBy } from './group-by.ts';
import type { ShapeAdvice, UsageShare } from './diagnosis.ts';

/** A call as its arguments were read. */
export interface UsedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Fewer calls say nothing about a tool. */
const leastCalls = 10;
/** A kind of use with more than this share of the calls is worth a tool of its own. */
const largeShare = 0.4;
/** An argument with more values than this tells no kinds apart. */
const mostValues = 8;
/** Confusions of two tools, of all calls where one of them was expected, from which they are worth merging. */
const largeConfusion = 0.25;

/** For each tool, the shares of its kinds of use by each argument that has few values. */
export function listUsage(calls: readonly UsedCall[]): readonly UsageShare[] {
  const byTool = groupBy(calls, ({ tool }) => tool);
  return [...byTool].flatMap(([tool, own]) =>
    own.length < leastCalls ? [] : argumentNames(own).flatMap((name) => toShares(tool, name, own)),
  );
}

function argumentNames(calls: readonly UsedCall[]): readonly string[] {
  return [...new Set(calls.flatMap((call) => Object.keys(call.arguments)))].toSorted();
}

function toShares(
  tool: string,
  argument: string,
  calls: readonly UsedCall[],
): readonly UsageShare[] {
  const isKind = (value: JsonValue | undefined): boolean =>
    typeof value === 'boolean' || (typeof value === 'string' && /^[\p{L}_-]{1,30}$/u.test(value));
  const having = calls.filter((call) => call.arguments[argument] !== undefined);
  const values = groupBy(having, (call) => toCanonicalJson(call.arguments[argument] ?? null));
  // One value alone distinguishes nothing, and one for nearly each call is no kind.
  const isClear = values.size > 1 && values.size <= Math.min(mostValues, having.length / 2);
  if (!isClear || !having.every((call) => isKind(call.arguments[argument]))) return [];
  return [...values]
    .map(([value, own]) => ({
      tool,
      argument,
      value: JSON.parse(value) === true ? 'true' : String(JSON.parse(value)),
      calls: own.length,
      share: own.length / calls.length,
      fields: sameFields(own, argument),
    }))
    .toSorted((a, b) => b.calls - a.calls || (a.value < b.value ? -1 : 1));
}

/** The other arguments, where all calls have the same. */
function sameFields(calls: readonly UsedCall[], argument: string): readonly string[] | null {
  const sets = new Set(
    calls.map((call) =>
      Object.keys(call.arguments)
        .filter((name) => name !== argument)
        .toSorted()
        .join(','),
    ),
  );
  const [first] = sets;
  if (sets.size !== 1 || first === undefined) return null;
  return first === '' ? [] : first.split(',');
}

/** Where a tool has a kind of use that could be a tool of its own: most of its calls, always with the same arguments. */
export function adviseSplits(usage: readonly UsageShare[]): readonly ShapeAdvice[] {
  const kinds = groupBy(usage, ({ tool, argument }) => `${tool} ${argument}`);
  return [...kinds.values()].flatMap((shares) => {
    const [large] = shares;
    if (large === undefined || large.share <= largeShare || large.fields === null) return [];
    const differs = shares.some(
      ({ fields }) => fields === null || fields.join() !== large.fields?.join(),
    );
    if (!differs) return [];
    const fields = large.fields.length === 0 ? 'nothing else' : large.fields.join(', ');
    const why = `${percent(large.share)} of its calls have ${large.argument} "${large.value}", always with ${fields}; its other calls have other arguments`;
    return [{ advice: 'split' as const, tools: [large.tool], why }];
  });
}

/** Where two tools are taken for each other so often that one would do. */
export function adviseMerges(
  confusion: readonly { readonly expected: string | null; readonly called: string | null }[],
): readonly ShapeAdvice[] {
  const expected = groupBy(confusion, (pair) => pair.expected ?? '');
  const pairs = new Map<string, { readonly tools: readonly [string, string]; wrong: number }>();
  for (const { expected: right, called } of confusion) {
    if (right === null || called === null || right === called) continue;
    const tools = right < called ? ([right, called] as const) : ([called, right] as const);
    const found = pairs.get(tools.join(' ')) ?? { tools, wrong: 0 };
    pairs.set(tools.join(' '), found);
    found.wrong += 1;
  }
  return [...pairs.values()].flatMap(({ tools, wrong }) => {
    const of = tools.reduce((sum, tool) => sum + (expected.get(tool)?.length ?? 0), 0);
    if (of < leastCalls / 2 || wrong / of < largeConfusion) return [];
    const why = `they were taken for each other in ${wrong} of ${of} calls (${percent(wrong / of)})`;
    return [{ advice: 'merge' as const, tools, why }];
  });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
