import type { JsonObject, JsonValue } from '../../../json/json.ts';
import { callAssertions, toArgumentsOf, uniteCalls } from './judge-calls.ts';
import { textAssertions } from './judge-text.ts';
import type { Judged, Reading } from './judged.ts';
import { isFileWord, type PromptfooSource } from './promptfoo-source.ts';
import type { PromptfooTest } from './read-tests.ts';
import { renderValue } from './render-template.ts';

/** What a test is judged with. */
interface JudgeTools {
  readonly source: PromptfooSource;
  /** Names of all tools that are offered. */
  readonly tools: readonly string[];
}

/** The expectations of a test; `null` where none of its assertions is carried over. What is not is noted with its place. */
export function toExpected(test: PromptfooTest, { source, tools }: JudgeTools): JsonObject | null {
  const all: Judged[] = [];
  for (const { path, assert } of test.asserts) {
    const place = `${path} (${toTypeName(assert)})`;
    const reading = judge(assert, test.vars, tools);
    if (typeof reading === 'string') {
      source.left(place, reading);
      continue;
    }
    if (reading.note !== undefined) source.changed(place, reading.note);
    all.push(reading);
  }
  const expected = { ...toCalls(all, tools), ...toTexts(all) };
  return Object.keys(expected).length === 0 ? null : expected;
}

function toTypeName({ type }: JsonObject): string {
  return typeof type === 'string' ? type : 'without a type';
}

function judge(assert: JsonObject, vars: JsonObject, tools: readonly string[]): Reading {
  const { transform } = assert;
  if (assert['weight'] === 0) return 'its weight is 0, so that it never fails';
  const reading =
    transform === undefined
      ? judgeValue(assert, vars)
      : (judgeName(assert, transform) ?? 'its "transform" is a program');
  if (typeof reading === 'string') return reading;
  const unknown = namesOf(reading).find((name) => !tools.includes(name));
  if (unknown !== undefined) return `no provider offers the tool "${unknown}"`;
  return reading.anyCall === true && tools.length === 0 ? 'no provider offers a tool' : reading;
}

function judgeValue(assert: JsonObject, vars: JsonObject): Reading {
  const type = toTypeName(assert);
  const isInverse = type.startsWith('not-');
  const base = isInverse ? type.slice('not-'.length) : type;
  const rules = { ...textAssertions, ...callAssertions };
  const rule = Object.hasOwn(rules, base) ? rules[base] : undefined;
  if (rule === undefined) return 'a suite has no expectation for it';
  const written = assert['value'] ?? null;
  if (isFileWord(written)) return 'its value is in a file';
  const value = renderValue(written, vars);
  if (!value.ok) return `its template cannot be filled in: ${value.found}`;
  return rule({ value: value.value, isInverse, assert });
}

/** The one transformation whose meaning is certain: the name of the first call. */
function judgeName({ type, value }: JsonObject, transform: JsonValue): Reading | null {
  const isName =
    typeof transform === 'string' && /^output\[0\]\.(?:function\.)?name;?$/u.test(transform.trim());
  return isName && type === 'equals' && typeof value === 'string'
    ? { calls: [{ tool: value }] }
    : null;
}

function namesOf({ calls = [], sequence = [], forbidden = [] }: Judged): readonly string[] {
  return [...calls.map(({ tool }) => tool), ...sequence, ...forbidden];
}

function toCalls(all: readonly Judged[], tools: readonly string[]): JsonObject {
  const calls = uniteCalls(all);
  const forbidden = [...new Set(all.flatMap((one) => one.forbidden ?? []))];
  const steps = all.flatMap(({ sequence = [] }) => sequence).length;
  const wanted = calls.map((call, index) => {
    const id = steps > 1 ? { id: `call-${index + 1}` } : {};
    return { tool: call.tool, ...id, ...toArgumentsOf(call) };
  });
  const order = Array.from({ length: Math.max(0, steps - 1) }, (_, index) => [
    `call-${index + 1}`,
    `call-${index + 2}`,
  ]);
  const isAny = wanted.length === 0 && all.some(({ anyCall }) => anyCall === true);
  const any =
    tools.length > 1
      ? [{ either: tools.map((tool) => ({ tool })) }]
      : tools.map((tool) => ({ tool }));
  const expected = isAny ? any : wanted;
  return {
    ...(expected.length === 0 ? {} : { calls: expected }),
    ...(order.length === 0 ? {} : { order }),
    ...(expected.length === 0
      ? {}
      : {
          mayCall: toMayCall(
            all,
            tools.filter((tool) => !forbidden.includes(tool)),
          ),
        }),
    ...(forbidden.length === 0 ? {} : { forbidden }),
  };
}

/** The source minds no other calls, unless an assertion does. */
function toMayCall(all: readonly Judged[], tools: readonly string[]): readonly string[] {
  const closed = new Set(all.flatMap(({ exactly = [] }) => exactly));
  let open = tools.filter((tool) => !closed.has(tool));
  for (const { only } of all) {
    if (only === true) open = [];
    else if (only !== undefined) open = open.filter((tool) => only.includes(tool));
  }
  return open;
}

function toTexts(all: readonly Judged[]): JsonObject {
  const says = [...new Set(all.flatMap((one) => one.says ?? []))];
  const saysNot = [...new Set(all.flatMap((one) => one.saysNot ?? []))];
  return {
    ...(says.length === 0 ? {} : { says }),
    ...(saysNot.length === 0 ? {} : { saysNot }),
  };
}
