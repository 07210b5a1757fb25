import { keepSource } from '../../../core/made-of.ts';
import type { Matcher } from '../../../core/suite/matcher.ts';
import type {
  Reconcile,
  Tool,
  ToolContext,
  ToolHandler,
  WorldState,
} from '../../../core/suite/tool.ts';
import {
  deniedResult,
  emptyResult,
  errorResult,
  type HandlerOutcome,
} from '../../../core/trial/tool-outcome.ts';
import { matchValue } from '../../../expectation/match-value.ts';
import { toMatchers } from '../../../expectation/read-matcher.ts';
import { toCanonicalJson } from '../../../json/canonical-json.ts';
import { exactOf, exactText, toShowable } from '../../../json/exact-arguments.ts';
import type { JsonObject, JsonValue } from '../../../json/json.ts';
import {
  fillArguments,
  fillFields,
  fillPath,
  readPath,
  writePath,
} from '../../check/world-path.ts';
import type { StubReconcileInput, StubResultInput, StubToolInput } from '../../input/tool-input.ts';

/** Makes a working tool of one that is written as data. */
export function toStubTool(input: StubToolInput): Tool {
  const { results: _results, backEnd: _backEnd, effects, preview, reconcile, ...tool } = input;
  const keyFields = tool.keyFields ?? effects?.key;
  return {
    ...tool,
    ...(keyFields === undefined ? {} : { keyFields }),
    handler: keepSource(toHandler(input), input),
    ...(tool.confirm === 'token'
      ? { preview: keepSource(toPreview(tool.name, preview), [tool.name, preview]) }
      : {}),
    ...(reconcile === undefined ? {} : { reconcile: toReconcile(reconcile) }),
  };
}

function toPreview(name: string, preview: JsonValue | undefined): ToolHandler {
  return (args) => {
    const { confirm_token: _token, dry_run: _dryRun, ...shown } = toShowable(args);
    return preview === undefined
      ? { will: name, with: shown }
      : fillFields(preview, toShowable(args));
  };
}

function toHandler(input: StubToolInput): ToolHandler {
  const chooseResult = createChooser(input.results ?? []);
  const isRead = input.effect === 'read';
  return (args, context) => {
    const result = chooseResult(args, context.world);
    if (result === null) return isRead ? emptyResult(nothingFound) : refuseUnknown();
    if (!isRead && (result.status ?? 'success') === 'success') {
      applyEffects(input, args, context);
    }
    return toOutcome(result, toShowable(args));
  };
}

const nothingFound = 'Nothing was found';

function refuseUnknown(): HandlerOutcome {
  return errorResult({ kind: 'failed', message: 'There is nothing that fits these arguments' });
}

type ChooseResult = (args: JsonObject, world: WorldState) => StubResultInput | null;

/** Entries with the same `when` are one sequence; how far it has come is kept for each world, which is one trial's. */
function createChooser(results: readonly StubResultInput[]): ChooseResult {
  // A tool without any result simply works.
  if (results.length === 0) return () => ({});
  const counts = new WeakMap<WorldState, Map<string, number>>();
  const entries = results.map((result) => ({
    result,
    group: toCanonicalJson(result.when ?? {}),
    wanted: Object.entries(toMatchers(result.when ?? {}, 'value')),
  }));
  return (args, world) => {
    const first = entries.find(({ wanted }) =>
      wanted.every(([name, matcher]) =>
        matchValue(matcher, args[name], exactOf(args)?.fields.get(name)),
      ),
    );
    if (first === undefined) return null;
    const sequence = entries.filter(({ group }) => group === first.group);
    const served = counts.get(world) ?? new Map<string, number>();
    counts.set(world, served);
    const count = served.get(first.group) ?? 0;
    served.set(first.group, count + 1);
    return sequence[Math.min(count, sequence.length - 1)]?.result ?? null;
  };
}

