import { expect, it } from 'vitest';

import type { Tool, Toolset } from '../../core/suite/tool.ts';
import { findEdits, mixToolset } from './find-edits.ts';

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object' },
  effect: 'read',
  handler: () => name,
  ...more,
});

const before: Toolset = {
  id: 't@1',
  tools: [tool('keep'), tool('word'), tool('both'), tool('gone')],
};
const strict = { type: 'object', additionalProperties: false };
const after: Toolset = {
  id: 't@2',
  tools: [
    tool('keep'),
    tool('word', { description: 'Other words.' }),
    tool('both', { description: 'New.', parameters: strict, effect: 'irreversible' }),
    tool('new'),
  ],
};

it('names every edit between two toolsets, and none for functions', () => {
  expect(findEdits(before, after).map((edit) => edit.id)).toEqual([
    'word.description',
    'both.description',
    'both.schema',
    'new.added',
    'gone.removed',
  ]);
  expect(findEdits(before, before)).toEqual([]);
});

it('mixes: all edits give the second toolset, none the first', () => {
  const edits = findEdits(before, after);
  const strip = ({ tools }: Toolset): readonly unknown[] =>
    tools.map(({ handler: _handler, ...rest }) => rest);
  expect(strip(mixToolset(before, after, edits))).toEqual(strip(after));
  expect(strip(mixToolset(before, after, []))).toEqual(strip(before));
});

it.each([
  ['both.description', { description: 'New.', parameters: { type: 'object' }, effect: 'read' }],
  ['both.schema', { description: 'Does both.', parameters: strict, effect: 'irreversible' }],
])('applies %s alone', (id, expected) => {
  const edits = findEdits(before, after).filter((edit) => edit.id === id);
  const mixed = mixToolset(before, after, edits);
  expect(mixed.tools.find(({ name }) => name === 'both')).toMatchObject(expected);
  expect(mixed.tools.map(({ name }) => name)).toEqual(['keep', 'word', 'both', 'gone']);
});
