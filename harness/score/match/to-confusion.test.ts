import { expect, it } from 'vitest';
import { ToldTrial, toldTool, wantCall } from '../../testing/told-trial.ts';
import { toConfusion, type ConfusionPair } from './to-confusion.ts';

const tools = [toldTool('look'), toldTool('find'), toldTool('send', { grade: 'idempotent' })];

it.each<[readonly string[], readonly string[], readonly ConfusionPair[]]>([
  [['look'], ['look'], [{ expected: 'look', called: 'look' }]],
  [['look'], ['find'], [{ expected: 'look', called: 'find' }]],
  [['look'], [], [{ expected: 'look', called: null }]],
  [[], ['find'], [{ expected: null, called: 'find' }]],
  [[], [], [{ expected: null, called: null }]],
  [
    ['look', 'send'],
    ['send', 'find'],
    [
      { expected: 'send', called: 'send' },
      { expected: 'look', called: 'find' },
    ],
  ],
])('expected %j, called %j', (wanted, called, pairs) => {
  const trial = new ToldTrial(tools);
  for (const tool of called) trial.turn([{ tool }]);
  expect(toConfusion(trial.input({ calls: wanted.map((tool) => wantCall(tool)) }))).toEqual(pairs);
});

it('nothing is paired where nothing is expected or selection does not count', () => {
  const trial = new ToldTrial(tools).turn([{ tool: 'look' }]);
  expect(toConfusion(trial.input())).toEqual([]);
  expect(toConfusion(trial.input({ calls: [] }, { selectionCounts: false }))).toEqual([]);
});
