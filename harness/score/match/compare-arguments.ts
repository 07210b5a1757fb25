import type { JsonObject, JsonValue } from '../../json/json.ts';
import { isJsonObject } from '../../json/json.ts';
import type { Finding } from '../../core/talk/call.ts';
import { exactOf } from '../../json/exact-arguments.ts';
import { findMismatch, type Mismatch } from '../../expectation/find-mismatch.ts';
import { fieldsOf } from '../../expectation/lossless-parts.ts';
import {
  losslessEqual,
  readLosslessJson,
  toLossless,
  writeLosslessJson,
  type LosslessObject,
} from '../../json/lossless-json.ts';
import { innerMatchers, type Matcher } from '../../core/suite/matcher.ts';
import type { ExpectedCall } from '../../core/suite/suite.ts';
import { cutValue, describeMatcher, showValue } from './describe-matcher.ts';
import { usableDefault } from '../../schema/check/check-consistency.ts';
import type { CallView } from '../view/trial-view.ts';

/** One way in which a call's arguments differ from the expected ones. */
export interface ArgumentFault {
  readonly code: string;
  readonly path: string;
  readonly text: string;
}

/** Arguments that only control a confirmation and do not change what the call does. */
const steering: readonly string[] = ['dry_run', 'confirm_token'];

/**
 * Compares a call with an expectation, field by field. An explicit value that equals the schema's default is the same
 * as leaving the field out, and so is `null` where the schema allows it and names no other default; any other argument
 * that was not expected is `extra_argument` in mode `exact`.
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
  const lossless = exactOf(args)?.fields ?? readNumbers(wanted, call);
  return Object.entries(wanted).flatMap(([name, matcher]) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    const at = { value, lossless: lossless?.get(name), path: toPath(name) };
    const mismatch = findMismatch(matcher, at);
    if (mismatch === null) return [];
    // Without an argument its default counts.
    const found =
      value === undefined
        ? findMismatch(matcher, { ...at, value: defaultOf(call, name) })
        : mismatch;
    // Where an argument may be absent, its default and a `null` that the schema allows say the same.
    const isAsAbsent = matcher.match === 'optional' && isHarmless(call, name, value);
    if (found === null || isAsAbsent) return [];
    return [toFault(call, name, found)];
  });
}

/**
 * The arguments as they were written, where the kind of a number matters; `null` where it does not, or where they are
 * not JSON.
 */
function readNumbers(wanted: Wanted, call: CallView): LosslessObject['fields'] | null {
  if (call.argumentsText === null || !Object.values(wanted).some(wantsKind)) return null;
  const reading = readLosslessJson(call.argumentsText);
  return reading.ok ? fieldsOf(reading.value.value) : null;
}

function wantsKind(matcher: Matcher): boolean {
  return matcher.match === 'number' || innerMatchers(matcher).some(wantsKind);
}

function findExtra(wanted: Wanted, args: JsonObject, call: CallView): readonly ArgumentFault[] {
  return Object.entries(args).flatMap(([name, value]) => {
    if (Object.hasOwn(wanted, name) || isHarmless(call, name, value)) return [];
    const text = `"${call.name}" was called with "${name}", which was not asked for`;
    return [{ code: 'extra_argument', path: toPath(name), text }];
  });
}

/** Why a call's arguments could not be read: the first finding. */
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

function toFault(call: CallView, name: string, mismatch: Mismatch): ArgumentFault {
  const { path, matcher, value, lossless } = mismatch;
  const top = toPath(name);
  const field = `"${path === top ? name : path.replace(/^\$\.?/u, '')}"`;
  const called = `"${call.name}" was called`;
  if (matcher === null || (matcher.match === 'absent' && value !== undefined)) {
    const why = matcher === null ? 'which was not asked for' : 'which must be left out';
    return { code: 'extra_argument', path, text: `${called} with ${field}, ${why}` };
  }
  const expected = `expected ${describeMatcher(matcher)}`;
  if (value === undefined) {
    return { code: 'missing_argument', path, text: `${called} without ${field}, ${expected}` };
  }
  const said = lossless === undefined ? showValue(value) : cutValue(writeLosslessJson(lossless));
  const finding = findProblem(call, path) ?? findProblem(call, top);
  const code = finding?.code ?? toMismatchCode(matcher, value);
  return { code, path, text: `${called} with ${field} ${said}, ${expected}` };
}

/** The schema of an argument, or of a part of it. */
function findProblem(call: CallView, path: string): Finding | undefined {
  return call.findings.find(
    (candidate) =>
      candidate.stage === 'validation' &&
      (candidate.path === path ||
        candidate.path?.startsWith(`${path}.`) === true ||
        candidate.path?.startsWith(`${path}[`) === true),
  );
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
