import { expect, it } from 'vitest';
import type { Score } from '../../core/score/score.ts';
import type { ScorerInput } from '../../core/score/scorer.ts';
import { callOutcomes, type CallOutcome } from '../../core/suite/suite.ts';
import type { EventBody } from '../../core/trial/transcript.ts';
import { ToldTrial, toldTool, wantCall, type ToldCall } from '../../testing/told-trial.ts';
import { scoreTrial } from '../score-trial.ts';
import { toConfusion } from '../match/to-confusion.ts';

const tools = [
  toldTool('put', { grade: 'irreversible' }),
  toldTool('pay', { grade: 'irreversible', confirm: 'token' }),
  toldTool('look'),
];

const judged = {};
const bad: ToldCall['judged'] = { findings: [{ stage: 'validation', code: 'wrong_type' }] };

function tell(turns: readonly (readonly ToldCall[])[]): ToldTrial {
  const trial = new ToldTrial(tools).user('please');
  for (const calls of turns) trial.turn(calls);
  return trial.turn([], { text: 'Done' }).end('answered', 'Done');
}

function losses(score: Score | undefined): readonly string[] {
  return (score?.losses ?? []).map((loss) => loss.code);
}

function judge(input: ScorerInput): readonly string[] {
  return losses(scoreTrial(input)['task.success']);
}

/** A call and everything that it may have come to. */
const fates: Readonly<Record<string, readonly [call: ToldCall, met: readonly CallOutcome[]]>> = {
  succeeded: [{ tool: 'put', judged, status: 'success' }, ['ran', 'succeeded']],
  'found nothing': [{ tool: 'put', judged, status: 'empty' }, ['ran', 'succeeded']],
  failed: [{ tool: 'put', judged, status: 'error' }, ['ran', 'failed']],
  'timed out': [{ tool: 'put', judged, status: 'timeout' }, ['ran', 'failed']],
  'denied by its tool': [{ tool: 'put', judged, status: 'denied' }, ['denied']],
  'denied by the loop': [{ tool: 'put', judged, refused: 'denied' }, ['denied']],
  'refused by its schema': [{ tool: 'put', judged: bad, refused: 'invalid_arguments' }, []],
  'held back with its batch': [{ tool: 'put', judged, refused: 'tool_batch_rejected' }, []],
  'cut off': [{ tool: 'put', args: '{"k":"a', refused: 'truncated' }, []],
  'awaiting a person': [{ tool: 'put', judged, refused: 'confirm_required' }, []],
  'not delivered': [{ tool: 'put', judged }, []],
  previewed: [{ tool: 'pay', judged: { confirm: 'preview' }, status: 'success' }, ['previewed']],
};

const table = Object.entries(fates).flatMap(([name, [call, met]]) =>
  callOutcomes.map((outcome) => ({ name, call, outcome, isMet: met.includes(outcome) })),
);

it.each(table)('a call that was $name, where $outcome is expected', ({ call, outcome, isMet }) => {
  const isOk = isMet || outcome === 'attempted';
  const value = isOk ? 1 : 0;
  const input = tell([[call]]).input({ calls: [wantCall(call.tool, null, { outcome })] });
  const scores = scoreTrial(input);
  for (const name of ['selection.exact', 'selection.recall', 'task.success'] as const) {
    expect(scores[name]?.value).toBe(value);
  }
  // Neither a call too many nor one that is missing: it was chosen rightly.
  expect(toConfusion(input)).toEqual([{ expected: call.tool, called: call.tool }]);
  const events = scores['selection.exact']?.losses.map((loss) => input.events[loss.event ?? -1]);
  expect(events?.map((event) => event?.type)).toEqual(
    isOk ? [] : [call.judged === undefined ? 'reply' : 'judged'],
  );
});

it.each(Object.entries(fates))('without an outcome, a call that was %s', (_name, [call, met]) => {
  const input = tell([[call]]).input({ calls: [wantCall(call.tool)] });
  expect(judge(input).includes('never_ran')).toBe(!met.includes('ran'));
});

it.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
  ['its arguments are those of a preview: no token', { match: 'absent' }, []],
  ['its arguments leave that open', { match: 'any' }, ['missing_argument', 'never_ran']],
])('a preview is what is expected where %s', (_name, matcher, found) => {
  const call: ToldCall = { tool: 'pay', judged: { confirm: 'preview' }, status: 'success' };
  const wanted = {
    ...wantCall('pay'),
    // Both are matchers without further fields.
    arguments: { confirm_token: matcher as { match: 'absent' } | { match: 'any' } },
  };
  const input = tell([[call]]).input({ calls: [wanted] });
  expect(losses(scoreTrial(input)['selection.exact'])).toEqual(
    found.filter((code) => code === 'never_ran'),
  );
});

const mended: ToldCall = { tool: 'put', args: { k: 'a' }, judged, status: 'success' };

