import { toJsonPath } from '../../../json/to-json-path.ts';
import { checkExpectedArguments } from './check-expected-arguments.ts';
import { checkOrder } from './check-order.ts';
import { checkPattern } from '../../../expectation/check-pattern.ts';
import { checkMatchers, toExpectationFinding } from './check-matcher.ts';
import type { ExpectedCallAt, ExpectedContext } from './expected-context.ts';
import type { EffectInput, ExpectedCallInput, ExpectedInput } from '../../input/expected-input.ts';
import { listFields } from '../../load/read-parameters.ts';
import { refuseUnknownName } from '../refuse-unknown-name.ts';
import type { ScenarioInput } from '../../input/suite-input.ts';
import type { SuiteFinding } from '../../load/suite-finding.ts';
import type { Entry, SuiteParts } from '../../load/suite-parts.ts';
import { toArgumentsStep, toCallObject } from '../../load/convert/to-call-object.ts';
import { toList } from '../../load/convert/to-list.ts';

/** Checks what a scenario expects: something at all, of tools that are there, and nothing that cannot be. */
export function checkExpected(
  entry: Entry<ScenarioInput>,
  context: ExpectedContext,
): readonly SuiteFinding[] {
  const { expected } = entry.value;
  const path = `${entry.path}.expected`;
  const calls = listCalls(expected, path);
  return [
    ...checkVacuous(entry, path),
    ...checkToolNames(expected, { path, calls, context, id: entry.name }),
    ...calls.flatMap((call) => checkExpectedArguments(call, expected, context)),
    ...calls.flatMap((call) => checkOutcome(call, context)),
    ...checkOrder(expected, calls, path),
    ...checkEffects(expected, path, context),
    ...checkContradictions(expected, path, calls),
    ...checkAsk(expected, path, context),
    ...checkMatchers(expected.state, `${path}.state`, 'value'),
    ...checkState(expected, path, context.parts),
    ...checkTexts(expected, path),
  ];
}

function listCalls(expected: ExpectedInput, path: string): readonly ExpectedCallAt[] {
  return (expected.calls ?? []).flatMap((entry, index): readonly ExpectedCallAt[] => {
    const at = toJsonPath(['calls', index], path);
    if (typeof entry === 'string' || !('either' in entry)) return [toCallAt(entry, at, null)];
    return entry.either.map((one, place) =>
      toCallAt(one, toJsonPath(['either', place], at), `either#${index + 1}`),
    );
  });
}

function toCallAt(input: ExpectedCallInput, path: string, group: string | null): ExpectedCallAt {
  const call = toCallObject(input);
  const argumentsPath = toJsonPath([toArgumentsStep(input)], path);
  return { call, path, argumentsPath, group: call.group ?? group };
}

/** The parts that judge something when they are there; an empty one judges nothing. */
const judging = [
  'calls',
  'effects',
  'forbidden',
  'ask',
  'stopReasons',
  'state',
  'says',
  'saysNot',
] as const;

/** Parts that say something when they are empty: no call, no effect. */
const emptyMeansNone: readonly string[] = ['calls', 'effects'];

