import { expect, it } from 'vitest';

import { toToolChanges } from './tool-changes.ts';

it('recall and precision of a changed tool show what they are shares of', () => {
  const change = {
    tool: 'a',
    description: [],
    parameters: [],
    recall: { baseline: 0.5, candidate: 1 },
    precision: { baseline: 1, candidate: 0.667 },
    moved: [],
  };
  const confusion = [
    { expected: 'a', called: 'a', baseline: 1, candidate: 2 },
    { expected: 'a', called: null, baseline: 1, candidate: 0 },
    { expected: 'b', called: 'a', baseline: 0, candidate: 1 },
  ];
  const { source } = toToolChanges({ toolChanges: [change], confusion }, new Map());
  expect(source).toContain('(1 of 2 → 2 of 2)');
  expect(source).toContain('(1 of 1 → 2 of 3)');
});