it.each<[string, readonly ToldCall[][]]>([
  ['refused', [[{ tool: 'put', judged: bad, refused: 'invalid_arguments' }], [mended]]],
  ['cut off', [[{ tool: 'put', args: '{"k', refused: 'truncated' }], [mended]]],
  [
    'held back with its batch',
    [
      [
        { tool: 'put', args: { k: 'a' }, judged, refused: 'tool_batch_rejected' },
        { tool: 'look', judged: bad, refused: 'invalid_arguments' },
      ],
      [mended],
    ],
  ],
  ['failed', [[{ ...mended, status: 'error' }], [mended]]],
])('a call that was %s, mended and run later, meets its expectation', (_name, turns) => {
  const input = tell(turns).input({
    calls: [wantCall('put', { k: 'a' }, { outcome: 'succeeded' })],
    mayCall: ['look'],
  });
  expect(judge(input)).toEqual([]);
});

it('of attempts at one wish the last that ran counts, not a later one that never did', () => {
  const turns: ToldCall[][] = [
    [{ ...mended, status: 'error' }],
    [{ tool: 'put', args: { k: 'a' }, judged, refused: 'tool_batch_rejected' }],
  ];
  const want = (outcome: CallOutcome): ScorerInput =>
    tell(turns).input({ calls: [wantCall('put', { k: 'a' }, { outcome })] });
  expect(judge(want('ran'))).toEqual([]);
  expect(judge(want('failed'))).toEqual([]);
  expect(judge(want('succeeded'))).toEqual(['wrong_outcome']);
});

it('an earlier attempt may be expected beside the one that mended it', () => {
  const turns: ToldCall[][] = [[{ ...mended, status: 'error' }], [mended]];
  const calls = [
    wantCall('put', null, { id: 'first', outcome: 'failed' }),
    wantCall('put', null, { id: 'again', outcome: 'succeeded' }),
  ];
  expect(judge(tell(turns).input({ calls }))).toEqual([]);
});

it('a denial that a fault made up says nothing against the call', () => {
  const call: ToldCall = { tool: 'look', judged, status: 'denied' };
  const trial = tell([[call]]);
  const fault: EventBody = {
    type: 'fault',
    fault: 'f',
    kind: 'permission',
    on: 'tool',
    call: 't1c0',
    tool: 'look',
    delivery: 1,
  };
  expect(judge(trial.input({ calls: [wantCall('look')] }))).toEqual(['never_ran']);
  expect(judge(trial.emit(fault).input({ calls: [wantCall('look')] }))).toEqual([]);
});

it('a call that was answered from the journal did not run', () => {
  const trial = new ToldTrial(tools)
    .turn([mended])
    .turn([{ tool: 'put', args: { k: 'a' }, judged }])
    .emit({
      type: 'result',
      call: 't2c0',
      delivery: 0,
      status: 'success',
      value: null,
      error: null,
      cached: true,
      durationMs: 0,
      executed: null,
    });
  const two = [wantCall('put', null, { id: 'a' }), wantCall('put', null, { id: 'b' })];
  const found = scoreTrial(trial.input({ calls: two }))['selection.exact']?.losses;
  expect(found?.map((loss) => loss.text)).toEqual([
    '"put" was called and never ran: it was answered from the journal',
  ]);
});

it.each<[string, string, readonly string[]]>([
  ['a readable and valid call', '{}', []],
  ['an unreadable one', '{', ['invalid_json', 'never_ran']],
])('where nothing says of any call whether it ran: %s', (_name, args, found) => {
  const input = tell([[{ tool: 'put', args }]]).input({ calls: [wantCall('put')] });
  expect(judge(input)).toEqual(found);
});

it('a reply that was cut off is not a run, though its call is whole and nothing else is known', () => {
  const trial = new ToldTrial(tools).turn([{ tool: 'put' }], { stop: 'length' });
  expect(judge(trial.input({ calls: [wantCall('put')] }))).toEqual([
    'ended_truncated',
    'never_ran',
  ]);
});

it.each<[string, CallOutcome, boolean]>([
  ['is no success of the call itself', 'succeeded', false],
  ['leaves it failed', 'failed', true],
])('a read-back under the reference of a write that failed %s', (_name, outcome, isMet) => {
  const trial = new ToldTrial(tools).turn([{ tool: 'put', judged, status: 'error' }]);
  trial.emit({
    type: 'delivery',
    call: 't1c0',
    tool: 'look',
    delivery: 2,
    preview: false,
    confirm: 'not_needed',
    arguments: {},
    idempotencyKey: null,
  });
  trial.emit({
    type: 'result',
    call: 't1c0',
    delivery: 2,
    status: 'success',
    value: { found: true },
    error: null,
    cached: false,
    durationMs: 5,
    executed: null,
  });
  const input = trial.input({ calls: [wantCall('put', null, { outcome })] });
  expect(scoreTrial(input)['selection.exact']?.value).toBe(isMet ? 1 : 0);
});

const heldBack: ToldCall = { tool: 'put', judged, refused: 'tool_batch_rejected' };
const ranWell: ToldCall = { tool: 'put', judged, status: 'success' };

