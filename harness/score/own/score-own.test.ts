import { expect, it } from 'vitest';

import type { OwnScore, OwnScorer, ScoredScenario } from '../../core/own/own-scorer.ts';
import { ToldTrial, toldTool } from '../../testing/told-trial.ts';
import { gatherTrial } from '../view/gather-trial.ts';
import { ScorerError } from './scorer-error.ts';
import { scoreOwn } from './score-own.ts';

const scenario: ScoredScenario = {
  id: 'refund',
  about: null,
  tags: ['money'],
  turns: ['Refund A1'],
  history: [],
  session: { user: 'u1' },
  expected: {
    calls: null,
    order: [],
    mayCall: 'reads',
    effects: null,
    forbidden: [],
    ask: [],
    stopReasons: null,
    state: null,
    says: [],
    saysNot: [],
  },
};

function toScorer(score: OwnScorer['score'], unit: OwnScorer['unit'] = 'share'): OwnScorer {
  return { name: 'house.m', label: 'M', better: 'higher', unit, meaning: 'M', score };
}

function judge(...scorers: readonly OwnScorer[]): ReturnType<typeof scoreOwn> {
  const trial = new ToldTrial([toldTool('refund', { grade: 'irreversible' })]);
  trial.turn([{ tool: 'refund', status: 'success' }]);
  return scoreOwn(scorers, gatherTrial(trial.input({})).trial, scenario);
}

const toScore = (score: () => OwnScore, unit: OwnScorer['unit'] = 'share'): unknown =>
  judge(toScorer(score, unit))['house.m'];

it('a value, a share, n/a and reasons become scores', () => {
  const reasons = [{ code: 'c', event: 0, text: 't' }];
  expect(toScore(() => ({ value: 0.5, reasons }))).toEqual({
    value: 0.5,
    count: 0.5,
    of: 1,
    losses: reasons,
  });
  expect(toScore(() => ({ count: 1, of: 4 }))).toEqual({
    value: 0.25,
    count: 1,
    of: 4,
    losses: [],
  });
  expect(toScore(() => ({ value: 17 }), 'count')).toMatchObject({ value: 17 });
  expect(toScore(() => null)).toMatchObject({ value: null, of: 0 });
  expect(toScore(() => ({ count: 0, of: 0 }))).toMatchObject({ value: null, of: 0 });
});

it('a share may be 1, an amount more than what it is of, and a reason may name no event', () => {
  expect(toScore(() => ({ value: 1 }))).toMatchObject({ value: 1 });
  expect(toScore(() => ({ count: 2, of: 2 }))).toMatchObject({ value: 1 });
  expect(toScore(() => ({ count: 3, of: 2 }), 'count')).toMatchObject({ value: 1.5 });
  const reasons = [{ code: 'c', event: null, text: 't' }];
  expect(toScore(() => ({ value: 0, reasons }))).toMatchObject({ losses: reasons });
});

it('a call of a tool that does not exist has no grade', () => {
  const trial = new ToldTrial([]).turn([{ tool: 'nope' }]);
  let grade: unknown;
  const scorer = toScorer(({ calls }) => {
    grade = calls[0]?.grade;
    return null;
  });
  scoreOwn([scorer], gatherTrial(trial.input({})).trial, scenario);
  expect(grade).toBeNull();
});

it('sees calls with their outcomes, and the scenario', () => {
  let seen: unknown;
  judge(
    toScorer((trial, asked) => {
      seen = [
        trial.calls.map(({ name, fate, grade }) => [name, fate, grade]),
        asked.id,
        trial.turns,
      ];
      return null;
    }),
  );
  expect(seen).toEqual([[['refund', 'succeeded', 'irreversible']], 'refund', 1]);
});

