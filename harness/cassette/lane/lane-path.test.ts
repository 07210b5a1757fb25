import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLane } from '../../testing/recorded-conversation.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { toLaneName } from './lane-path.ts';

/** The mapping is part of the format: a change would orphan recordings. */
it.each([
  ['find-order_1.2', 'find-order_1.2'],
  ['a/b', 'a-b~f5effa31'],
  [String.raw`..\..\x`, 'x~'],
  ['con', 'con~'],
  ['nul.txt', 'nul-txt~'],
  ['parts', 'parts~'],
  ['q:1?', 'q-1~'],
  ['退款 ①', '~'],
  ['x'.repeat(300), `${'x'.repeat(48)}~`],
  ['A', 'a~'],
  ['trail. ', 'trail~'],
  ['..', '~'],
  ['.hidden', 'hidden~'],
  ['', '~'],
])('%j is kept as %j (B186)', (name, start) => {
  const safe = toSafeName(name);
  expect(safe.startsWith(start)).toBe(true);
  expect(safe).toMatch(name === safe ? /^[a-z0-9_-][a-z0-9._-]*$/ : /^[a-z0-9_-]*~[0-9a-f]{8}$/);
});

it('the names of reports that broke other tools stay apart, also on a disk that ignores case (B186)', () => {
  const names = [
    'a/b',
    String.raw`..\..\x`,
    'con',
    'q:1?',
    '退款 ①',
    'x'.repeat(300),
    'A',
    'a',
    'trail. ',
    '\u00e9',
    'e\u0301',
    '\ud800',
    '\ud801',
  ];
  const safe = names.map((name) => toSafeName(name).toLowerCase());
  expect(new Set(safe).size).toBe(names.length);
  expect(Math.max(...safe.map((name) => name.length))).toBeLessThanOrEqual(60);
});

it('a known lane lies where it always lay (B187)', () => {
  expect(toLaneName(createLane({ plan: 'standard/http-503@model.1', repeat: 2 }))).toBe(
    'orders/find/ref/standard-http-503-model-1~8da1e68c.r2.jsonl',
  );
  expect(toLaneName(createLane())).toBe('orders/find/ref/none.r1.jsonl');
});

it('property: different lanes have different portable names inside the folder', () => {
  const name = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a', 'A', 'a/b', '..', 'con', 'r1.jsonl'),
  );
  const lane = fc.record({
    suite: name,
    scenario: name,
    variant: name,
    plan: name,
    repeat: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(lane, lane, (left, right) => {
      const [first, second] = [toLaneName(left), toLaneName(right)];
      expect(first).toMatch(
        /^(?:[a-z0-9_~-][a-z0-9._~-]{0,59}\/){3}[a-z0-9_~-][a-z0-9._~-]{0,59}\.r[0-9]+\.jsonl$/,
      );
      expect(first === second).toBe(JSON.stringify(left) === JSON.stringify(right));
    }),
    { numRuns: 300 },
  );
});
