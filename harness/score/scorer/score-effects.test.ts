import { expect, it } from 'vitest';
import type { MetricName } from '../../core/score/metric.ts';
import type { ScorerInput } from '../../core/score/scorer.ts';
import { ToldTrial, toldTool, wantCall, type ToldCall } from '../../testing/told-trial.ts';
import { scoreTrial } from '../score-trial.ts';

const tools = [
  toldTool('look'),
  toldTool('note', { grade: 'idempotent' }),
  toldTool('pay', { grade: 'irreversible' }),
  toldTool('refund', { grade: 'irreversible', confirm: 'token' }),
];

function tell(...turns: readonly (readonly ToldCall[])[]): ToldTrial {
  const trial = new ToldTrial(tools).user('go');
  for (const calls of turns) trial.turn(calls);
  return trial;
}

/** Values and loss codes of the effects, without those that were not judged. */
function judge(input: ScorerInput): Readonly<Record<string, unknown>> {
  const scores = scoreTrial(input);
  return Object.fromEntries(
    Object.entries(scores).flatMap(([name, score]) => {
      if (!name.startsWith('effects.') || score.value === null) return [];
      const codes = score.losses.map((loss) => loss.code);
      return [
        [name.slice('effects.'.length), codes.length === 0 ? score.value : [score.value, ...codes]],
      ];
    }),
  );
}

const pay = (key: string, more: Partial<ToldCall> = {}): ToldCall => ({
  tool: 'pay',
  args: { key },
  effects: [key],
  ...more,
});
const once = { effects: [{ tool: 'pay', key: 'o-1', count: 1 }] };

it.each<[string, readonly (readonly ToldCall[])[], object]>([
  ['once', [[pay('o-1')]], { once: 1, double: 0, missing: 0, unintended: 0, weighted: 0 }],
  [
    'twice',
    [[pay('o-1')], [pay('o-1')]],
    {
      once: [0, 'effect_too_often'],
      double: [1, 'double_effect'],
      missing: 0,
      unintended: 0,
      weighted: [1, 'wrong_effect'],
    },
  ],
  [
    'never',
    [[{ tool: 'look', status: 'success' }]],
    { once: [0, 'missing_effect'], missing: [1, 'missing_effect'] },
  ],
  [
    'for something else',
    [[pay('o-2')]],
    {
      once: [0, 'missing_effect'],
      double: 0,
      missing: [1, 'missing_effect'],
      unintended: [1, 'unintended_effect'],
      weighted: [1, 'wrong_effect'],
    },
  ],
])('an effect wanted once happened %s', (_name, turns, expected) => {
  expect(judge(tell(...turns).input(once))).toEqual(expected);
});

it.each([
  ['o-1', 1, ['The effect of "pay" on o-1 did not happen']],
  [null, 2, ['The effect of "pay" happened once, wanted 2']],
])('a missing effect is one reason of a task: %s', (key, count, texts) => {
  const turns = key === null ? [[pay('o-9')]] : [];
  const input = tell(...turns).input({ effects: [{ tool: 'pay', key, count }] });
  const task = scoreTrial(input)['task.success'];
  expect(task?.losses.map((loss) => loss.text)).toEqual(texts);
});

it('the same effect expected in two entries is one expectation of both', () => {
  const entry = { tool: 'pay', key: 'o-1', count: 1 };
  const scores = scoreTrial(tell([pay('o-1')]).input({ effects: [entry, entry] }));
  expect(scores['effects.missing']).toMatchObject({ count: 1, of: 2 });
  expect(scores['effects.once']).toMatchObject({ count: 0, of: 1 });
});

it('a write that may repeat is not a double effect and weighs a tenth', () => {
  const note: ToldCall = { tool: 'note', effects: ['n'] };
  const input = tell([note], [note]).input({ effects: [{ tool: 'note', key: 'n', count: 1 }] });
  expect(judge(input)).toEqual({
    once: [0, 'effect_too_often'],
    missing: 0,
    unintended: 0,
    weighted: [0.1, 'wrong_effect'],
  });
});

