import { expect, it } from 'vitest';
import { splitDescription } from './split-description.ts';

it.each([
  ['', { attracting: [], examples: [], excluding: [], returning: [] }],
  ['Close a case.', { attracting: ['Close a case.'], examples: [], excluding: [], returning: [] }],
  [
    'Closes it. Use when it is over: "It works. Thanks!", "never mind". Not for notes (add_note). Returns the state.',
    {
      attracting: ['Closes it.', 'Use when it is over: "It works. Thanks!", "never mind".'],
      examples: ['It works. Thanks!', 'never mind'],
      excluding: ['Not for notes (add_note).'],
      returning: ['Returns the state.'],
    },
  ],
  [
    'Reads one order, not for lists.',
    { attracting: ['Reads one order'], examples: [], excluding: ['not for lists.'], returning: [] },
  ],
  [
    'Finds orders.\nDo not use it to "buy" things\nReturn value: a list',
    {
      attracting: ['Finds orders.'],
      examples: [],
      excluding: ['Do not use it to "buy" things'],
      returning: ['Return value: a list'],
    },
  ],
  [
    'Use when the user says "this is not for me".',
    {
      attracting: ['Use when the user says "this is not for me".'],
      examples: ['this is not for me'],
      excluding: [],
      returning: [],
    },
  ],
])('sorts the sentences of %j', (description, parts) => {
  expect(splitDescription(description)).toEqual(parts);
});
