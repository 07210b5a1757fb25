import { expect, it } from 'vitest';

import type { LintedTool, LintedToolset } from './lint-rule.ts';
import { lintTools } from './lint-tools.ts';
import { lintRules } from './registry.ts';

const base: LintedTool = {
  name: 'search',
  description: 'Searches.',
  effect: 'read',
  returns: {},
  parameters: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      state: { type: 'string', enum: ['a', 'b'] },
      word: { type: 'string' },
    },
    required: ['word'],
  },
};

function breaks(
  properties: LintedTool['parameters'],
  more: LintedTool['parameters'] = {},
): readonly string[] {
  const toSet = (id: string, tool: LintedTool, previous: LintedToolset | null): LintedToolset => ({
    id,
    tools: [tool],
    requests: [],
    note: null,
    previous,
  });
  const old = toSet('s@1', base, null);
  const all = { ...(base.parameters['properties'] as LintedTool['parameters']), ...properties };
  const now = { ...base, parameters: { ...base.parameters, properties: all, ...more } };
  const rules = lintRules.filter(({ id }) => id === 'breaks-old-calls');
  return lintTools([toSet('s@2', now, old)], rules).map(({ message }) => message);
}

it.each([
  [
    'a raised minimum',
    { limit: { type: 'integer', minimum: 5, maximum: 100 } },
    ['"limit": "minimum" was 1 and is 5'],
  ],
  [
    'a lowered maximum',
    { limit: { type: 'integer', minimum: 1, maximum: 9 } },
    ['"limit": "maximum" was 100 and is 9'],
  ],
  ['a wider range', { limit: { type: 'integer', minimum: 0, maximum: 900 } }, []],
  ['a number for an integer', { limit: { type: 'number', minimum: 1, maximum: 100 } }, []],
  ['another type', { limit: { type: 'string' } }, ['"limit" is no integer any more']],
  ['a value less', { state: { type: 'string', enum: ['a'] } }, ['"state" takes "b" no more']],
  ['a value more', { state: { type: 'string', enum: ['a', 'b', 'c'] } }, []],
  [
    'a list for free text',
    { word: { type: 'string', enum: ['x'] } },
    ['"word" takes only listed values now'],
  ],
  [
    'a pattern',
    { word: { type: 'string', pattern: '^x' } },
    ['"word": "pattern" was not there and is "^x"'],
  ],
  ['a new optional field', { more: { type: 'string' } }, []],
])('between two versions, %s', (...[, properties, messages]) => {
  expect(breaks(properties)).toEqual(messages);
});

it('between two versions, a field that is required now or that is gone', () => {
  expect(breaks({}, { required: ['word', 'state'] })).toEqual(['"state" is required now']);
  expect(breaks({}, { properties: { word: { type: 'string' } } })).toEqual([
    '"limit" is gone',
    '"state" is gone',
  ]);
});