it.each<[string, () => unknown, string, OwnScorer['unit']?]>([
  ['not a number', () => ({ value: Number.NaN }), 'it gave the value NaN'],
  ['infinite', () => ({ value: Infinity }), 'it gave the value Infinity', 'count'],
  ['below 0', () => ({ value: -1 }), 'it gave the value -1', 'count'],
  ['a share above 1', () => ({ value: 1.01 }), 'it gave the value 1.01'],
  ['a text', () => ({ value: '1' }), 'it gave the value "1"'],
  ['a bare number', () => 1, 'it gave 1, which is not a score'],
  ['true', () => true, 'it gave true, which is not a score'],
  ['nothing', () => undefined, 'it gave nothing, which is not a score'],
  ['an empty object', () => ({}), 'it gave nothing of nothing'],
  ['more than there are', () => ({ count: 3, of: 2 }), 'it gave 3 of 2'],
  ['a promise', () => Promise.resolve(null), 'it gave a promise'],
  ['reasons that are no list', () => ({ value: 1, reasons: 'x' }), 'its reasons are "x"'],
  [
    'a reason without a text',
    () => ({ value: 1, reasons: [{ code: 'x', event: 0 }] }),
    'a reason is',
  ],
  ['a count that is no number', () => ({ count: Number.NaN, of: 1 }), 'it gave NaN of 1'],
  ['a count of what is no number', () => ({ count: 0, of: '1' }), 'it gave 0 of "1"'],
  ['a reason that is nothing', () => ({ value: 1, reasons: [null] }), 'a reason is'],
  ['a reason that is a text', () => ({ value: 1, reasons: ['x'] }), 'a reason is "x"'],
  [
    'a reason whose code is no text',
    () => ({ value: 1, reasons: [{ code: 1, event: 0, text: 't' }] }),
    'a reason is',
  ],
  [
    'a reason whose event is a text',
    () => ({ value: 1, reasons: [{ code: 'x', event: '0', text: 't' }] }),
    'a reason is',
  ],
  [
    'a reason that does not say its event',
    () => ({ value: 1, reasons: [{ code: 'x', text: 't' }] }),
    'a reason is',
  ],
  ...[-1, 0.5, 4].map((event): [string, () => unknown, string] => [
    `a reason of event ${event} of 4`,
    () => ({ value: 1, reasons: [{ code: 'x', event, text: 't' }] }),
    `a reason names event ${event}: the trial has 4`,
  ]),
  [
    'a mistake of the type of a value',
    () => (undefined as unknown as { x: () => null }).x(),
    'it threw: Cannot read properties',
  ],
  [
    'an error about something else that is read-only',
    () => {
      throw new Error('the file is read-only');
    },
    'it threw: the file is read-only',
  ],
  [
    'a reason of an event that is not there',
    () => ({ value: 1, reasons: [{ code: 'x', event: 999, text: 't' }] }),
    'a reason names event 999: the trial has',
  ],
  [
    'an error',
    () => {
      throw new Error('my bug');
    },
    'it threw: my bug',
  ],
  [
    'a thrown text',
    () => {
      // oxlint-disable-next-line typescript/only-throw-error -- a scorer of others may throw anything
      throw 'text';
    },
    'it threw: text',
  ],
])('refuses %s, naming the scorer', (...row) => {
  const [, score, says, unit = 'share'] = row;
  // What JavaScript lets through.
  const run = (): unknown => toScore(score as () => OwnScore, unit);
  expect(run).toThrow(ScorerError);
  expect(run).toThrow(`Scorer "house.m": ${says}`);
});

/** What a scorer in JavaScript could do to what it is given. */
const change = (target: unknown, name: string, value: unknown): null => {
  // Read-only by its type.
  (target as Record<string, unknown>)[name] = value;
  return null;
};

it.each<[string, OwnScorer['score']]>([
  ['an event', ({ events }) => change(events[0], 'seq', 5)],
  ['the list of calls', ({ calls }) => change(calls, '1', 'x')],
  ['the scenario', (_trial, asked) => change(asked, 'id', 'x')],
  ['a field too many', (trial) => change(trial, 'x', 1)],
  [
    'a field less',
    ({ calls }) => (Reflect.deleteProperty(calls[0] ?? {}, 'name'), change(calls, 'length', 0)),
  ],
])('refuses a scorer that changes %s', (_name, score) => {
  expect(() => judge(toScorer(score))).toThrow(
    'Scorer "house.m": it changes the trial that it is given, which is read-only',
  );
});

it('without scorers nothing is scored', () => {
  expect(judge()).toEqual({});
});
