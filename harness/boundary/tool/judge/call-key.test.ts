import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.ts';
import type { CoerceRule } from '../../../core/suite/tool.ts';
import { toCallKey, toRepeatKey } from './call-key.ts';

it.each<readonly [CoerceRule, readonly string[], string]>([
  ['trim', [' A b', 'A b '], 'A b'],
  ['lower', ['A-7', ' a-7'], 'a-7'],
  ['upper', ['a-7', 'A-7 '], 'A-7'],
  ['collapse_space', ['a \t b', ' a b '], 'a b'],
  [
    'date',
    ['2026-3-1', '2026/03/01', '2026.3.1', '2026年3月1日', '2026-03-01T10:00:00Z'],
    '2026-03-01',
  ],
  ['date', ['next week', ' next week'], 'next week'],
])('under "%s" %j are the same', (rule, texts, normal) => {
  const tool = { name: 'f', coerce: { x: rule } };
  const wanted = `f:${JSON.stringify({ x: normal })}`;
  expect(texts.map((x) => toCallKey(tool, { x }))).toEqual(texts.map(() => wanted));
});

it('lists are normalised item by item, other types stay', () => {
  const tool = { name: 'f', coerce: { x: 'lower', n: 'lower' } } as const;
  expect(toCallKey(tool, { x: ['A', 2], n: 5 })).toBe('f:{"n":5,"x":["a",2]}');
});

it('only declared key fields count, or all but those that steer', () => {
  const args = { order: 'o-1', cents: 5, dry_run: true, confirm_token: 't' };
  expect(toCallKey({ name: 'f', keyFields: ['order', 'absent'] }, args)).toBe('f:{"order":"o-1"}');
  expect(toCallKey({ name: 'f' }, args)).toBe('f:{"cents":5,"order":"o-1"}');
  expect(toRepeatKey({ name: 'f', coerce: { cents: 'ignore' } }, args)).toBe(
    'f:{"confirm_token":"t","dry_run":true,"order":"o-1"}',
  );
});

it('the order of fields makes no difference', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      // `fc.jsonValue` makes JSON by definition.
      const args = value as JsonObject;
      const turned = Object.fromEntries(Object.entries(args).toReversed());
      return toCallKey({ name: 'f' }, args) === toCallKey({ name: 'f' }, turned);
    }),
  );
});
