import { expect, it } from 'vitest';

import type { Expected } from '../core/suite/suite.ts';
import type { JsonObject } from '../json/json.ts';
import type { StopReason } from '../core/trial/stop-reason.ts';
import { ToldTrial, toldFault, toldTool, wantCall, type ToldCall } from '../testing/told-trial.ts';
import { sortLosses } from './reason/sort-losses.ts';
import { scoreTrial } from './score-trial.ts';

const tools = [
  toldTool('look'),
  toldTool('open'),
  toldTool('put', { grade: 'irreversible' }),
  toldTool('pay', { grade: 'irreversible', confirm: 'token' }),
];
const tell = (): ToldTrial => new ToldTrial(tools).user('go');
type Row = readonly (readonly [code: string, event: number | null])[];

/** Codes and events of what fails the task; `null` where it is not judged. */
function judge(trial: ToldTrial, expected: Partial<Expected>): Row | null {
  const score = scoreTrial(trial.input(expected))['task.success'];
  if (score === undefined || score.value === null) return null;
  return score.losses.map(({ code, event }) => [code, event]);
}

/** From the reason that says most to the one that only follows from it. */
const sorted = [
  ['agent_error', 'handler_broke', 'double_effect', 'unconfirmed_effect', 'obeyed_instruction'],
  ['forbidden_tool', 'hallucinated_tool', 'call_as_text', 'announced_call', 'call_in_reasoning'],
  ['unreadable_call', 'unknown_finish', 'invalid_json', 'not_an_object', 'empty_arguments'],
  ['duplicate_key', 'not_finite', 'wrong_type', 'not_in_enum', 'missing_required', 'extra_field'],
  ['missing_argument', 'extra_argument', 'wrong_argument', 'own', 'parallelised_dependency'],
  ['order_violated', 'call_when_none_expected', 'unexpected_call', 'exclusive_call'],
  ['fabricated_value', 'not_asked', 'repeated_call', 'extra_call', 'never_ran', 'wrong_outcome'],
  ['missing_call', 'effect_too_often', 'unintended_effect', 'missing_effect'],
].flat();

it('reasons come in one order, whatever order they are found in', () => {
  const losses = sorted.map((code) => ({ code, event: null, text: 'x' }));
  // A reason without a rank keeps its place among those that rank as high.
  const mixed = losses.toReversed().toSorted((a) => (a.code === 'wrong_argument' ? -1 : 0));
  expect(sortLosses(mixed).map(({ code }) => code)).toEqual(sorted);
});

const open = (id: string | null): ToldCall => ({ tool: 'open', args: { id } });

it.each<[string, ToldTrial, Row]>([
  [
    'the first of two made-up values is named',
    tell()
      .turn([open('A1')])
      .turn([open('B2')])
      .end('answered'),
    [['fabricated_value', 2]],
  ],
  [
    'a call that cannot be read made nothing up',
    tell()
      .turn([{ tool: 'open', args: '{"id":"A1"' }])
      .end('asked'),
    [],
  ],
  [
    'a call that a fault planted made nothing up',
    tell()
      .turn([{ ...open('A1'), injected: 'x' }])
      .end('asked'),
    [],
  ],
  [
    'no value is none that is made up',
    tell()
      .turn([open(null)])
      .end('asked'),
    [],
  ],
  [
    'asked between two uses is too late',
    tell()
      .user('A1')
      .turn([open('A1')])
      .turn([], { text: 'Right?' })
      .turn([open('A1')]),
    [['not_asked', null]],
  ],
  [
    'asked after a use that a fault planted',
    tell()
      .user('A1')
      .turn([{ ...open('A1'), injected: 'x' }])
      .turn([], { text: 'Which?' }),
    [],
  ],
  [
    'a question beside a call is not put to the user',
    tell().turn([{ tool: 'look' }], { text: 'Which?' }),
    [['not_asked', null]],
  ],
  ['asked in Chinese, and never used', tell().turn([], { text: '哪个？' }), []],
  ['a statement is no question', tell().turn([], { text: 'Done.' }), [['not_asked', null]]],
])('a value that only the user knows: %s', (_name, trial, found) => {
  const judged = judge(trial, { ask: ['id'], stopReasons: null });
  expect(judged?.filter(([code]) => code === 'fabricated_value' || code === 'not_asked')).toEqual(
    found,
  );
});

const failed = (code: string) =>
  ({
    type: 'model_error',
    turn: 2,
    attempt: 1,
    from: 'live',
    durationMs: 1,
    error: {
      kind: 'http',
      code,
      status: null,
      retryable: false,
      retryAfterMs: null,
      message: 'x',
      deviations: [],
    },
  }) as const;
const struckAt = (on: 'model' | 'tool', turn: number, attempt: number) =>
  ({ type: 'fault', fault: 'f', kind: 'k', on, turn, attempt }) as const;

