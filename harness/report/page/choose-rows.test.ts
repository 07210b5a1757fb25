import { expect, it } from 'vitest';

import { chooseRows, groupRows } from './choose-rows.ts';
import type { PageIndex, PageTrial } from './page-index.ts';
import { plainTable, type TableState } from './route.ts';

const quiet: PageTrial = {
  scenario: 's',
  variant: 'a',
  plan: 'none',
  repeat: 1,
  verdict: 'passed',
  stopReason: 'answered',
  reasons: [],
  expectFail: null,
  turns: 2,
  calls: 1,
  durationMs: 10,
  tools: ['search'],
  faults: [],
  confusion: [{ expected: 'search', called: 'search' }],
  values: [1, 0, 100],
  chunk: 0,
};

const index: PageIndex = {
  suite: 'shop',
  variants: ['a', 'b'],
  scenarios: [
    { id: 'find', about: null, turns: ['Where is my mug?'], tags: ['reading'] },
    { id: 'refund', about: null, turns: ['Pay me back'], tags: ['money'] },
    { id: 'bye', about: null, turns: ['Bye'], tags: [] },
  ],
  metrics: [
    { name: 'selection.exact', label: '', meaning: '', better: 'higher', unit: 'share' },
    { name: 'effects.double', label: '', meaning: '', better: 'lower', unit: 'share' },
    { name: 'cost.total_tokens', label: '', meaning: '', better: 'lower', unit: 'tokens' },
  ],
  trials: [
    { ...quiet, scenario: 'find' },
    { ...quiet, scenario: 'find', variant: 'b', turns: 9, values: [0.5, 0, 100] },
    {
      ...quiet,
      scenario: 'refund',
      verdict: 'failed',
      reasons: ['effect_twice: It was paid TWICE'],
      tools: ['pay'],
      values: [1, 1, 900],
    },
    { ...quiet, scenario: 'refund', variant: 'b', tools: ['pay'], durationMs: 50 },
    { ...quiet, scenario: 'refund', plan: 'timeout@pay.1', faults: ['timeout'] },
    {
      ...quiet,
      scenario: 'bye',
      verdict: 'invalid',
      confusion: [{ expected: null, called: 'search' }],
      values: [null, null, null],
    },
  ],
  flips: [{ scenario: 'refund', plan: 'none', direction: 'worse', baseline: 'b', candidate: 'a' }],
};

const clean = ['find', 'refund', 'refund/timeout@pay.1', 'bye'];

it.each<[string, Partial<TableState>, readonly string[]]>([
  ['nothing', {}, clean],
  ['words of the user', { search: 'MUG' }, ['find']],
  ['words in several places', { search: 'twice pay' }, ['refund']],
  ['words that no row has all of', { search: 'twice mug' }, []],
  ['a plan', { search: 'timeout@' }, ['refund/timeout@pay.1']],
  ['failed', { only: ['failed'] }, ['refund']],
  ['not measured', { only: ['invalid'] }, ['bye']],
  ['flipped', { only: ['flipped'] }, ['refund']],
  ['double effects', { only: ['double'] }, ['refund']],
  ['conditions that no trial meets together', { only: ['failed', 'invalid'] }, []],
  ['failed of a variant that passed', { only: ['failed'], variant: 'b' }, []],
  ['a variant', { variant: 'b' }, ['find', 'refund']],
  ['a tool', { tool: 'pay' }, ['refund']],
  ['a fault', { fault: 'timeout' }, ['refund/timeout@pay.1']],
  ['a tag', { tag: 'money' }, ['refund', 'refund/timeout@pay.1']],
  ['a metric that one variant lost on', { metric: 'selection.exact' }, ['find']],
  ['the same, of the variant that did not', { metric: 'selection.exact', variant: 'a' }, []],
  ['a metric of which less is better', { metric: 'effects.double' }, ['refund']],
  [
    'a sum, which has no best value',
    { metric: 'cost.total_tokens' },
    ['find', 'refund', 'refund/timeout@pay.1'],
  ],
  ['a metric that is not there', { metric: 'no.such' }, []],
  [
    'a call that was expected',
    { confused: { expected: 'search', called: 'search' } },
    clean.slice(0, 3),
  ],
  ['a call that was not', { confused: { expected: '', called: 'search' } }, ['bye']],
])('rows by %s', (_, choices, expected) => {
  const table = { ...plainTable, sort: 'suite' as const, ...choices };
  const rows = chooseRows(groupRows(index), table, index);
  expect(
    rows.map(({ scenario, plan }) => (plan === 'none' ? scenario : `${scenario}/${plan}`)),
  ).toEqual(expected);
});

it.each<[TableState['sort'], readonly string[]]>([
  ['worst', ['refund', 'bye', 'find', 'refund']],
  ['scenario', ['bye', 'find', 'refund', 'refund']],
  ['plan', ['find', 'refund', 'bye', 'refund']],
  ['turns', ['find', 'refund', 'refund', 'bye']],
  ['time', ['refund', 'find', 'refund', 'bye']],
])('rows in the order of %s', (sort, expected) => {
  const rows = chooseRows(groupRows(index), { ...plainTable, sort }, index);
  expect(rows.map(({ scenario }) => scenario)).toEqual(expected);
});
