import { expect, it } from 'vitest';

import type { ScoreRecord } from '../../core/trial/trial.ts';
import { createRandom } from '../../core/random.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { compareScores } from '../compare-scores.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import type { Comparison } from '../comparison.ts';
import { judgeTool, measureTools } from './judge-tools.ts';

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

it('a tool that is no longer called is a regression, even if another tool gained', () => {
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

it.each([
  {
    name: 'as before',
    baseline: [1, 0.5],
    candidate: [1, 0.5],
    wanted: {
      verdict: 'PASS',
      worse: 0,
      better: 0,
      sentence:
        '"find" is called in 75 % of the cases where it is expected, on both sides, in 2 clusters',
    },
  },
  {
    name: 'as before in sum',
    baseline: [1, 0],
    candidate: [0, 1],
    wanted: {
      verdict: 'PASS',
      worse: 1,
      better: 1,
      sentence:
        '"find" is called in 50 % of the cases where it is expected, on both sides, in 2 clusters',
    },
  },
  {
    name: 'in one cluster',
    baseline: [1],
    candidate: [1],
    wanted: {
      verdict: 'PASS',
      sentence:
        '"find" is called in 100 % of the cases where it is expected, on both sides, in 1 cluster',
    },
  },
  {
    name: 'more',
    baseline: [0, 0.5],
    candidate: [1, 0.5],
    wanted: {
      verdict: 'PASS',
      blocks: false,
      worse: 0,
      better: 1,
      sentence: 'recall of "find" rose from 25 % to 75 % (worse in 0 of 2 clusters, p 0.01)',
    },
  },
  {
    name: 'less, and surely so',
    baseline: [1, 0.8],
    candidate: [0.9, 0.9],
    adjustedP: 0.0499,
    wanted: { verdict: 'PASS', worse: 1, better: 1, blocks: false },
  },
  {
    name: 'a little less, and surely so',
    baseline: [1, 1],
    candidate: [0.9, 1],
    adjustedP: 0.0499,
    wanted: {
      verdict: 'REGRESSION',
      blocks: true,
      sentence:
        'recall of "find" fell from 100 % to 95 % (worse in 1 of 2 clusters, p 0.0499): worse, even if other tools gained',
    },
  },
  {
    name: 'a little less, and not surely',
    baseline: [1, 1],
    candidate: [0.9, 1],
    adjustedP: 0.05,
    wanted: {
      verdict: 'INCONCLUSIVE',
      blocks: false,
      sentence:
        'recall of "find" fell from 100 % to 95 % (worse in 1 of 2 clusters, p 0.05): it looks worse, but is not significant',
    },
  },
  {
    name: 'half, and not surely',
    baseline: [1, 1],
    candidate: [0, 1],
    adjustedP: 0.5,
    wanted: { verdict: 'INCONCLUSIVE', blocks: true, recall: { baseline: 1, candidate: 0.5 } },
  },
  {
    name: 'nearly half less, and not surely',
    baseline: [1, 1],
    candidate: [0.01, 1],
    adjustedP: 0.5,
    wanted: { verdict: 'INCONCLUSIVE', blocks: false },
  },
  {
    name: 'as before but for a rounding error',
    baseline: [0.1 + 0.2, 1],
    candidate: [0.3, 1],
    wanted: { verdict: 'PASS', worse: 0, better: 0 },
  },
  {
    name: 'as before but for a rounding error upwards',
    baseline: [0.3, 1],
    candidate: [0.1 + 0.2, 1],
    wanted: { verdict: 'PASS', worse: 0, better: 0 },
  },
])('a tool that is called $name', ({ baseline, candidate, adjustedP = 0.01, wanted }) => {
  const tool = judgeTool({ tool: 'find', baseline, candidate, p: 0.01 }, adjustedP);
  expect(tool).toMatchObject({ ...wanted, clusters: baseline.length, p: 0.01, adjustedP });
});

/** Measures tools over pairs, one a scenario, of what was expected and called. */
function measure(
  pairs: readonly (readonly [
    cluster: string,
    before: readonly string[],
    after: readonly string[],
  ])[],
  offered: readonly [readonly string[], readonly string[]] = [[], []],
): ReturnType<typeof measureTools> {
  const toRecord = (cluster: string, calls: readonly string[]): ScoreRecord =>
    makeScoreRecord({
      cluster,
      facts: {
        confusion: calls.map((text) => {
          const [expected = '', called = ''] = text.split('>');
          return {
            expected: expected === '' ? null : expected,
            called: called === '' ? null : called,
          };
        }),
      },
    });
  return measureTools(
    { baseline: toSide('a', {}, offered[0]), candidate: toSide('b', {}, offered[1]) },
    pairs.map(([cluster, before, after], place) => ({
      key: `s${place}/none/r1`,
      scenario: `s${place}`,
      cluster,
      plan: 'none',
      repeat: 1,
      baseline: toRecord(cluster, before),
      candidate: toRecord(cluster, after),
    })),
  );
}

it('recall is a mean within a trial, then within a cluster, of what both sides expected', () => {
  const measured = measure([
    ['one', ['b>b', 'a>a', 'a>b', '>c'], ['b>', 'a>a', 'a>a', '>c']],
    ['one', ['a>a'], ['a>a']],
    ['two', ['a>a', 'only>only'], ['a>b']],
  ]);
  expect(measured).toEqual([
    // Of cluster "one", half of the calls in the first trial and all in the second.
    { tool: 'a', baseline: [0.75, 1], candidate: [1, 0], p: 1 },
    // One cluster, lost: twice 1/4.
    { tool: 'b', baseline: [1], candidate: [0], p: 0.5 },
  ]);
});

it.each([
  ['both name it', ['a'], ['a', 'b'], 1],
  ['the baseline lacks it', ['b'], ['a'], 0],
  ['the candidate lacks it', ['a'], ['b'], 0],
  ['no tools of the baseline are known', [], ['a'], 1],
  ['no tools of the candidate are known', ['a'], [], 1],
] as const)(
  'a tool is measured where both sides may have it: %s',
  (...[, before, after, count]) => {
    expect(measure([['one', ['a>a'], ['a>a']]], [before, after]).length).toBe(count);
  },
);

it.each<[string, string, string, number, number]>([
  // 2 / 4^n where every call was lost or won; no movement gives 1.
  ['every call was lost', 'a>a', 'a>', 1, 0.5],
  ['every call was lost', 'a>a', 'a>', 3, 2 / 4 ** 3],
  ['every call was won', 'a>', 'a>a', 1, 0.5],
  ['every call was won', 'a>', 'a>a', 3, 2 / 4 ** 3],
  ['nothing was lost', 'a>a', 'a>a', 3, 1],
  ['nothing was ever called', 'a>', 'a>', 3, 1],
])('where %s (%s, %s) in %d clusters, p is %d', (...[, before, after, count, p]) => {
  const clusters = Array.from({ length: count }, (_, place) => `c${place}`);
  expect(measure(clusters.map((cluster) => [cluster, [before], [after]]))[0]?.p).toBe(p);
});

it('one call that was kept is enough for sign flips alone', () => {
  const lost = ['one', 'two', 'three'].map((cluster) => [cluster, ['a>a'], ['a>']] as const);
  expect(measure([...lost, ['four', ['a>a'], ['a>a']]])[0]?.p).toBe(0.25);
  expect(measure([...lost, ['four', ['a>'], ['a>']]])[0]?.p).toBe(0.25);
});