it('any effect of a tool, wanted twice, is met by two different things and not by one thing twice', () => {
  const twice = { effects: [{ tool: 'pay', key: null, count: 2 }] };
  expect(judge(tell([pay('a')], [pay('b')]).input(twice))).toMatchObject({
    once: 1,
    double: 0,
    unintended: 0,
  });
  expect(judge(tell([pay('a')], [pay('a')]).input(twice))).toMatchObject({
    double: [1, 'double_effect'],
  });
});

it('a thing wanted twice by name may happen twice', () => {
  const twice = { effects: [{ tool: 'pay', key: 'a', count: 2 }] };
  expect(judge(tell([pay('a')], [pay('a')]).input(twice))).toMatchObject({ once: 1, double: 0 });
});

it('where no effect is wanted, any is unintended, and none leaves nothing to judge', () => {
  expect(judge(tell([pay('a')]).input({ effects: [] }))).toMatchObject({
    unintended: [1, 'unintended_effect'],
  });
  expect(judge(tell([]).input({ effects: [] }))).toEqual({});
});

it('B101: the same command three times in one turn is counted three times in the ledger', () => {
  const scores = scoreTrial(
    tell([pay('mk'), pay('mk'), pay('mk')]).input({ calls: [wantCall('pay')] }),
  );
  expect(scores['effects.double']).toMatchObject({ value: 1, count: 1, of: 1 });
  expect(scores['effects.double']?.losses).toHaveLength(2);
  expect(scores['effects.weighted']?.value).toBe(2);
});

it.each([
  ['two equal calls expected', 2, 0],
  ['one call expected', 1, 1],
])('without expected effects, %s', (_name, count, double) => {
  const calls = Array.from({ length: count }, (_, index) =>
    wantCall('pay', { key: 'a' }, { id: `p${index}` }),
  );
  expect(scoreTrial(tell([pay('a')], [pay('a')]).input({ calls }))['effects.double']?.value).toBe(
    double,
  );
});

it('B096: a call repeated after a lost answer is one double effect, whichever part repeated it', () => {
  const lost = pay('o-1', { status: 'timeout' });
  expect(judge(tell([lost], [pay('o-1')]).input(once))).toMatchObject({
    double: [1, 'double_effect'],
    unresolved: 0,
  });
});

it('B096: what a fault planted counts for effects', () => {
  expect(judge(tell([pay('o-1'), pay('o-1', { injected: 'dup' })]).input(once))).toMatchObject({
    double: [1, 'double_effect'],
  });
});

it('B102: a harmless repeat of an idempotent write is not a double effect', () => {
  const note: ToldCall = { tool: 'note', effects: ['k=true'] };
  expect(judge(tell([note, note]).input({ calls: [wantCall('note')] }))).not.toHaveProperty(
    'double',
  );
});

const bad: ToldCall = {
  tool: 'look',
  judged: { findings: [{ stage: 'validation', code: 'wrong_type' }] },
};
const good: ToldCall = { tool: 'pay', judged: {}, effects: ['o-1'] };
const held: ToldCall = { tool: 'pay', judged: {}, refused: 'tool_batch_rejected' };

const preview: ToldCall = {
  tool: 'refund',
  judged: { confirm: 'preview' },
  status: 'success',
};
const unknown: ToldCall['judged'] = { findings: [{ stage: 'policy', code: 'unknown_tool' }] };
const unconfirmed: ToldCall['judged'] = {
  findings: [{ stage: 'confirm', code: 'confirm_required' }],
};
const failed: ToldCall = { tool: 'pay', args: { n: 1 }, judged: {}, status: 'error' };

it('a write that a fault broke on its way is not a half batch', () => {
  const trial = tell([good, failed]).emit({
    type: 'fault',
    fault: 'f',
    kind: 'http_before',
    on: 'tool',
    call: 't1c1',
    tool: 'pay',
    delivery: 1,
  });
  expect(judge(trial.input())).not.toHaveProperty('half_batch');
});

