import { expect, it } from 'vitest';

import { makeScoreRecord } from '../../testing/score-records.ts';
import type { ComparedTool } from '../pair/compared-records.ts';
import { pairTrials, type TrialPair } from '../pair/pair-trials.ts';
import { diffParameters } from './diff-parameters.ts';
import { findToolChanges } from './find-tool-changes.ts';

const closed = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const open = { type: 'object', properties: { text: { type: 'string' } } };
const text = 'Closes a case. Use it when the user says that the case is done.';

const make = (name: string, description = text, parameters = closed as object): ComparedTool => ({
  name,
  description,
  // A literal of this test.
  parameters: parameters as ComparedTool['parameters'],
});

const called = (
  name: string,
  variant: string,
  expected = name,
): ReturnType<typeof makeScoreRecord> =>
  makeScoreRecord({ variant, facts: { confusion: [{ expected, called: name }] } });

const pairs = (before: string, after: string): readonly TrialPair[] =>
  pairTrials([called(before, 'a')], [called(after, 'b')], 'toolset').pairs;

it('a tool that only has another name is one change, with its selection under both names', () => {
  const tools = { baseline: [make('close')], candidate: [make('close_case')] };
  expect(findToolChanges(tools, pairs('close', 'close_case'))).toEqual([
    {
      tool: 'close_case',
      renamedFrom: 'close',
      description: [{ kind: 'same', text }],
      parameters: [],
      recall: { baseline: 1, candidate: 1 },
      precision: { baseline: 1, candidate: 1 },
      moved: [],
    },
  ]);
});

it.each([
  ['another text of which half is the same', make('new', `${text} Never for a new one.`), true],
  ['the same text with other parameters', make('new', text, open), true],
  ['another text with the same parameters', make('new', 'Opens the door of a garage.'), false],
  ['a text of which half is the same, with other parameters', make('new', `${text}!`, open), false],
])('a new name with %s is a rename or is not', (_name, now, isRenamed) => {
  const changes = findToolChanges({ baseline: [make('old')], candidate: [now] }, []);
  expect(changes.map(({ tool, renamedFrom }) => [tool, renamedFrom ?? null])).toEqual(
    isRenamed
      ? [['new', 'old']]
      : [
          ['new', null],
          ['old', null],
        ],
  );
});

it('the most alike of several tools are paired, each once', () => {
  const baseline = [make('a', `${text} Now.`), make('b')];
  const candidate = [
    make('x'),
    make('y', `${text} Now and then.`),
    make('z', `${text} Later, on a day without rain.`),
  ];
  const changes = findToolChanges({ baseline, candidate }, []);
  expect(changes.map(({ tool, renamedFrom }) => [tool, renamedFrom ?? null])).toEqual([
    ['x', 'b'],
    ['y', 'a'],
    ['z', null],
  ]);
});

it('tools that are all alike are paired in the order of their names', () => {
  const baseline = [make('b'), make('a'), make('c')];
  const candidate = [make('z'), make('x'), make('y')];
  const changes = findToolChanges({ baseline, candidate }, []);
  expect(changes.map(({ tool, renamedFrom }) => [tool, renamedFrom])).toEqual([
    ['x', 'a'],
    ['y', 'b'],
    ['z', 'c'],
  ]);
});

it('a tool that both sides have is never a rename', () => {
  const tools = { baseline: [make('a'), make('b')], candidate: [make('b')] };
  expect(findToolChanges(tools, []).map(({ tool, renamedFrom }) => [tool, renamedFrom])).toEqual([
    ['a', undefined],
  ]);
});

it('a candidate that still expects the old name does not meet it by the new one', () => {
  const before = [called('close', 'a')];
  const after = [called('close_case', 'b', 'close')];
  const found = pairTrials(before, after, 'toolset').pairs;
  const tools = { baseline: [make('close')], candidate: [make('close_case')] };
  expect(findToolChanges(tools, found)).toMatchObject([
    { renamedFrom: 'close', precision: { baseline: 1, candidate: 0 }, moved: ['s1'] },
  ]);
});

