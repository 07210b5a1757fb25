import { expect, it } from 'vitest';
import type { Finding } from '../../core/talk/call.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import { toMatchers } from '../../expectation/read-matcher.ts';
import { ToldTrial, toldTool, wantCall } from '../../testing/told-trial.ts';
import { usualEvent } from '../../testing/usual-event.ts';
import { readTrial } from '../view/read-trial.ts';
import type { CallView } from '../view/trial-view.ts';
import { type ArgumentFault, compareArguments } from './compare-arguments.ts';

interface Case {
  readonly properties?: JsonObject;
  readonly confirm?: 'none' | 'token' | 'human';
  readonly mode?: 'exact' | 'partial';
  /** A tool of another name is called. */
  readonly isUnknown?: boolean;
}

function callOf(trial: ToldTrial): CallView {
  const call = readTrial(trial.input()).calls.at(-1);
  if (call === undefined) throw new Error('no call');
  return call;
}

function compare(
  wanted: Readonly<Record<string, JsonValue>> | null,
  args: string,
  { properties = {}, confirm = 'none', mode = 'exact', isUnknown = false }: Case = {},
): readonly ArgumentFault[] {
  const parameters = { type: 'object', properties };
  const tools = isUnknown ? [] : [toldTool('f', { parameters, confirm })];
  const call = callOf(new ToldTrial(tools).turn([{ tool: 'f', args }]));
  const matchers = wanted === null ? null : toMatchers(wanted);
  return compareArguments({ ...wantCall('f'), arguments: matchers, mode }, call);
}

const said = (faults: readonly ArgumentFault[]): readonly string[] =>
  faults.map(({ code, path, text }) => `${code} at ${path}: ${text}`);

const five = { a: { type: 'integer', default: 5 } };

it.each<[Readonly<Record<string, JsonValue>> | null, string, Case, readonly string[]]>([
  [null, '{"a":1}', {}, []],
  [{}, '{}', {}, []],
  [{ a: 1 }, '{"a":1}', {}, []],
  [{ a: 1 }, '{}', {}, ['missing_argument $.a']],
  [{ a: 1 }, '{"a":2}', {}, ['wrong_argument $.a']],
  [{ a: 1 }, '{"a":"1"}', {}, ['wrong_type $.a']],
  [{ a: {} }, '{"a":[]}', {}, ['wrong_type $.a']],
  [{ a: null }, '{"a":{}}', {}, ['wrong_type $.a']],
  [{ a: [1] }, '{"a":[2]}', {}, ['wrong_argument $.a']],
  [{ a: { $range: { min: 1 } } }, '{"a":"1"}', {}, ['wrong_argument $.a']],
  [{ a: { $absent: true } }, '{"a":1}', {}, ['extra_argument $.a']],
  [{ a: { b: { $any: true } } }, '{"a":{"b":1,"c":2}}', {}, ['extra_argument $.a.c']],
  [{ 'c d': 1 }, '{"c d":2}', {}, ['wrong_argument $["c d"]']],
  // Names that every JavaScript object has.
  [{ toString: 1 }, '{}', {}, ['missing_argument $.toString']],
  [{}, '{"toString":1}', {}, ['extra_argument $.toString']],
  // What was not asked for.
  [{}, '{"a":1,"b":2}', {}, ['extra_argument $.a', 'extra_argument $.b']],
  [{}, '{"a":1}', { mode: 'partial' }, []],
  [{ a: 1 }, '{"b":1}', { mode: 'partial' }, ['missing_argument $.a']],
  // The default of an argument is the same as leaving it out.
  [{}, '{"a":5}', { properties: five }, []],
  [{}, '{"a":5.0}', { properties: five }, []],
  [{}, '{"a":6}', { properties: five }, ['extra_argument $.a']],
  [{}, '{"a":null}', { properties: five }, ['extra_argument $.a']],
  [{ a: 5 }, '{}', { properties: five }, []],
  [{ a: 6 }, '{}', { properties: five }, ['wrong_argument $.a']],
  [{ a: { $absent: true } }, '{}', { properties: five }, []],
  [{ a: { $optional: 7 } }, '{}', { properties: five }, []],
  [{ a: { $optional: 7 } }, '{"a":5}', { properties: five }, []],
  [{ a: { $optional: 7 } }, '{"a":6}', { properties: five }, ['wrong_argument $.a']],
  [{ a: 7 }, '{"a":5}', { properties: five }, ['wrong_argument $.a']],
  // So is a null that the schema allows.
  [{}, '{"a":null}', {}, ['extra_argument $.a']],
  [{}, '{"a":null}', { isUnknown: true }, ['extra_argument $.a']],
  [{}, '{"a":null}', { properties: { a: { type: 'null' } } }, []],
  [{}, '{"a":null}', { properties: { a: { type: ['string', 'null'] } } }, []],
  [{}, '{"a":null}', { properties: { a: { type: 'string' } } }, ['extra_argument $.a']],
  [{}, '{"a":null}', { properties: { a: { type: ['string'] } } }, ['extra_argument $.a']],
  [{}, '{"a":null}', { properties: { a: { anyOf: [{}, { type: 'null' }] } } }, []],
  [{}, '{"a":null}', { properties: { a: { anyOf: [{}] } } }, ['extra_argument $.a']],
  [{}, '{"a":"x"}', { properties: { a: { type: 'null' } } }, ['extra_argument $.a']],
  [{ a: { $optional: 1 } }, '{"a":null}', { properties: { a: { type: 'null' } } }, []],
  [
    { a: 1 },
    '{"a":null}',
    { properties: { a: { type: ['integer', 'null'] } } },
    ['wrong_type $.a'],
  ],
  // What steers a confirmation says nothing of the intent.
  [{}, '{"dry_run":true,"confirm_token":"t"}', { confirm: 'token' }, []],
  [{}, '{"dry_run":true,"a":1}', { confirm: 'token' }, ['extra_argument $.a']],
  [{}, '{"dry_run":true}', { confirm: 'human' }, ['extra_argument $.dry_run']],
  // The kind of a number, at every depth.
  [{ a: { $number: { kind: 'integer' } } }, '{"a":5}', {}, []],
  [{ a: { $number: { kind: 'integer' } } }, '{"a":5.0}', {}, ['wrong_argument $.a']],
  [{ a: { $number: { kind: 'float' } } }, '{"a":5.0}', {}, []],
  [{ a: [{ $number: { kind: 'float' } }], b: 1 }, '{"a":[5.0],"b":1}', {}, []],
  [{ a: [{ $number: { kind: 'float' } }], b: 1 }, '{"a":[5],"b":1}', {}, ['wrong_argument $.a[0]']],
  // Digits that JavaScript rounds.
  [{ a: { $number: '9007199254740993' } }, '{"a":9007199254740993}', {}, []],
  [{ a: 9_007_199_254_740_992 }, '{"a":9007199254740993}', {}, ['wrong_argument $.a']],
])('wanted %j, called with %s %j: %j', (...[wanted, args, more, faults]) => {
  expect(compare(wanted, args, more).map(({ code, path }) => `${code} ${path}`)).toEqual(faults);
});

