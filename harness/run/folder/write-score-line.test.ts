import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { JsonValue } from '../../json/json.ts';
import { metricNames } from '../../core/score/metric.ts';
import type { Score, Scores } from '../../core/score/score.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { writeScoreLine } from './write-score-line.ts';

const loss = fc.record({
  code: fc.string(),
  event: fc.option(fc.nat()),
  text: fc.string({ unit: 'binary' }),
});
const number = fc.oneof(fc.double(), fc.integer(), fc.constant(-0));
const score: fc.Arbitrary<Score> = fc.record({
  value: fc.option(number),
  count: number,
  of: fc.oneof(fc.nat(), number),
  losses: fc.oneof(fc.constant([]), fc.array(loss, { maxLength: 2 })),
});
const scores: fc.Arbitrary<Scores> = fc.dictionary(fc.constantFrom(...metricNames), score);
const records: fc.Arbitrary<ScoreRecord> = fc.record({
  lane: fc.record({
    suite: fc.string(),
    scenario: fc.string(),
    variant: fc.string(),
    plan: fc.string(),
    repeat: fc.nat(),
  }),
  cluster: fc.string(),
  verdict: fc.constantFrom('passed', 'failed', 'invalid', 'skipped'),
  expectFail: fc.option(fc.string({ unit: 'binary' })),
  scores,
  facts: fc.option(
    fc.record({
      stopReason: fc.constantFrom('answered', 'max_turns'),
      turns: fc.nat(),
      confusion: fc.array(
        fc.record({ expected: fc.option(fc.string()), called: fc.constant('a') }),
      ),
      argumentErrors: fc.constant([]),
    }),
  ),
  faults: fc.constant([]),
});

it('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(records, (record) => {
      expect(writeScoreLine(record, (value) => JSON.stringify(value))).toBe(lineOf(record));
    }),
  );
});

it('writes what JSON.stringify writes of a record with a field that is undefined', () => {
  const record = { ...plainRecord, facts: undefined } as unknown as ScoreRecord;
  expect(writeScoreLine(record, (value) => JSON.stringify(value))).toBe(lineOf(record));
});

function lineOf(record: ScoreRecord): string {
  return JSON.stringify({ schemaVersion: 1, ...record });
}

const plainRecord: ScoreRecord = {
  lane: { suite: 's', scenario: 'one', variant: 'v', plan: 'none', repeat: 1 },
  cluster: 'one',
  verdict: 'passed',
  expectFail: null,
  scores: { 'task.success': { value: 1, count: 1, of: 1, losses: [] } },
  facts: null,
  faults: [],
};

/** Where a secret may stand. */
const places: readonly (readonly [string, (secret: string) => ScoreRecord])[] = [
  ['a name', (secret) => ({ ...plainRecord, lane: { ...plainRecord.lane, scenario: secret } })],
  ['the reason of an expected failure', (secret) => ({ ...plainRecord, expectFail: secret })],
  [
    'a loss',
    (secret) => ({
      ...plainRecord,
      scores: {
        ...plainRecord.scores,
        'task.success': {
          value: 0,
          count: 0,
          of: 1,
          losses: [{ code: 'not_said', event: 3, text: `it said ${secret}` }],
        },
      },
    }),
  ],
];

it.each(places)('takes secrets out of %s', (_, place) => {
  const write = (value: JsonValue): string =>
    JSON.stringify(value).replaceAll('s3cret', '[secret]');
  expect(writeScoreLine(place('s3cret'), write)).toBe(lineOf(place('[secret]')));
});
