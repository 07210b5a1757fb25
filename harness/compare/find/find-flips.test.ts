import { expect, it } from 'vitest';

import { makeScoreRecord, type MadeTrial } from '../../testing/score-records.ts';
import { pairTrials, type TrialPair } from '../pair/pair-trials.ts';
import { toMetricClusters } from '../pair/metric-clusters.ts';
import { countArgumentErrors, countConfusion, countEndReasons } from './count-facts.ts';
import { findFlips } from './find-flips.ts';
import { findSame } from './find-same.ts';

const pairsOf = (
  ...trials: readonly (readonly [before: MadeTrial, after: MadeTrial, place?: MadeTrial])[]
): readonly TrialPair[] => {
  const sides = [0, 1].map((side) =>
    trials.map((trial, place) =>
      makeScoreRecord({ scenario: `s${place}`, verdict: 'passed', ...trial[side], ...trial[2] }),
    ),
  );
  return pairTrials(sides[0] ?? [], sides[1] ?? [], 'variant').pairs;
};
const success = (value: number | null): MadeTrial => ({ values: { 'task.success': value } });
const repeat = (scenario: string, count: number, plan = 'none'): MadeTrial => ({
  scenario,
  repeat: count,
  plan,
});

it('lists scenarios whose share of successes changed, each way, with the reasons of the worse side', () => {
  const pairs = pairsOf(
    [success(1), success(0)],
    [success(0), success(1)],
    [success(1), success(1)],
    [success(0), success(0)],
    [success(null), success(1)],
    [success(1), success(null)],
  );
  const reasons = ['missing_call: "look_up" was expected and not called'];
  const flip = { plan: 'none', repeat: 1, divergence: null, reasons };
  expect(findFlips(pairs)).toEqual([
    { ...flip, scenario: 's0', direction: 'worse', baseline: 1, candidate: 0 },
    { ...flip, scenario: 's1', direction: 'better', baseline: 0, candidate: 1 },
  ]);
});

it('shows the first repeat that came out differently in the direction of the flip', () => {
  const pairs = pairsOf(
    [success(0), success(1), repeat('a', 1)],
    [success(1), success(0), repeat('a', 2)],
    [success(1), success(0), repeat('a', 3)],
    [success(1), success(1), repeat('a', 4)],
  );
  const divergence = { event: 3, baseline: 'x', candidate: 'y' };
  const [flip, ...others] = findFlips(pairs, new Map([['a/none/r2', divergence]]));
  expect(others).toEqual([]);
  expect(flip).toMatchObject({ repeat: 2, direction: 'worse', baseline: 0.75, candidate: 0.5 });
  expect(flip?.divergence).toEqual(divergence);
});

it.each([
  ['better', 0, 1],
  ['worse', 1, 0],
] as const)('a repeat that came out equally is not shown for a flip: %s', (_name, from, to) => {
  const pairs = pairsOf(
    [success(to), success(to), repeat('a', 1)],
    [success(from), success(from), repeat('a', 2)],
    [success(from), success(to), repeat('a', 3)],
  );
  expect(findFlips(pairs)).toMatchObject([{ repeat: 3 }]);
});

it('takes plans of one scenario apart, and repeats that even out for no flip', () => {
  const pairs = pairsOf(
    [success(1), success(0), repeat('a', 1)],
    [success(0), success(1), repeat('a', 2)],
    [success(1), success(0), repeat('a', 1, 'p')],
  );
  expect(findFlips(pairs).map(({ scenario, plan }) => [scenario, plan])).toEqual([['a', 'p']]);
});

const facts = (more: MadeTrial['facts']): MadeTrial => ({ facts: more ?? null });
const wrong = (tool: string) => ({ tool, path: '$.id', code: 'wrong_type' });

it('counts argument errors and ends of each side by name, sorted', () => {
  const pairs = pairsOf(
    [
      facts({ argumentErrors: [wrong('b'), wrong('a'), wrong('a')] }),
      facts({ argumentErrors: [wrong('b')], stopReason: 'max_turns' }),
    ],
    [facts({ stopReason: 'max_turns' }), facts({ stopReason: 'max_turns' })],
  );
  expect(countArgumentErrors(pairs)).toEqual([
    { name: 'a $.id: wrong_type', baseline: 2, candidate: 0 },
    { name: 'b $.id: wrong_type', baseline: 1, candidate: 1 },
  ]);
  expect(countEndReasons(pairs)).toEqual([
    { name: 'answered', baseline: 1, candidate: 0 },
    { name: 'max_turns', baseline: 1, candidate: 2 },
  ]);
});

it('counts what was called for what was expected, no call last, and nothing of a pair that lacks facts', () => {
  const called = (expected: string | null, name: string | null): MadeTrial =>
    facts({ confusion: [{ expected, called: name }] });
  const pairs = pairsOf(
    [called('a', 'a'), called('a', null)],
    [called('a', 'b'), called(null, 'a')],
    [called('z', 'z'), facts(null)],
    [facts(null), called('z', 'z')],
  );
  expect(countConfusion(pairs)).toEqual([
    { expected: 'a', called: 'a', baseline: 1, candidate: 0 },
    { expected: 'a', called: 'b', baseline: 1, candidate: 0 },
    { expected: 'a', called: null, baseline: 0, candidate: 1 },
    { expected: null, called: 'a', baseline: 0, candidate: 1 },
  ]);
});

it('a trial without a digest equals none, not even another without one', () => {
  const pairs = pairsOf([{}, {}], [{}, {}], [{}, {}], [{}, {}]);
  const [baseline, candidate] = [
    new Map([
      ['s0/none/r1', 'x'],
      ['s1/none/r1', 'x'],
      ['s2/none/r1', 'x'],
    ]),
    new Map([
      ['s0/none/r1', 'x'],
      ['s1/none/r1', 'y'],
    ]),
  ];
  expect([...findSame(pairs, baseline, candidate)]).toEqual(['s0/none/r1']);
});

it('gathers the values of pairs that have one on both sides, and counts each side by itself', () => {
  const pairs = pairsOf(
    [success(1), success(0), { ...repeat('a', 1), cluster: 'c' }],
    [success(0), success(0.5), { ...repeat('a', 2), cluster: 'c' }],
    [success(null), success(1), repeat('b', 1)],
    [success(1), success(null), repeat('d', 1)],
    [success(null), success(1), repeat('e', 1)],
  );
  const gathered = toMetricClusters(pairs, 'task.success');
  expect(gathered).toEqual({
    clusters: [{ cluster: 'c', baseline: [1, 0], candidate: [0, 0.5], differences: [-1, 0.5] }],
    judgedBaseline: 3,
    judgedCandidate: 4,
    areRepeats: true,
  });
  const mixed = pairsOf(
    [success(1), success(0), { ...repeat('a', 1), cluster: 'c' }],
    [success(1), success(0), { ...repeat('b', 1), cluster: 'c' }],
    [success(1), success(0), repeat('d', 1)],
  );
  expect(toMetricClusters(mixed, 'task.success').areRepeats).toBe(false);
});