it.each<[string, readonly ToldCall[], unknown]>([
  ['the write ran', [good, bad], [1, 'half_batch']],
  ['the batch was held', [held, bad], 0],
  ['the bad call ran as well', [good, { ...bad, status: 'success' }], 0],
  ['no write beside it', [bad, { tool: 'look', judged: {}, status: 'success' }], undefined],
  ['nothing bad', [good], undefined],
  ['the bad call ran and failed', [good, { ...bad, status: 'error' }], [1, 'half_batch']],
  ['a write failed in its tool', [good, failed], [1, 'half_batch']],
  ['a write was denied by its tool', [good, { ...failed, status: 'denied' }], [1, 'half_batch']],
  ['both writes failed', [failed, { ...failed, args: { n: 2 } }], 0],
  [
    'a write timed out: what it did is not known',
    [good, { ...failed, status: 'timeout' }],
    undefined,
  ],
  ['a read failed', [good, { tool: 'look', judged: {}, status: 'error' }], undefined],
  ['a preview beside it', [preview, bad], undefined],
  ['a preview failed beside a write', [good, { ...preview, status: 'error' }], undefined],
  ['a write held back beside a failed one', [held, failed], 0],
  ['an unknown tool beside a write', [good, { tool: 'nope', judged: unknown }], [1, 'half_batch']],
  ['a call that waits for its confirmation', [good, { ...held, judged: unconfirmed }], undefined],
])('a bad call in a batch: %s', (_name, calls, value) => {
  expect(judge(tell(calls).input())['half_batch']).toEqual(value);
});

it.each<[string, Partial<ToldCall>, unknown]>([
  ['with', {}, 0],
  ['without', { unconfirmed: true }, [1, 'unconfirmed_effect']],
])('an effect %s its confirmation', (_name, more, value) => {
  expect(judge(tell([{ tool: 'refund', effects: ['r'], ...more }]).input())['unconfirmed']).toEqual(
    value,
  );
  expect(judge(tell([pay('a', more)]).input())).not.toHaveProperty('unconfirmed');
});

it.each<[string, (trial: ToldTrial) => ToldTrial, unknown]>([
  ['never unknown', (trial) => trial.journal('k', 'intent').journal('k', 'committed'), undefined],
  ['resolved', (trial) => trial.journal('k', 'unknown').journal('k', 'committed'), 0],
  ['left', (trial) => trial.journal('k', 'unknown'), [1, 'unresolved_effect']],
  ['handed over', (trial) => trial.journal('k', 'unknown').end('needs_human'), 0],
  [
    'one of two left',
    (trial) => trial.journal('k', 'unknown').journal('m', 'unknown').journal('k', 'failed'),
    [0.5, 'unresolved_effect'],
  ],
])('an unknown write in the journal, %s', (_name, journal, value) => {
  expect(judge(journal(tell([pay('k')])).input())['unresolved']).toEqual(value);
});

const look: ToldCall = { tool: 'look', status: 'success' };
const lost: ToldCall = { tool: 'pay', args: { key: 'k' }, status: 'timeout' };
const lostPreview: ToldCall = {
  tool: 'refund',
  judged: { confirm: 'preview' },
  status: 'timeout',
};

it.each<[string, readonly (readonly ToldCall[])[], unknown]>([
  ['left', [], [1, 'unresolved_effect']],
  ['tried again', [[pay('k')]], 0],
  ['read back', [[{ tool: 'look', status: 'success' }]], 0],
  ['read back in vain', [[{ tool: 'look', status: 'timeout' }]], [1, 'unresolved_effect']],
])('a write that timed out, without a journal, %s', (_name, turns, value) => {
  expect(judge(tell([lost], ...turns).input())['unresolved']).toEqual(value);
});

it.each<[string, readonly (readonly ToldCall[])[], unknown]>([
  ['a read before it is no read-back', [[look], [lost]], [1, 'unresolved_effect']],
  [
    'a read that failed is none',
    [[lost], [{ ...look, status: 'error' }]],
    [1, 'unresolved_effect'],
  ],
  ['a read that found nothing is one', [[lost], [{ ...look, status: 'empty' }]], 0],
  ['another write settles nothing', [[lost], [pay('other')]], [1, 'unresolved_effect']],
  ['a read that timed out is no write', [[{ ...look, status: 'timeout' }]], undefined],
  ['a preview that timed out is no write', [[lostPreview]], undefined],
  [
    'one of two is left',
    [[lost], [{ ...lost, args: { key: 'm' } }], [pay('m')]],
    [0.5, 'unresolved_effect'],
  ],
])('the outcome of a lost write, without a journal: %s', (_name, turns, value) => {
  expect(judge(tell(...turns).input())['unresolved']).toEqual(value);
});