it.each<[Readonly<Record<string, JsonValue>>, string, string]>([
  [{ a: 1 }, '{}', 'missing_argument at $.a: "f" was called without "a", expected 1'],
  [{ a: 1 }, '{"a":2}', 'wrong_argument at $.a: "f" was called with "a" 2, expected 1'],
  [
    { 'c d': 1 },
    '{"c d":2}',
    'wrong_argument at $["c d"]: "f" was called with "c d" 2, expected 1',
  ],
  [
    { a: [{ b: { $any: true } }] },
    '{"a":[{}]}',
    'missing_argument at $.a[0].b: "f" was called without "a[0].b", expected any value',
  ],
  [
    { a: { $absent: true } },
    '{"a":1}',
    'extra_argument at $.a: "f" was called with "a", which must be left out',
  ],
  [
    { a: { b: { $any: true } } },
    '{"a":{"b":1,"c":1}}',
    'extra_argument at $.a.c: "f" was called with "a.c", which was not asked for',
  ],
  [{}, '{"a":1}', 'extra_argument at $.a: "f" was called with "a", which was not asked for'],
  // A number as it was written, where its kind or its digits matter.
  [{ a: 6 }, '{"a":5.0}', 'wrong_argument at $.a: "f" was called with "a" 5, expected 6'],
  [
    { a: { $number: { value: 5, kind: 'integer' } } },
    '{"a":5.0}',
    'wrong_argument at $.a: "f" was called with "a" 5.0, expected 5 without a decimal point',
  ],
  [
    { a: 1 },
    '{"a":9007199254740993}',
    'wrong_argument at $.a: "f" was called with "a" 9007199254740993, expected 1',
  ],
])('wanted %j, called with %s: says %s', (wanted, args, text) => {
  expect(said(compare(wanted, args))).toEqual([text]);
});

it('a default that is not what is wanted is named', () => {
  expect(said(compare({ a: 6 }, '{}', { properties: five }))).toEqual([
    'wrong_argument at $.a: "f" was called with "a" 5, expected 6',
  ]);
});

function compareJudged(
  wanted: Readonly<Record<string, JsonValue>>,
  args: JsonObject | null,
  findings: readonly Finding[],
): readonly string[] {
  const judged = usualEvent.judged({
    name: 'f',
    reading: args === null ? 'invalid' : 'repaired',
    arguments: args,
    findings,
  });
  const trial = new ToldTrial([toldTool('f')]).turn([{ tool: 'f', args: '{a:5}' }]).emit(judged);
  const expected = { ...wantCall('f'), arguments: toMatchers(wanted) };
  return said(compareArguments(expected, callOf(trial)));
}

const finding = (stage: Finding['stage'], path?: string): Finding => ({
  stage,
  code: 'found',
  text: 'see here',
  ...(path === undefined ? {} : { path }),
});

it('arguments that were repaired are taken as they were read', () => {
  expect(compareJudged({ a: { $number: { kind: 'integer' } } }, { a: 5 }, [])).toEqual([]);
});

it('arguments that cannot be read are one fault for each reason', () => {
  expect(compareJudged({}, null, [])).toEqual([
    'invalid_json at $: The arguments of "f" cannot be read',
  ]);
  const found = [finding('policy'), finding('parse'), finding('parse', '$.a')];
  expect(compareJudged({}, null, found)).toEqual([
    'found at $: "f": see here',
    'found at $.a: "f": see here',
  ]);
});

it.each<[Finding, string]>([
  [finding('validation', '$.a[0]'), 'found'],
  [finding('validation', '$.a[0].b'), 'found'],
  [finding('validation', '$.a[0][1]'), 'found'],
  // Of the whole argument, and of its other parts, where nothing is said of this one.
  [finding('validation', '$.a'), 'found'],
  [finding('validation', '$.a[1]'), 'found'],
  [finding('validation', '$.ab'), 'wrong_argument'],
  [finding('validation', '$'), 'wrong_argument'],
  [finding('validation'), 'wrong_argument'],
  [finding('check', '$.a[0]'), 'wrong_argument'],
])('with %j, the reason is %s', (found, code) => {
  const wanted = { a: [{ $range: { min: 2 } }] };
  expect(compareJudged(wanted, { a: [1] }, [found])).toEqual([
    `${code} at $.a[0]: "f" was called with "a[0]" 1, expected a number from 2 to infinity`,
  ]);
});
