import type { JsonObject, JsonValue } from '../core/json.ts';
import { isJsonObject } from '../core/json.ts';
import { exactFieldJson, exactOf } from '../core/exact-arguments.ts';
import { toLossless, losslessEqual } from '../core/lossless-json.ts';
import type { ExpectedCall, Matcher } from '../core/suite.ts';
import { cutValue, describeMatcher, showValue } from './describe-matcher.ts';
import { matchValue } from '../core/match-value.ts';
import { usableDefault } from '../schema/check-consistency.ts';
import type { CallView } from './trial-view.ts';

/** One way in which a call's arguments are not those expected. */
export interface ArgumentFault {
  readonly code: string;
  readonly path: string;
  readonly text: string;
}

/** Arguments that steer a confirmation and say nothing of what is intended. */
const steering: readonly string[] = ['dry_run', 'confirm_token'];

/**
 * Compares a call with an expectation, field by field. An explicit value that equals the schema's default is the same as
 * leaving the field out, and so is `null` where the schema allows it and names no other default; anything else that nobody expected is `extra_argument` in mode `exact`.
 */
export function compareArguments(expected: ExpectedCall, call: CallView): readonly ArgumentFault[] {
  const { arguments: wanted } = expected;
  const { arguments: args } = call;
  if (args === null) return toUnreadable(call);
  if (wanted === null) return [];
  const faults = findWrong(wanted, args, call);
  return expected.mode === 'partial' ? faults : [...faults, ...findExtra(wanted, args, call)];
}

type Wanted = Readonly<Record<string, Matcher>>;

function findWrong(wanted: Wanted, args: JsonObject, call: CallView): readonly ArgumentFault[] {
  const lossless = exactOf(args);
  return Object.entries(wanted).flatMap(([name, matcher]) => {
    const isThere = Object.hasOwn(args, name) && args[name] !== undefined;
    const value = isThere ? args[name] : defaultOf(call, name);
    const exact = isThere ? lossless?.fields.get(name) : undefined;
    return matchValue(matcher, value, exact) ? [] : [toFault(call, name, { matcher, value })];
  });
}

function findExtra(wanted: Wanted, args: JsonObject, call: CallView): readonly ArgumentFault[] {
  return Object.entries(args).flatMap(([name, value]) => {
    if (Object.hasOwn(wanted, name) || isHarmless(call, name, value)) return [];
    const text = `"${call.name}" was called with "${name}", which was not asked for`;
    return [{ code: 'extra_argument', path: toPath(name), text }];
  });
}

/** Why a call's arguments could not be read; the first finding says it. */
export function toUnreadable(call: CallView): readonly ArgumentFault[] {
  const found = call.findings.filter((finding) => finding.stage === 'parse');
  if (found.length === 0) {
    const text = `The arguments of "${call.name}" cannot be read`;
    return [{ code: 'invalid_json', path: '$', text }];
  }
  return found.map(({ code, path, text }) => ({
    code,
    path: path ?? '$',
    text: `"${call.name}": ${text}`,
  }));
}

function schemaOf(call: CallView, name: string): JsonObject | null {
  const properties = call.tool?.parameters['properties'];
  const schema =
    isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : null;
  return isJsonObject(schema) ? schema : null;
}

function defaultOf(call: CallView, name: string): JsonValue | undefined {
  const schema = schemaOf(call, name);
  return schema === null ? undefined : usableDefault(schema);
}

/** Strict modes make every field required, so that an optional one can only be left out as `null`. */
function allowsNull(schema: JsonObject | null): boolean {
  if (schema === null) return false;
  const { type, anyOf } = schema;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  return Array.isArray(anyOf) && anyOf.some((one) => isJsonObject(one) && allowsNull(one));
}

function isHarmless(call: CallView, name: string, value: JsonValue | undefined): boolean {
  if (call.tool?.confirm === 'token' && steering.includes(name)) return true;
  const usual = defaultOf(call, name);
  if (value === null && usual === undefined) return allowsNull(schemaOf(call, name));
  if (usual === undefined || value === undefined) return false;
  return losslessEqual(toLossless(usual), toLossless(value));
}

function toFault(
  call: CallView,
  name: string,
  { matcher, value }: { readonly matcher: Matcher; readonly value: JsonValue | undefined },
): ArgumentFault {
  const path = toPath(name);
  const called = `"${call.name}" was called`;
  if (value === undefined) {
    const text = `${called} without "${name}", expected ${describeMatcher(matcher)}`;
    return { code: 'missing_argument', path, text };
  }
  if (matcher.match === 'absent') {
    return {
      code: 'extra_argument',
      path,
      text: `${called} with "${name}", which must be left out`,
    };
  }
  const finding = call.findings.find(
    (candidate) =>
      candidate.stage === 'validation' &&
      (candidate.path === path ||
        candidate.path?.startsWith(`${path}.`) === true ||
        candidate.path?.startsWith(`${path}[`) === true),
  );
  const text = `${called} with "${name}" ${showArgument(call, name, value)}, expected ${describeMatcher(matcher)}`;
  return { code: finding?.code ?? toMismatchCode(matcher, value), path, text };
}

function showArgument(call: CallView, name: string, value: JsonValue): string {
  const { arguments: args } = call;
  const isRounded = args !== null && exactOf(args) !== null && Object.hasOwn(args, name);
  return isRounded ? cutValue(exactFieldJson(args, name)) : showValue(value);
}

function toMismatchCode(matcher: Matcher, value: JsonValue): string {
  if (matcher.match !== 'equal') return 'wrong_argument';
  return typeName(matcher.value) === typeName(value) ? 'wrong_argument' : 'wrong_type';
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function toPath(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? `$.${name}` : `$[${JSON.stringify(name)}]`;
}