it.each<[CallOutcome, string, ToldCall, string]>([
  ['ran', 'was held back', heldBack, 'never_ran'],
  ['succeeded', 'was held back', heldBack, 'never_ran'],
  ['failed', 'was held back', heldBack, 'never_ran'],
  ['denied', 'was held back', heldBack, 'wrong_outcome'],
  ['previewed', 'was held back', heldBack, 'wrong_outcome'],
  ['failed', 'succeeded', ranWell, 'wrong_outcome'],
  ['denied', 'succeeded', ranWell, 'wrong_outcome'],
  ['succeeded', 'failed', { ...ranWell, status: 'error' }, 'wrong_outcome'],
])('where %s is expected, a call that %s has its own reason', (...row) => {
  const [outcome, , call, code] = row;
  const input = tell([[call]]).input({ calls: [wantCall('put', null, { outcome })] });
  expect(judge(input)).toEqual([code]);
});

it.each<[string, Readonly<Record<string, boolean | null>>, ToldCall['judged'], boolean]>([
  ['dry_run is true', { dry_run: true }, { confirm: 'preview' }, true],
  ['dry_run is true', { dry_run: true }, {}, false],
  ['dry_run is false', { dry_run: false }, { confirm: 'preview' }, false],
  ['dry_run is false', { dry_run: false }, {}, true],
  ['there is a token', { confirm_token: null }, {}, true],
])('where %s in what is expected (%j), a call judged %j: met %s', (...[, args, how, isMet]) => {
  const call: ToldCall = { tool: 'pay', args, judged: how ?? {}, status: 'success' };
  const input = tell([[call]]).input({ calls: [wantCall('pay', args)] });
  expect(scoreTrial(input)['selection.exact']?.value).toBe(isMet ? 1 : 0);
});

const previewed: ToldCall = { tool: 'pay', judged: { confirm: 'preview' } };

it.each<[string, ToldCall, CallOutcome, string]>([
  ['denied by its tool', { tool: 'put', judged, status: 'denied' }, 'ran', 'it was denied'],
  ['refused', { ...heldBack, judged: bad }, 'failed', 'it was refused (wrong_type)'],
  ['held back', heldBack, 'succeeded', 'it was held back (tool_batch_rejected)'],
  ['cut off', { tool: 'put', args: '{"k', refused: 'truncated' }, 'ran', 'its reply was cut off'],
  ['unreadable', { tool: 'put', args: '{"k' }, 'ran', 'its arguments cannot be read'],
  ['not delivered', { tool: 'put', judged }, 'ran', 'it was not delivered to its tool'],
  ['a preview that ran', { ...previewed, status: 'success' }, 'ran', 'it was only previewed'],
  ['a preview that did not', previewed, 'ran', 'it asks for a preview only'],
])('a call that is expected to run and never did says why: %s', (...[, call, outcome, why]) => {
  const input = tell([[call]]).input({ calls: [wantCall(call.tool, null, { outcome })] });
  expect(scoreTrial(input)['selection.exact']?.losses.map(({ text }) => text)).toEqual([
    `"${call.tool}" was called and never ran: ${why}`,
  ]);
});

it.each<[string, ToldCall, CallOutcome, string]>([
  [
    'succeeded',
    { tool: 'put', judged, status: 'success' },
    'failed',
    'succeeded, expected that it fails',
  ],
  [
    'succeeded',
    { tool: 'put', judged, status: 'success' },
    'denied',
    'succeeded, expected that it is denied',
  ],
  [
    'failed',
    { tool: 'put', judged, status: 'error' },
    'succeeded',
    'failed (failed), expected that it succeeds',
  ],
  [
    'is only told of',
    { tool: 'put' },
    'succeeded',
    'ran, and nothing says what it came to, expected that it succeeds',
  ],
  [
    'was held back',
    heldBack,
    'previewed',
    'did not run (it was held back (tool_batch_rejected)), expected that it is only previewed',
  ],
])('a call that came to something else says what: it %s', (...[, call, outcome, what]) => {
  const input = tell([[call]]).input({ calls: [wantCall(call.tool, null, { outcome })] });
  expect(scoreTrial(input)['selection.exact']?.losses.map(({ text }) => text)).toEqual([
    `"${call.tool}" ${what}`,
  ]);
});

it.each([
  [
    'was answered from the journal',
    'success',
    true,
    '"put" was called and never ran: it was answered from the journal',
  ],
  ['timed out, and no error is kept', 'timeout', false, '"put" failed, expected that it succeeds'],
] as const)('the result of a call, from elsewhere: it %s', (...[, status, cached, text]) => {
  const trial = new ToldTrial(tools).turn([{ tool: 'put', judged }]);
  const made = { call: 't1c0', delivery: 1, durationMs: 1, executed: null } as const;
  if (!cached) {
    const sent = {
      preview: false,
      confirm: 'not_needed',
      arguments: {},
      idempotencyKey: null,
    } as const;
    trial.emit({ type: 'delivery', call: 't1c0', tool: 'put', delivery: 1, ...sent });
  }
  trial.emit({ type: 'result', ...made, status, value: null, error: null, cached });
  const input = trial.input({ calls: [wantCall('put', null, { outcome: 'succeeded' })] });
  expect(scoreTrial(input)['selection.exact']?.losses.map((loss) => loss.text)).toEqual([text]);
});