it('names sort, and tools that are the same on both sides are no change', () => {
  const baseline = [make('b'), make('same'), make('a', 'Alpha'), make('shape')];
  const candidate = [make('same'), make('a', 'Beta'), make('shape', text, open)];
  expect(findToolChanges({ baseline, candidate }, [])).toMatchObject([
    { tool: 'a', parameters: [], description: [{ kind: 'removed' }, { kind: 'added' }] },
    { tool: 'b', parameters: ['$'] },
    { tool: 'shape', description: [{ kind: 'same', text }] },
  ]);
});

it('tools without a description are not the same for that', () => {
  const tools = { baseline: [make('old', '', open)], candidate: [make('new', '')] };
  const changes = findToolChanges(tools, []);
  expect(changes.map(({ tool, renamedFrom }) => [tool, renamedFrom ?? null])).toEqual([
    ['new', null],
    ['old', null],
  ]);
});

it('selection is counted over the cells of the tool alone, with what moved to or from it', () => {
  const record = (variant: string, scenario: string, cells: readonly (string | null)[][]) =>
    makeScoreRecord({
      variant,
      scenario,
      facts: {
        confusion: cells.map(([expected = null, name = null]) => ({ expected, called: name })),
      },
    });
  const before = [
    record('a', 's2', [['t', 't']]),
    record('a', 's1', [['t', 't']]),
    record('a', 's3', [
      ['u', 'u'],
      ['t', 't'],
    ]),
    record('a', 's4', [['u', 'u']]),
    record('a', 's5', [['u', 'u']]),
  ];
  const after = [
    record('b', 's2', [['t', null]]),
    record('b', 's1', [['t', 'u']]),
    record('b', 's3', [
      ['t', 't'],
      ['u', 'u'],
    ]),
    record('b', 's4', [['u', 't']]),
    record('b', 's5', [['u', null]]),
  ];
  const found = pairTrials(before, after, 'toolset').pairs;
  const tools = { baseline: [make('t', 'Alpha')], candidate: [make('t', 'Beta')] };
  expect(findToolChanges(tools, found)).toMatchObject([
    {
      tool: 't',
      recall: { baseline: 1, candidate: 0.333333333 },
      precision: { baseline: 1, candidate: 0.5 },
      moved: ['s1', 's2', 's4'],
    },
  ]);
  const unused = { baseline: [make('x', 'Alpha')], candidate: [make('x', 'Beta')] };
  expect(findToolChanges(unused, found)).toMatchObject([
    { recall: { baseline: null, candidate: null }, precision: { baseline: null }, moved: [] },
  ]);
});

it('after a rename, other names and missing calls are kept, and trials without facts pass', () => {
  const cells = (name: string) => [
    { expected: name, called: name },
    { expected: 'other', called: 'other' },
    { expected: name, called: null },
  ];
  const before = [
    makeScoreRecord({ variant: 'a', facts: { confusion: cells('close') } }),
    makeScoreRecord({ variant: 'a', scenario: 's2', facts: null }),
  ];
  const after = [
    makeScoreRecord({ variant: 'b', facts: { confusion: cells('close_case') } }),
    makeScoreRecord({ variant: 'b', scenario: 's2', facts: null }),
  ];
  const found = pairTrials(before, after, 'toolset').pairs;
  const tools = { baseline: [make('close')], candidate: [make('close_case')] };
  expect(findToolChanges(tools, found)).toMatchObject([
    { recall: { baseline: 0.5, candidate: 0.5 }, precision: { baseline: 1 }, moved: [] },
  ]);
});

it('changed parameters are listed by path, in order', () => {
  const before = { type: 'object', properties: { b: { type: 'string' }, a: { enum: [1] } } };
  const after = { type: 'object', properties: { b: { type: 'number' }, a: { enum: [2] }, c: {} } };
  expect(diffParameters(before, after)).toEqual([
    '$.properties.a.enum',
    '$.properties.b.type',
    '$.properties.c',
  ]);
});
