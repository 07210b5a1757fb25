import { expect, it } from 'vitest';

import { findPlace } from './find-place.ts';

const yaml = `name: shop
tools:
  - { name: refund, description: "Refunds 'late-order'." }
scenarios:
  - id: late-order-2
    user: Hi
  - id: late-order
  - { id: "quoted", user: Hi }
  - {id: a+b, user: Hi}
`;
const code = `const id = 'other';
export const scenarios = [
  scenario('by-helper', { user: 'Hi' }),
  { id: 'in-code', user: 'not "id: late-order"' },
  { "id": "as-json" },
];
const made = ['x', 'y'].map((end) => ({ id: \`made-\${end}\` }));
`;
const sources = [
  { file: 'suite.yaml', text: yaml },
  { file: 'parts.ts', text: code },
];

it.each([
  ['late-order', 'suite.yaml', 7],
  ['late-order-2', 'suite.yaml', 5],
  ['quoted', 'suite.yaml', 8],
  ['a+b', 'suite.yaml', 9],
  ['refund', 'suite.yaml', 3],
  ['by-helper', 'parts.ts', 3],
  ['in-code', 'parts.ts', 4],
  ['as-json', 'parts.ts', 5],
])('%s is defined in %s, line %d', (name, file, line) => {
  expect(findPlace(name, sources)).toEqual({ file, line });
});

it.each(['made-x', 'task.success', 'late', 'order', ''])('%j is defined nowhere', (name) => {
  expect(findPlace(name, sources)).toBe(null);
});
