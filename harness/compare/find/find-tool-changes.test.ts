import { expect, it } from 'vitest';

import { makeScoreRecord } from '../../testing/score-records.ts';
import type { ComparedTool } from '../pair/compared-records.ts';
import { pairTrials, type TrialPair } from '../pair/pair-trials.ts';
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
