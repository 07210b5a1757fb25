import { expect, it } from 'vitest';

import type { RunSummary } from '../../../core/run.ts';
import { makeRun } from '../../../testing/made-run.ts';
import { toChangeLines } from './to-change-lines.ts';

type Bad = Readonly<Record<string, string>>;

/** A run in which these trials failed, by their reasons; `!` before a reason: they are INVALID. */
function runOf(bad: Bad, planned = 9): RunSummary {
  const entries = Object.entries(bad).map(([lane, reason]) => ({ lane, reason }));
  return {
    ...makeRun([{ scenario: 's' }]).summary,
    planned,
    failures: entries
      .filter(({ reason }) => !reason.startsWith('!'))
      .map(({ lane, reason }) => ({ lane, metric: 'task.success', code: 'code', text: reason })),
    invalidReasons: entries
      .filter(({ reason }) => reason.startsWith('!'))
      .map(({ lane, reason }) => ({ code: 'miss', text: reason.slice(1), lanes: [lane] })),
  };
}

const head = 'since the last run:';

it.each<[what: string, before: Bad, after: Bad, lines: readonly string[]]>([
  ['nothing', {}, {}, ['since the last run: no trial changed']],
  ['the same failure', { a: 'x' }, { a: 'x' }, ['since the last run: no trial changed']],
  ['a new failure', {}, { a: 'x' }, [head, '  now fails: a  code: x']],
  ['a failure that is gone', { a: 'x' }, {}, [head, '  fails no longer: a']],
  ['another reason', { a: 'x' }, { a: 'y' }, [head, '  still failed: a  code: y']],
  ['INVALID after failed', { a: 'x' }, { a: '!y' }, [head, '  now INVALID: a  miss: y']],
  ['failed after INVALID', { a: '!x' }, { a: 'y' }, [head, '  now fails: a  code: y']],
  [
    'several, the worst first',
    { a: 'x', b: 'x', c: '!x' },
    { c: '!z', d: 'x', e: '!x' },
    [
      head,
      '  now fails: d  code: x',
      '  now INVALID: e  miss: x',
      '  fails no longer: a',
      '  fails no longer: b',
      '  still invalid: c  miss: z',
    ],
  ],
])('%s', (...[, before, after, lines]) => {
  expect(toChangeLines(runOf(before), runOf(after))).toEqual(lines);
});

it('another number of trials is said, and long lists are cut', () => {
  const many = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`s${10 + at}`, 'x']));
  const lines = toChangeLines(runOf({}), runOf(many, 12));
  expect(lines[0]).toBe('since the last run (12 trials planned, 9 before):');
  expect(lines.slice(12)).toEqual(['  now fails: s21  code: x', '  ... and 3 more']);
});