function toOutcome(result: StubResultInput, args: JsonObject): HandlerOutcome | JsonValue {
  const { status = 'success', meaning = nothingFound, error = {} } = result;
  switch (status) {
    case 'success':
      return fillFields(result.give ?? { done: true }, args);
    case 'empty':
      return emptyResult(meaning, fillFields(result.give ?? [], args));
    case 'denied':
      return deniedResult(error.message ?? 'The session may not do this', error.next);
    case 'error':
      return errorResult({ kind: 'failed', message: 'It could not be done', ...error });
  }
}

/** Changes the world and enters the effect. A repeatable write that finds all as it wants it changes nothing. */
function applyEffects(input: StubToolInput, args: JsonObject, context: ToolContext): void {
  const shown = toShowable(args);
  const changes = Object.entries(input.effects?.set ?? {}).map(
    ([path, value]) => [fillPath(path, shown), fillFields(value ?? null, shown)] as const,
  );
  const isDone = changes.every(
    ([path, value]) => toCanonicalJson(readPath(context.world, path)) === toCanonicalJson(value),
  );
  if (input.effect === 'idempotent' && changes.length > 0 && isDone) {
    context.noEffect();
    return;
  }
  for (const [path, value] of changes) writePath(context.world, path, value);
  // Without a rule, the tool boundary enters the effect under the call's own key.
  if (input.effects !== undefined) context.effect(toEffectKey(args, input.effects.key));
}

/** The values of the key fields, joined with `/`; of numbers every digit. */
function toEffectKey(args: JsonObject, fields: readonly string[]): string {
  return fields.map((name) => exactText(args, name)).join('/');
}

function toReconcile(input: StubReconcileInput): Reconcile {
  const happened = Object.entries(toMatchers(input.happened, 'template'));
  return {
    tool: input.tool,
    toArguments: keepSource((args: JsonObject) => fillArguments(input.arguments, args), input),
    happened: keepSource(
      (result: JsonValue, args: JsonObject) =>
        happened.every(([path, wanted]) =>
          matchValue(fillMatcher(wanted, toShowable(args)), readPath(result, path)),
        ),
      input,
    ),
  };
}

/**
 * Fills `{field}` in the values of a matcher. The matcher is parsed first, so that an argument is never read as a word of
 * expectations, and in a pattern an argument matches literally.
 */
function fillMatcher(matcher: Matcher, args: JsonObject): Matcher {
  const fill = (inner: Matcher): Matcher => fillMatcher(inner, args);
  switch (matcher.match) {
    case 'equal':
      return { match: 'equal', value: fillFields(matcher.value, args) };
    case 'any_of':
      return { ...matcher, options: matcher.options.map(fill) };
    case 'optional':
      return { ...matcher, matcher: fill(matcher.matcher) };
    case 'list':
    case 'set':
      return { ...matcher, items: matcher.items.map(fill) };
    case 'object': {
      const fields = Object.entries(matcher.fields).map(
        ([name, one]) => [name, fill(one)] as const,
      );
      return { ...matcher, fields: Object.fromEntries(fields) };
    }
    default:
      return fillTexts(matcher, args);
  }
}

function fillTexts(matcher: Matcher, args: JsonObject): Matcher {
  switch (matcher.match) {
    case 'text':
    case 'date':
      return { ...matcher, value: fillPath(matcher.value, args) };
    case 'dates':
      return { ...matcher, min: fillEnd(matcher.min, args), max: fillEnd(matcher.max, args) };
    case 'pattern':
      return { ...matcher, pattern: fillPath(matcher.pattern, toLetters(args)) };
    default:
      return matcher;
  }
}

function fillEnd(end: string | null, args: JsonObject): string | null {
  return end === null ? null : fillPath(end, args);
}

/** Arguments as regular expressions that fit themselves. */
function toLetters(args: JsonObject): JsonObject {
  const entries = Object.entries(args).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return [name, text.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&')] as const;
  });
  return Object.fromEntries(entries);
}