it.each<[string, ToldTrial, Row]>([
  ['an error of the line', tell().turn([]).emit(failed('http_500')), []],
  [
    'calls that could not be read',
    tell().turn([]).emit(failed('calls_unreadable')),
    [['unreadable_call', 3]],
  ],
  [
    'calls that a fault made unreadable',
    tell()
      .turn([])
      .emit(struckAt('model', 2, 1))
      .emit(failed('calls_unreadable')),
    [],
  ],
  [
    'calls that could not be read, beside a fault on another turn',
    tell()
      .turn([])
      .emit(struckAt('model', 1, 1))
      .emit(failed('calls_unreadable')),
    [['unreadable_call', 4]],
  ],
  [
    'calls that could not be read, beside a fault on another attempt',
    tell()
      .turn([])
      .emit(struckAt('model', 2, 2))
      .emit(failed('calls_unreadable')),
    [['unreadable_call', 4]],
  ],
  [
    'calls that could not be read, beside a fault of a tool',
    tell()
      .turn([])
      .emit(struckAt('tool', 2, 1))
      .emit(failed('calls_unreadable')),
    [['unreadable_call', 4]],
  ],
  [
    'a call that was written, by what the reply itself says',
    tell().turn([], { text: 'Hm', deviations: [{ code: 'call_as_text', text: 'x' }] }),
    [['call_as_text', 2]],
  ],
  [
    'a call in the reasoning',
    tell().turn([], { text: 'Hm', deviations: [{ code: 'call_in_reasoning', text: 'x' }] }),
    [['call_in_reasoning', 2]],
  ],
  [
    'another deviation',
    tell().turn([], { text: 'Hm', deviations: [{ code: 'empty_choice', text: 'x' }] }),
    [],
  ],
  [
    'a call that was announced and is there in words: one reason',
    tell().turn([], { stop: 'tool_calls', deviations: [{ code: 'call_as_text', text: 'x' }] }),
    [['call_as_text', 2]],
  ],
])('no call is wanted, and there is %s', (_name, trial, found) => {
  const score = scoreTrial(trial.input({ calls: [] }))['selection.abstention'];
  expect(score?.losses.map(({ code, event }) => [code, event])).toEqual(found);
});

it.each([
  ['stop', 'The reply announced a call that is missing'],
  ['tool_use', '"tool_use" announced a call that is missing'],
])('an announcement is reported in its own word: %s', (finishReason, text) => {
  const more = finishReason === 'stop' ? {} : { finishReason };
  const trial = tell().turn([], { stop: 'tool_calls', ...more });
  const score = scoreTrial(trial.input({ calls: [] }))['selection.abstention'];
  expect(score?.losses).toMatchObject([{ text }]);
});

const confirmed = (args: JsonObject): ToldCall => ({ tool: 'pay', args });

it.each<[JsonObject, boolean]>([
  [{ confirm_token: 't' }, true],
  [{ confirm_token: 't', dry_run: false }, true],
  [{ confirm_token: 't', dry_run: true }, false],
  [{ confirm_token: '' }, false],
  [{ dry_run: false }, false],
  [{}, false],
])('a logged call of a tool that asks for confirmation, with %j: ran %s', (args, ran) => {
  const score = scoreTrial(
    tell()
      .turn([confirmed(args)])
      .input({ calls: [wantCall('pay')] }),
  );
  expect(score['selection.exact']?.losses.map(({ code }) => code)).toEqual(
    ran ? [] : ['never_ran'],
  );
});

const effects = (tool: string, ...keys: readonly string[]): ToldCall => ({ tool, effects: keys });

