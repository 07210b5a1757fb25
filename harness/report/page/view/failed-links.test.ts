import { expect, it } from 'vitest';

import type { PageTrial } from '../page-index.ts';
import { toFailedLinks } from './failed-links.ts';

const plain: PageTrial = {
  scenario: 's',
  variant: 'v',
  plan: 'none',
  repeat: 1,
  verdict: 'passed',
  stopReason: null,
  reasons: [],
  expectFail: null,
  turns: 1,
  calls: 0,
  durationMs: 0,
  tools: [],
  faults: [],
  confusion: [],
  values: [],
  chunk: 0,
};

/** `+` passed, `-` failed, `!` invalid, `.` skipped; scenarios are named by their places. */
const verdicts = { '+': 'passed', '-': 'failed', '!': 'invalid', '.': 'skipped' } as const;
const toTrials = (signs: string): readonly PageTrial[] =>
  Array.from(signs, (sign, at) =>
    // Every sign of the tables is one of these.
    ({ ...plain, scenario: `s${at}`, verdict: verdicts[sign as keyof typeof verdicts] }),
  );

it.each<[signs: string, here: number, shown: string | null]>([
  ['+-+!+-', 3, 'prev s1 / 2 of 3 failed / next s5'],
  ['+-+!+-', 1, '1 of 3 failed / next s3'],
  ['+-+!+-', 5, 'prev s3 / 3 of 3 failed'],
  ['+-+!+-', 2, 'prev s1 / 3 failed / next s3'],
  ['.-', 0, '1 failed / next s1'],
  ['-+', 0, null],
  ['++', 1, null],
  ['--', 9, null],
])('of %s, the trial at %d leads to %s', (signs, here, shown) => {
  const trials = toTrials(signs);
  const links = toFailedLinks(trials, trials[here] ?? { ...plain, scenario: 'other' });
  if (links === null) {
    expect(shown).toBe(null);
    return;
  }
  const ways = [...links.source.matchAll(/rel="(\w+)"[^>]*#\/trial\/(\w+)\//gu)].map(
    ([, rel, scenario]) => `${rel ?? ''} ${scenario ?? ''}`,
  );
  const count = /(?:\d+ of )?\d+ failed/u.exec(links.source.replaceAll(/<[^>]*>/gu, ''))?.[0];
  const before = ways.filter((way) => way.startsWith('prev'));
  const after = ways.filter((way) => way.startsWith('next'));
  expect([...before, count, ...after].join(' / ')).toBe(shown);
});