function checkVacuous(entry: Entry<ScenarioInput>, path: string): readonly SuiteFinding[] {
  const expected = entry.value.expected as Readonly<Record<string, unknown>>;
  const present = judging.filter((name) => expected[name] !== undefined);
  const empty = present.filter((name) => !emptyMeansNone.includes(name) && isEmpty(expected[name]));
  const findings = empty.map((name) => ({
    code: 'cannot_fail',
    path: `${path}.${name}`,
    message: `scenario "${entry.name}": an empty "${name}" can never fail`,
    remedy: 'Fill it, or leave it out',
  }));
  if (present.length > empty.length) return findings;
  return [
    ...findings,
    {
      code: 'checks_nothing',
      path,
      message: `scenario "${entry.name}" checks nothing, so it would always pass`,
      expected: `at least one of ${judging.join(', ')}`,
      remedy: 'Write calls: [] if no call at all is right',
    },
  ];
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

interface ToolUses {
  readonly path: string;
  readonly calls: readonly ExpectedCallAt[];
  readonly context: ExpectedContext;
  readonly id: string;
}

function checkToolNames(expected: ExpectedInput, uses: ToolUses): readonly SuiteFinding[] {
  const { path, calls, context, id } = uses;
  const named = (list: readonly string[], key: string): readonly (readonly [string, string])[] =>
    list.map((name, index) => [name, toJsonPath([key, index], path)]);
  const places = [
    ...calls.map(({ call, path: at }) => [call.tool, at] as const),
    ...listEffects(expected, path).map(({ effect, path: at }) => [effect.tool, at] as const),
    ...named(toList(expected.forbidden), 'forbidden'),
  ];
  const known = [...context.tools.keys()];
  // Without a variant to run it, the missing variant is the fault, and it has been reported.
  if (context.uses.length === 0) return [];
  return places.flatMap(([name, at]) => [
    ...refuseUnknownName({
      what: 'tool',
      name,
      path: at,
      known,
      where: `in the toolsets that scenario "${id}" is run with`,
    }),
    ...warnOfAbsent(name, at, context),
  ]);
}

/** A tool that only some of the toolsets have: legitimate where toolsets are compared, and worth knowing. */
function warnOfAbsent(
  name: string,
  path: string,
  context: ExpectedContext,
): readonly SuiteFinding[] {
  const toolsets = new Set(
    context.uses.flatMap((use) => (use.toolset === null ? [] : [use.toolset])),
  );
  const without = [...toolsets].filter((set) => !set.tools.some((tool) => tool.name === name));
  if (without.length === 0 || without.length === toolsets.size) return [];
  const message = `not every toolset has the tool "${name}": it is not in ${without.map((set) => `"${set.name}"`).join(', ')}`;
  return [{ code: 'tool_not_in_every_toolset', severity: 'warning', path, message }];
}

/** Only a tool that asks for a token has previews. */
function checkOutcome(
  { call, path }: ExpectedCallAt,
  { uses }: ExpectedContext,
): readonly SuiteFinding[] {
  const versions = uses
    .flatMap((use) => use.toolset?.tools ?? [])
    .filter((tool) => tool.name === call.tool);
  const hasPreview = versions.some((tool) => !tool.sound || tool.value.confirm === 'token');
  if (call.outcome !== 'previewed' || versions.length === 0 || hasPreview) return [];
  return [
    {
      code: 'contradiction',
      path: `${path}.outcome`,
      message: `"${call.tool}" is expected as a preview, and it has none`,
      remedy: 'Give the tool `confirm: token`, or expect another outcome',
    },
  ];
}

interface EffectAt {
  readonly effect: EffectInput;
  readonly path: string;
}

function listEffects(expected: ExpectedInput, path: string): readonly EffectAt[] {
  const { effects } = expected;
  if (effects === undefined) return [];
  if (Array.isArray(effects)) {
    return effects.map((effect: EffectInput, index) => ({
      effect,
      path: toJsonPath(['effects', index], path),
    }));
  }
  return Object.entries(effects).map(([tool, count]: [string, number]) => ({
    effect: { tool, count },
    path: toJsonPath(['effects', tool], path),
  }));
}

function checkEffects(
  expected: ExpectedInput,
  path: string,
  { tools }: ExpectedContext,
): readonly SuiteFinding[] {
  return listEffects(expected, path).flatMap(({ effect, path: at }) => {
    const tool = tools.get(effect.tool);
    if (tool === undefined || !tool.sound) return [];
    if (tool.value.effect === 'read') {
      const message = `"${effect.tool}" is a read, and a read has no effects`;
      return [{ code: 'effects_of_read', path: at, message }];
    }
    if (tool.value.backEnd === undefined || tool.value.effectKey !== undefined) return [];
    const message = `the effects of "${effect.tool}" cannot be seen: a live service has them`;
    const remedy =
      'Say which arguments name the effect that a success is taken for (`effects: { key: [...] }`; in TypeScript `effectKey`), or expect calls';
    return [{ code: 'unseen_effects', path: at, message, remedy }];
  });
}

function checkContradictions(
  expected: ExpectedInput,
  path: string,
  calls: readonly ExpectedCallAt[],
): readonly SuiteFinding[] {
  const mayCall = expected.mayCall === 'reads' ? [] : toList(expected.mayCall);
  return toList(expected.forbidden).flatMap((name, index) => {
    const asked = calls.some(({ call, group }) => call.tool === name && group === null);
    if (!asked && !mayCall.includes(name)) return [];
    const message = `"${name}" is forbidden, and ${asked ? 'expected' : 'allowed'} at the same time`;
    return [{ code: 'contradiction', path: toJsonPath(['forbidden', index], path), message }];
  });
}

function checkAsk(
  expected: ExpectedInput,
  path: string,
  { tools }: ExpectedContext,
): readonly SuiteFinding[] {
  const fields = [...tools.values()].flatMap((tool) => listFields(tool));
  return toList(expected.ask).flatMap((name, index) =>
    refuseUnknownName({
      what: 'field',
      name,
      path: Array.isArray(expected.ask) ? toJsonPath(['ask', index], path) : `${path}.ask`,
      known: [...new Set(fields)],
      where: 'in the parameters of any tool in use',
    }),
  );
}

function checkState(
  expected: ExpectedInput,
  path: string,
  { suite, isSound }: SuiteParts,
): readonly SuiteFinding[] {
  const ignored = isSound('$.ignoreState') ? (suite.ignoreState ?? []) : [];
  return Object.keys(expected.state ?? {})
    .filter((key) => ignored.includes(key.split('.')[0] ?? ''))
    .map((key) => ({
      code: 'contradiction',
      path: toJsonPath(['state', key], path),
      message: `"${key}" is expected, and "ignoreState" says that it is never compared`,
    }));
}

function checkTexts(expected: ExpectedInput, path: string): readonly SuiteFinding[] {
  return (['says', 'saysNot'] as const).flatMap((name) => {
    const value = expected[name];
    return toList(value).flatMap((pattern, index) =>
      checkPattern(
        pattern,
        Array.isArray(value) ? toJsonPath([name, index], path) : `${path}.${name}`,
      ).map(toExpectationFinding),
    );
  });
}
