import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import type { JudgeContext, Judged, Reading, WantedCall } from './judged.ts';

/** Assertions about calls, by type. */
export const callAssertions: Readonly<Record<string, (context: JudgeContext) => Reading>> = {
  'is-valid-openai-tools-call': judgeValid,
  'is-valid-openai-function-call': judgeValid,
  'is-valid-function-call': judgeValid,
  'tool-call-f1': judgeF1,
  'trajectory:tool-used': judgeUsed,
  'trajectory:tool-args-match': judgeArguments,
  'trajectory:tool-sequence': judgeSequence,
};

const noInverse = 'its opposite cannot be expected';

function judgeValid({ isInverse }: JudgeContext): Reading {
  return isInverse ? noInverse : { anyCall: true };
}

function judgeF1({ value, isInverse, assert }: JudgeContext): Reading {
  const names = toNames(
    typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value,
  );
  if (names === null || names.length === 0) return 'its value is not a list of tools';
  if (isInverse) return noInverse;
  const { threshold } = assert;
  if (typeof threshold === 'number' && threshold < 1)
    return `a score of ${threshold} is enough for it`;
  const tools = [...new Set(names)];
  return { calls: tools.map((tool) => ({ tool })), only: tools };
}

function judgeUsed({ value, isInverse }: JudgeContext): Reading {
  const names = toNames(toList(value));
  if (names !== null && isInverse) return { forbidden: names };
  if (names !== null) return { calls: names.map((tool) => ({ tool })) };
  return ofTool(value, (tool, { min = 1, max = null }) => {
    if (typeof min !== 'number' || (max !== null && typeof max !== 'number')) {
      return '"min" and "max" are not numbers';
    }
    if (!isInverse) return judgeCount(tool, min, max);
    return min === 1 && max === null ? { forbidden: [tool] } : noInverse;
  });
}

/** Judges a value that names one tool. */
function ofTool(value: JsonValue, judge: (tool: string, value: JsonObject) => Reading): Reading {
  const tool = readTool(value);
  return tool === null || !isJsonObject(value) ? 'it does not name a tool' : judge(tool, value);
}

function judgeCount(tool: string, min: number, max: number | null): Reading {
  if (max === 0) return { forbidden: [tool] };
  if (min < 1) return 'a call that may be there, and need not, cannot be expected';
  const calls = Array.from({ length: min }, () => ({ tool }));
  if (max === null) return { calls };
  return max === min
    ? { calls, exactly: [tool] }
    : `between ${min} and ${max} calls cannot be expected`;
}

function judgeArguments({ value, isInverse }: JudgeContext): Reading {
  if (isInverse) return noInverse;
  return ofTool(value, (tool, asked) => {
    const { args = asked['arguments'], mode = 'partial', ignore = [] } = asked;
    if (!isJsonObject(args)) return 'its arguments are not an object';
    if (asked['defaults'] !== undefined) return 'its "defaults" cannot be expected';
    const ignored = toNames(toList(ignore));
    if (ignored === null || ignored.some((name) => /[*?]/u.test(name))) {
      return 'its "ignore" is not a list of names';
    }
    if (mode === 'exact') return { calls: [{ tool, arguments: toExact(args, ignored), mode }] };
    if (mode !== 'partial') return `the mode ${JSON.stringify(mode)} is not known`;
    return { calls: [{ tool, arguments: toPartialFields(args, ignored), mode }] };
  });
}

function toList(value: JsonValue): JsonValue {
  return typeof value === 'string' ? [value] : value;
}

function toPartialFields(args: JsonObject, ignored: readonly string[]): JsonObject {
  const kept = Object.entries(args).filter(([name]) => !ignored.includes(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, toPartial(one ?? null)]));
}

function toExact(args: JsonObject, ignored: readonly string[]): JsonObject {
  const free = ignored.map((name) => [name, { $optional: { $any: true } }] as const);
  const fields = Object.entries(args).map(([name, one]) => [name, quote(one ?? null)] as const);
  return Object.fromEntries([...fields, ...free]);
}

function judgeSequence({ value, isInverse }: JudgeContext): Reading {
  const steps = isJsonObject(value) ? value['steps'] : value;
  const mode = isJsonObject(value) ? (value['mode'] ?? 'in_order') : 'in_order';
  const tools = Array.isArray(steps)
    ? (steps as readonly JsonValue[]).map((step) =>
        typeof step === 'string' ? step : readTool(step),
      )
    : [];
  if (isInverse) return noInverse;
  if (tools.length === 0 || !tools.every((tool) => tool !== null))
    return 'its steps are not names of tools';
  const sequence = tools.map(String);
  const made: Judged = { sequence, ...(mode === 'exact' ? { only: true } : {}) };
  return sequence.length === 1
    ? made
    : { ...made, note: 'each call must be in a later turn than the one before it' };
}

function toNames(value: JsonValue | readonly JsonValue[]): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const names = (value as readonly JsonValue[]).filter(
    (name): name is string => typeof name === 'string' && name !== '',
  );
  return names.length === value.length ? names : null;
}

/** Patterns of names, and steps that are no tools, name none. */
function readTool(value: JsonValue): string | null {
  if (!isJsonObject(value) || value['pattern'] !== undefined) return null;
  const { name, type = 'tool' } = value;
  return typeof name === 'string' && name !== '' && type === 'tool' ? name : null;
}

/** A value in which objects may have more fields. */
function toPartial(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(toPartial);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(
    ([name, item]) => [name, toPartial(item ?? null)] as const,
  );
  return { $partial: Object.fromEntries(fields) };
}

/** A value as it is written, also where its fields look like words of expectations. */
function quote(value: JsonValue): JsonValue {
  return hasWords(value) ? { $equal: value } : value;
}

function hasWords(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some(hasWords);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, item]) => name.startsWith('$') || hasWords(item));
}

/** The calls that all assertions of a test want: one that is wanted by name is met by one that is wanted with arguments. */
export function uniteCalls(all: readonly Judged[]): readonly WantedCall[] {
  const calls: WantedCall[] = all.flatMap(({ sequence = [] }) =>
    sequence.map((tool) => ({ tool })),
  );
  const wanted = all.flatMap(({ calls: own = [] }) => own);
  for (const call of wanted.filter((one) => one.arguments !== undefined)) {
    const text = JSON.stringify(call);
    if (calls.some((one) => JSON.stringify(one) === text)) continue;
    const bare = calls.findIndex((one) => one.tool === call.tool && one.arguments === undefined);
    if (bare < 0) calls.push(call);
    else calls[bare] = call;
  }
  for (const { calls: own = [] } of all) {
    const bare = own.filter((one) => one.arguments === undefined);
    for (const tool of new Set(bare.map((one) => one.tool))) {
      const count = bare.filter((one) => one.tool === tool).length;
      while (calls.filter((one) => one.tool === tool).length < count) calls.push({ tool });
    }
  }
  return calls;
}

export function toArgumentsOf({ arguments: args, mode }: WantedCall): JsonObject {
  return args === undefined ? {} : { arguments: args, ...(mode === 'partial' ? { mode } : {}) };
}
