import { expect, it } from 'vitest';

import { makeScoreRecord, type MadeTrial } from '../../testing/score-records.ts';
import { pairTrials } from './pair-trials.ts';

const make = (trials: readonly MadeTrial[]): ReturnType<typeof makeScoreRecord>[] =>
  trials.map((trial) => makeScoreRecord(trial));
const counted = {} satisfies MadeTrial['facts'];

it.each([
  { name: 'passed', trial: { verdict: 'passed' }, pairs: 1, invalid: 0, only: 0 },
  { name: 'failed', trial: { verdict: 'failed' }, pairs: 1, invalid: 0, only: 0 },
  { name: 'invalid', trial: { verdict: 'invalid' }, pairs: 0, invalid: 1, only: 0 },
  {
    name: 'invalid without facts',
    trial: { verdict: 'invalid', facts: null },
    pairs: 0,
    invalid: 1,
    only: 0,
  },
  {
    name: 'skipped, as if never planned',
    trial: { verdict: 'skipped', facts: null },
    pairs: 0,
    invalid: 0,
    only: 1,
  },
  {
    name: 'left out of the counts of its run, with scores',
    trial: { verdict: 'skipped', facts: counted },
    pairs: 1,
    invalid: 0,
    only: 0,
  },
] as const)('a trial that is $name, on either side', ({ trial, pairs, invalid, only }) => {
  const [odd, good] = [make([trial]), make([{}])];
  const right = pairTrials(good, odd, 'variant');
  expect([right.pairs.length, right.invalid, right.onlyBaseline, right.onlyCandidate]).toEqual([
    pairs,
    invalid,
    only,
    0,
  ]);
  const left = pairTrials(odd, good, 'variant');
  expect([left.pairs.length, left.invalid, left.onlyBaseline, left.onlyCandidate]).toEqual([
    pairs,
    invalid,
    0,
    only,
  ]);
});

it('keeps the sides apart: each record is on the side that it was given for', () => {
  const { pairs } = pairTrials(
    make([{ variant: 'old', cluster: 'left' }]),
    make([{ variant: 'new', cluster: 'right' }]),
    'variant',
  );
  expect(
    pairs.map(({ baseline, candidate, cluster, key }) => [
      baseline.lane.variant,
      candidate.lane.variant,
      cluster,
      key,
    ]),
  ).toEqual([['old', 'new', 'left', 's1/none/r1']]);
});

it('sorts pairs by scenario, plan and repeat, whatever the order of the trials', () => {
  const trials = [
    { scenario: 's2', plan: 'a' },
    { scenario: 's1', plan: 'b', repeat: 2 },
    { scenario: 's1', plan: 'b', repeat: 1 },
    { scenario: 's1', plan: 'a', repeat: 3 },
  ];
  const sorted = ['s1/a/r3', 's1/b/r1', 's1/b/r2', 's2/a/r1'];
  for (const order of [trials, trials.toReversed()]) {
    const { pairs } = pairTrials(make(order), make(trials), 'variant');
    expect(pairs.map(({ key }) => key)).toEqual(sorted);
  }
});

it('counts scenarios of either side, those of pairs, clusters and trials of one side only', () => {
  const pairing = pairTrials(
    make([{ scenario: 'a', cluster: 'x' }, { scenario: 'b', cluster: 'x' }, { scenario: 'c' }]),
    make([{ scenario: 'a', cluster: 'x' }, { scenario: 'd' }]),
    'variant',
  );
  const { pairs, doubled, ...counts } = pairing;
  expect([pairs.length, doubled]).toEqual([1, []]);
  expect(counts).toEqual({
    onlyBaseline: 2,
    onlyCandidate: 1,
    invalid: 0,
    scenarios: 4,
    pairedScenarios: 1,
    clustersPlanned: 3,
  });
});

it('names lanes that a side has twice, of both sides', () => {
  const { doubled } = pairTrials(
    make([{}, {}, { scenario: 's2' }]),
    make([{ scenario: 's2' }, { scenario: 's2' }]),
    'variant',
  );
  expect(doubled).toEqual(['s1/none/r1', 's2/none/r1']);
});

it('pairs every faulted trial with the clean one of the same scenario and repeat when plans are compared', () => {
  const { pairs, onlyBaseline } = pairTrials(
    make([{ repeat: 1 }, { repeat: 2 }]),
    make([
      { plan: 'f.1', repeat: 1 },
      { plan: 'f.2', repeat: 1 },
    ]),
    'plan',
  );
  expect(pairs.map(({ baseline, plan, repeat }) => [baseline.lane.plan, plan, repeat])).toEqual([
    ['none', 'f.1', 1],
    ['none', 'f.2', 1],
  ]);
  expect(onlyBaseline).toBe(1);
});
