import { expect, it } from 'vitest';

import type { ScoreRecord } from '../../core/trial/trial.ts';
import { createRandom } from '../../core/random.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { compareScores } from '../compare-scores.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import type { Comparison } from '../comparison.ts';

/** Of each tool, in so many scenarios: how often of 10 it is called where it is expected. */
type Calls = Readonly<Record<string, readonly number[]>>;

function toSide(name: string, calls: Calls, offered: readonly string[] = []): ComparedRecords {
  const records: readonly ScoreRecord[] = Object.entries(calls).flatMap(([tool, scenarios]) =>
    scenarios.flatMap((hits, place) =>
      Array.from({ length: 10 }, (_, repeat) =>
        makeScoreRecord({
          scenario: `${tool}-${place}`,
          repeat: repeat + 1,
          values: { 'task.success': repeat < hits ? 1 : 0 },
          facts: { confusion: [{ expected: tool, called: repeat < hits ? tool : 'other' }] },
        }),
      ),
    ),
  );
  const side = {
    name,
    model: 'm',
    nature: 'scripted',
    about: null,
    toolset: 't',
    loop: 'l',
  } as const;
  const tools = offered.map((tool) => ({ name: tool, description: '', parameters: {} }));
  return { suite: 'made', side, tools, records, refusals: [] };
}

const compare = (before: Calls, after: Calls): Comparison =>
  compareScores(toSide('a', before), toSide('b', after), { by: 'toolset' });

const always = (scenarios: number): readonly number[] =>
  Array.from({ length: scenarios }, () => 10);
const never = (scenarios: number): readonly number[] => Array.from({ length: scenarios }, () => 0);

it('a tool that is called no more is a regression, whatever another tool won', () => {
  const rest = { many: always(400) };
  const result = compare(
    { ...rest, lost: always(6), won: never(6) },
    { ...rest, lost: never(6), won: always(6) },
  );
  expect(result.metrics.find(({ metric }) => metric === 'task.success')).toMatchObject({
    difference: { value: 0 },
    verdict: 'PASS',
  });
  expect(result.tools?.map(({ tool, verdict, blocks }) => [tool, verdict, blocks])).toEqual([
    ['lost', 'REGRESSION', true],
    ['many', 'PASS', false],
    ['won', 'PASS', false],
  ]);
  expect([result.verdict, result.exitCode]).toEqual(['REGRESSION', 1]);
  expect(result.sentence).toContain('recall of "lost" fell from 100 % to 0 %');
});

it.each([
  {
    name: 'lost in one scenario only',
    before: always(1),
    after: never(1),
    verdict: 'INCONCLUSIVE',
    blocks: true,
  },
  {
    name: 'lost in three of three',
    before: always(3),
    after: never(3),
    verdict: 'INCONCLUSIVE',
    blocks: true,
  },
  {
    name: 'lost in five of five',
    before: always(5),
    after: never(5),
    verdict: 'REGRESSION',
    blocks: true,
  },
  {
    name: 'nearly lost, in two',
    before: always(2),
    after: [0, 1],
    verdict: 'INCONCLUSIVE',
    blocks: true,
  },
  {
    name: 'called a little less, in two',
    before: always(2),
    after: [9, 9],
    verdict: 'INCONCLUSIVE',
    blocks: false,
  },
  {
    name: 'called a little less, in eight',
    before: always(8),
    after: [9, 9, 8, 9, 8, 9, 9, 9],
    verdict: 'REGRESSION',
    blocks: true,
  },
  { name: 'the same', before: [9, 9], after: [9, 9], verdict: 'PASS', blocks: false },
  { name: 'won', before: never(9), after: always(9), verdict: 'PASS', blocks: false },
])('one tool among 300 other scenarios: $name', ({ before, after, verdict, blocks }) => {
  const rest = { others: always(300) };
  const result = compare({ ...rest, tool: before }, { ...rest, tool: after });
  const found = result.tools?.find(({ tool }) => tool === 'tool');
  expect([found?.verdict, found?.blocks]).toEqual([verdict, blocks]);
  const isWorse = verdict === 'REGRESSION' ? 'REGRESSION' : blocks ? 'INCONCLUSIVE' : 'PASS';
  expect(result.verdict).toBe(isWorse);
});

it('a tool that one side does not offer has no verdict, and none counts where only other metrics are gated', () => {
  const [before, after] = [{ a: always(9) }, { a: never(9) }];
  const gone = compareScores(toSide('a', before, ['a']), toSide('b', after, ['b']), {
    by: 'toolset',
  });
  expect(gone.tools).toEqual([]);
  const other = compareScores(toSide('a', before), toSide('b', after), {
    by: 'toolset',
    metrics: ['termination.clean'],
  });
  expect(other.sentence).not.toContain('recall');
});

it('calls at most 5 % of 400 noisy A/A pairs with eight tools a regression, two Monte-Carlo errors allowed', () => {
  const random = createRandom('tools');
  const draw = (): Calls =>
    Object.fromEntries(
      Array.from({ length: 8 }, (_, tool) => [
        `t${tool}`,
        Array.from({ length: 5 }, () => (random.next() < 0.8 ? 10 : 0)),
      ]),
    );
  let alarms = 0;
  for (let round = 0; round < 400; round += 1) {
    if (compare(draw(), draw()).verdict === 'REGRESSION') alarms += 1;
  }
  expect(alarms).toBeLessThanOrEqual(400 * (0.05 + 2 * Math.sqrt((0.05 * 0.95) / 400)));
});
