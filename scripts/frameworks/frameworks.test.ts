import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, it } from 'vitest';

import type { TrialRecord } from '../../harness/core/trial/trial.ts';
import { findUnstruck } from './find-unstruck.ts';
import { columns, frameworks } from './framework-columns.ts';
import { readFrameworkRun } from './read-framework-run.ts';
import { toFrameworkTable } from './to-framework-table.ts';

const root = resolve(import.meta.dirname, '../..');
const agents = join(root, 'suites/examples/frameworks/agents');

/** A trial of a framework under one fault, as a run stores it. */
function trial(variant: string, kind: string, more: Partial<TrialRecord> = {}): object {
  const lane = { suite: 'frameworks', scenario: 'refund', variant, repeat: 1 };
  return {
    lane: { ...lane, plan: `standard.${kind}@model.1` },
    outcome: { status: 'finished', stopReason: 'answered' },
    events: [{ type: 'fault' }],
    ...more,
  };
}

const all = Object.keys(frameworks).flatMap((variant) =>
  columns.map((kind) => trial(variant, kind)),
);

function read(trials: readonly object[], verdict: string): ReturnType<typeof readFrameworkRun> {
  const toLines = (rows: readonly object[]): string =>
    rows.map((row) => JSON.stringify(row)).join('\n');
  // Each was made by `trial` above.
  const scores = (trials as readonly TrialRecord[]).map(({ lane }) => ({ lane, verdict }));
  return readFrameworkRun({ trials: toLines(trials), scores: toLines(scores) });
}

it('a kind of standard that was not tried, or did not strike, in one framework is named', () => {
  expect(findUnstruck(read(all, 'passed'))).toEqual([]);
  const [first, ...rest] = all;
  expect(findUnstruck(read(rest, 'passed'))).toEqual(['ai-sdk-generate: timeout']);
  expect(findUnstruck(read([{ ...first, events: [] }, ...rest], 'passed'))).toEqual([
    'ai-sdk-generate: timeout',
  ]);
});

it.each<[string, Partial<Record<keyof TrialRecord, unknown>>, string, string]>([
  ['an answer', {}, 'passed', '1/1'],
  ['a second attempt', { events: [{ type: 'request', attempt: 2 }] }, 'passed', '1/1, retries'],
  [
    'an effect twice',
    { events: [{ type: 'effect' }, { type: 'effect' }] },
    'failed',
    '0/1, repeats',
  ],
  [
    'an end',
    { outcome: { status: 'finished', stopReason: 'max_turns' } },
    'failed',
    '0/1, gives up: max_turns',
  ],
])('%s is a cell of the table', (...[, more, verdict, cell]) => {
  const one = [{ ...trial('mastra', 'http'), ...more }];
  const table = toFrameworkTable(read(one, verdict), { agents, lists: import.meta.dirname });
  const row = table.split('\n').find((line) => line.startsWith('| mastra ('));
  expect(row?.split(' | ').slice(2)).toContain(cell);
});

it('the README has a row for each framework, in the version that is pinned, and a column for each kind', () => {
  const page = readFileSync(join(root, 'suites/examples/frameworks/README.md'), 'utf8');
  const [heads = '', , ...rows] = toFrameworkTable([], {
    agents,
    lists: import.meta.dirname,
  }).split('\n');
  const written = page.split('<!-- table -->')[1]?.trim().split('\n') ?? [];
  expect(written[0]).toBe(heads);
  const toFirst = (row: string): readonly string[] => row.split(' | ').slice(0, 2);
  expect(written.slice(2).map(toFirst)).toEqual(rows.map(toFirst));
});
