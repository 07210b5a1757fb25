import { expect, it } from 'vitest';

import type { LintedTool } from '../lint-rule.ts';
import { compareVersions, type OldCall } from './compare-versions.ts';

const old: LintedTool = {
  name: 'search',
  description: 'Searches.',
  effect: 'read',
  returns: {
    type: 'object',
    properties: { id: { type: 'string' }, total: { type: 'integer' } },
    required: ['id', 'total'],
  },
  parameters: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many.' },
      word: { type: ['string', 'null'] },
      any: {},
      when: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    },
    required: ['word'],
  },
};

const calls: readonly OldCall[] = [
  { scenario: 'newest', tool: 'search', argumentsText: '{"word":"a","limit":1}' },
  { scenario: 'many', tool: 'search', argumentsText: '{"word":"a","limit":50}' },
  // Was wrong before, so no version can break it.
  { scenario: 'wrong', tool: 'search', argumentsText: '{"limit":0}' },
];

const withField = (field: object): LintedTool => ({
  ...old,
  parameters: {
    ...old.parameters,
    properties: { ...(old.parameters['properties'] as object), ...field },
  },
});

const verdict = (now: LintedTool | null): unknown => {
  const [found] = compareVersions([old], now === null ? [] : [now], calls);
  if (found === undefined) return null;
  const { verdict: word, changes, refused } = found;
  return [word, refused.map(({ scenario }) => scenario), ...changes.map(({ text }) => text)];
};

it.each<readonly [what: string, now: LintedTool | null, verdict: unknown]>([
  ['the same tool', structuredClone(old), null],
  [
    'a raised minimum',
    withField({ limit: { type: 'integer', minimum: 5, maximum: 100, description: 'How many.' } }),
    ['breaking', ['newest'], '"limit": "minimum" was 1 and is 5'],
  ],
  [
    'another description',
    { ...old, description: 'Looks for it.' },
    ['compatible', [], 'the description differs'],
  ],
  [
    'another text of a parameter',
    withField({ limit: { type: 'integer', minimum: 1, maximum: 100 } }),
    ['compatible', [], 'texts of the parameters differ'],
  ],
  [
    'a parameter more that may be left out',
    withField({ page: { type: 'integer' } }),
    ['compatible', [], 'the parameters differ; nothing was found that they refuse now'],
  ],
  [
    'an object more that may be left out, with a field that it requires',
    withField({ filters: { type: 'object', properties: { a: {} }, required: ['a'] } }),
    ['compatible', [], 'the parameters differ; nothing was found that they refuse now'],
  ],
  [
    'no null any more',
    withField({ word: { type: 'string' } }),
    ['breaking', [], '"word" takes null no more'],
  ],
  [
    'a type where there was none',
    withField({ any: { type: 'integer' } }),
    ['breaking', [], '"any" takes only integer now', '"any" takes null no more'],
  ],
  [
    'an alternative less',
    withField({ when: { anyOf: [{ type: 'string' }] } }),
    ['breaking', [], '"when" takes no integer any more'],
  ],
  ['a tool that is gone', null, ['breaking', ['newest', 'many'], 'is gone']],
  [
    'a higher effect grade',
    { ...old, effect: 'irreversible' },
    ['breaking', [], 'its effect was read and is irreversible'],
  ],
  [
    'a confirmation',
    { ...old, confirm: 'token' },
    ['breaking', [], 'its confirmation was none and is token'],
  ],
  [
    'a permission',
    { ...old, requires: ['search'] },
    ['breaking', [], 'it needs the permission "search" now'],
  ],
  [
    'a result without a field that was promised',
    { ...old, returns: { type: 'object', properties: { id: {} }, required: ['id'] } },
    ['breaking', [], 'its result no longer promises "total"'],
  ],
])('%s', (_, now, expected) => {
  expect(verdict(now)).toEqual(expected);
});

it('a refused call is breaking, even where no keyword says why', () => {
  const now = withField({
    limit: { type: 'integer', minimum: 1, maximum: 100, not: { const: 1 } },
  });
  expect(verdict(now)).toEqual(['breaking', ['newest'], 'the parameters differ']);
});

it('a tool that is new is compatible', () => {
  const found = compareVersions([], [old], calls);
  expect(found).toMatchObject([{ verdict: 'compatible', changes: [{ text: 'is new' }] }]);
});
