import { beforeAll, describe, expect, it } from 'vitest';
import { runSuite } from '../../harness/api/run-suite.ts';
import type { RunSummary } from '../../harness/core/run.ts';

let summary: RunSummary;
const called = new Map<string, string>();

beforeAll(async () => {
  const variants = [
    'encoder-desk2',
    'nearest',
    'top3-words',
    'top5-words',
    'top3-words-desk1',
    'top3-encoder',
    'top3-names',
    'must-call',
  ];
  const { run } = await runSuite({ suite: 'suites/support-desk', variants });
  summary = run.summary;
  for await (const { lane, events } of run.trials()) {
    const calls = events.flatMap((event) => (event.type === 'judged' ? [event.name] : []));
    called.set(`${lane.variant} ${lane.scenario}`, calls.join());
  }
}, 60_000);

describe('was the needed tool offered', () => {
  it.each([
    ['top3-words', 27],
    ['top5-words', 28],
    ['top3-words-desk1', 10],
    ['top3-encoder', 29],
    ['top3-names', 8],
    ['nearest', 30],
  ])('%s: in %i of 30 requests', (variant, count) => {
    const score = summary.variants[variant]?.scores['selection.offered'];
    expect(score).toMatchObject({ count, of: 30 });
  });
});

it('stored similarities choose as the recorded encoder does', () => {
  const recorded = [...called].filter(([key]) => key.startsWith('encoder-desk2 '));
  expect(recorded).toHaveLength(38);
  const nearest = recorded.map(([key]) => called.get(key.replace('encoder-desk2', 'nearest')));
  expect(nearest).toEqual(recorded.map(([, tool]) => tool));
});

it('a model that must call a tool abstains from none', () => {
  expect(summary.variants['nearest']?.scores['selection.abstention']?.value).toBe(0.875);
  expect(summary.variants['must-call']?.scores['selection.abstention']?.value).toBe(0);
});