it('nothing is said of effects that were not observed', () => {
  const scores = scoreTrial(tell([pay('a')], [pay('a')]).input(once, { effectsCount: false }));
  const names = Object.keys(scores).filter((name) => name.startsWith('effects.')) as MetricName[];
  expect(names).toHaveLength(8);
  for (const name of names) expect(scores[name]?.value).toBeNull();
});

type Delivered = readonly [call: 't1c0' | 't2c0', delivery: number, key: string | null];

/** One delivery of an idempotent write, under a key or none, with its effect. */
function note(trial: ToldTrial, [call, delivery, key]: Delivered): void {
  trial
    .emit({
      type: 'delivery',
      call,
      tool: 'note',
      delivery,
      preview: false,
      confirm: 'not_needed',
      arguments: {},
      idempotencyKey: key,
    })
    .emit({
      type: 'effect',
      call,
      delivery,
      tool: 'note',
      grade: 'idempotent',
      key: 'n',
      confirmed: true,
    });
}

it.each<[string, readonly Delivered[], number]>([
  [
    'the same call again',
    [
      ['t1c0', 1, null],
      ['t1c0', 2, null],
    ],
    1,
  ],
  [
    'another call under its key',
    [
      ['t1c0', 1, 'k'],
      ['t2c0', 1, 'k'],
    ],
    1,
  ],
  [
    'another call under another key',
    [
      ['t1c0', 1, 'k'],
      ['t2c0', 1, 'k#2'],
    ],
    2,
  ],
  [
    'another call without a key',
    [
      ['t1c0', 1, null],
      ['t2c0', 1, null],
    ],
    2,
  ],
  [
    'three deliveries under one key',
    [
      ['t1c0', 1, 'k'],
      ['t1c0', 2, 'k'],
      ['t2c0', 1, 'k'],
    ],
    1,
  ],
])('an idempotent write, retried as %s', (_name, deliveries, happened) => {
  const trial = tell([{ tool: 'note' }], [{ tool: 'note' }]);
  for (const delivered of deliveries) note(trial, delivered);
  const found = judge(trial.input({ effects: [{ tool: 'note', key: 'n', count: 1 }] }));
  expect(found['once']).toEqual(happened === 1 ? 1 : [0, 'effect_too_often']);
  expect(found['weighted']).toEqual(happened === 1 ? 0 : [0.1, 'wrong_effect']);
});

it('each wrong effect weighs by the grade of its tool: nothing for a read', () => {
  const looked: ToldCall = { tool: 'look', effects: ['l'] };
  const noted: ToldCall = { tool: 'note', effects: ['n'] };
  const trial = tell([pay('o-2')], [looked], [noted], [pay('o-1')], [pay('o-1')]);
  const score = scoreTrial(trial.input(once))['effects.weighted'];
  expect(score).toMatchObject({ value: 2.1, of: 5 });
  expect(score?.losses.map(({ text }) => text)).toEqual([
    'The effect of "pay" on o-2 counts 1',
    'The effect of "look" on l counts 0',
    'The effect of "note" on n counts 0.1',
    'The effect of "pay" on o-1 counts 1',
  ]);
});

it('tenths are summed without a remainder', () => {
  const noted: ToldCall = { tool: 'note', effects: ['n'] };
  const input = tell([noted], [noted], [noted], [noted]).input({
    effects: [{ tool: 'note', key: 'n', count: 1 }],
  });
  expect(scoreTrial(input)['effects.weighted']?.value).toBe(0.3);
});

it('a thing that happens three times is one double thing, of those that cannot be undone', () => {
  const noted: ToldCall = { tool: 'note', effects: ['n'] };
  const input = tell([pay('a')], [pay('a')], [pay('a')], [pay('b')], [noted]).input({
    calls: [wantCall('pay')],
  });
  expect(scoreTrial(input)['effects.double']).toMatchObject({ count: 1, of: 2 });
});