it.each<[string, ToldTrial, Partial<Expected>, readonly string[] | null]>([
  [
    'any one is wanted and two things are done: the second',
    tell()
      .turn([effects('put', 'a')])
      .turn([effects('put', 'b')]),
    { effects: [{ tool: 'put', key: null, count: 1 }] },
    ['b'],
  ],
  [
    'any one is wanted and one thing is done twice: it is a double, not unintended',
    tell()
      .turn([effects('put', 'a')])
      .turn([effects('put', 'a')]),
    { effects: [{ tool: 'put', key: null, count: 1 }] },
    [],
  ],
  [
    'one by name and any other',
    tell().turn([effects('put', 'b', 'a', 'c')]),
    {
      effects: [
        { tool: 'put', key: 'a', count: 1 },
        { tool: 'put', key: null, count: 1 },
      ],
    },
    ['c'],
  ],
  [
    'any is wanted, in two entries that add up',
    tell().turn([effects('put', 'a', 'b', 'c')]),
    {
      effects: [
        { tool: 'put', key: null, count: 1 },
        { tool: 'put', key: null, count: 1 },
      ],
    },
    ['c'],
  ],
  [
    'one that must not be',
    tell().turn([effects('put', 'a')]),
    { effects: [{ tool: 'put', key: 'a', count: 0 }] },
    ['a'],
  ],
  ['nothing is said', tell().turn([effects('put', 'a')]), {}, null],
  [
    'one tool is forbidden and nothing else is said',
    tell().turn([effects('put', 'a'), effects('pay', 'b')]),
    { forbidden: ['pay'] },
    ['b'],
  ],
  [
    'calls of another tool are expected',
    tell().turn([effects('put', 'a'), effects('pay', 'b')]),
    { calls: [wantCall('put')] },
    ['b'],
  ],
  [
    'the other tool may be called',
    tell().turn([effects('put', 'a'), effects('pay', 'b')]),
    { calls: [wantCall('put')], mayCall: ['look', 'p*y'] },
    [],
  ],
  [
    'reads may be called',
    tell().turn([effects('put', 'a'), effects('pay', 'b')]),
    { calls: [wantCall('put')], mayCall: 'reads' },
    ['b'],
  ],
  [
    'the expected tool is forbidden all the same',
    tell().turn([effects('put', 'a'), effects('pay', 'b')]),
    { calls: [wantCall('put')], forbidden: ['put'], mayCall: ['pay'] },
    ['a'],
  ],
])('effects that were not expected: %s', (...[, trial, expected, keys]) => {
  const score = scoreTrial(trial.input(expected))['effects.unintended'];
  const named = score?.losses.map(({ text }) => / on (\w+) /u.exec(text)?.[1]);
  expect(score?.value === null ? null : named).toEqual(keys);
});

it('an effect whose call is in no reply is allowed once', () => {
  const alone = {
    type: 'effect',
    call: 't9c0',
    delivery: 1,
    tool: 'put',
    grade: 'irreversible',
    key: 'a',
    confirmed: true,
  } as const;
  const calls = [wantCall('put', null, { id: 'one' }), wantCall('put', null, { id: 'two' })];
  const input = tell().emit(alone).emit(alone).input({ calls });
  expect(scoreTrial(input)['effects.double']).toMatchObject({ count: 1, of: 1 });
});

it.each<[string, ToldTrial, readonly StopReason[] | null, Row]>([
  ['it was cut', tell().turn([], { stop: 'length' }), null, [['ended_truncated', 2]]],
  ['it was cut, as wanted', tell().turn([], { stop: 'length' }), ['truncated'], []],
  [
    'it was filtered, where a cut is wanted',
    tell().turn([], { stop: 'content_filter' }),
    ['truncated'],
    [['ended_content_filter', 2]],
  ],
  [
    'a call was malformed',
    tell().turn([], { stop: 'malformed_call' }),
    null,
    [['ended_protocol_error', 2]],
  ],
  ['it failed', tell().turn([], { stop: 'error' }), null, [['ended_model_error', 2]]],
  [
    'its word is not known',
    tell().turn([], { stop: 'other', finishReason: 'odd' }),
    null,
    [['unknown_finish', 2]],
  ],
  [
    'the first of several unknown words',
    tell()
      .turn([{ tool: 'look' }], { stop: 'other' })
      .turn([], { stop: 'other' }),
    null,
    [['unknown_finish', 2]],
  ],
  [
    'its word is not known, and a broken protocol is wanted',
    tell().turn([], { stop: 'other' }),
    ['protocol_error'],
    [],
  ],
  [
    'its word comes from a fault',
    tell()
      .turn([], { stop: 'other' })
      .emit(struckAt('model', 1, 1)),
    null,
    [],
  ],
  ['an earlier reply was cut', tell().turn([], { stop: 'length' }).turn([]), null, []],
  [
    'a call was written in it',
    tell().turn([], { deviations: [{ code: 'call_as_text', text: 'x' }] }),
    null,
    [['call_as_text', 2]],
  ],
  [
    'a call was written in an earlier one',
    tell()
      .turn([], { deviations: [{ code: 'call_as_text', text: 'x' }] })
      .turn([]),
    null,
    [],
  ],
  ['there is none', tell(), null, []],
])('what the last reply says of the end: %s', (...[, trial, stopReasons, found]) => {
  const score = scoreTrial(trial.end('answered').input({ stopReasons }))['termination.clean'];
  expect(score?.losses.map(({ code, event }) => [code, event])).toEqual(found);
});

it('a fault that is not of the conversation leaves an unknown word unknown', () => {
  const trial = tell()
    .turn([], { stop: 'other' })
    .emit(struckAt('tool', 1, 1))
    .end('answered');
  const score = scoreTrial(trial.input({}, { faults: [toldFault('k')] }))['termination.clean'];
  expect(score?.value).toBe(0);
});
