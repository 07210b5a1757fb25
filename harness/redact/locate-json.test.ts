import fc from 'fast-check';
import { expect, it } from 'vitest';

import { locateJson } from './locate-json.ts';
import { applyEdits, spreadEdits } from './text-edit.ts';

it('property: located values are where they say, and all are found', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1), (value, indent) => {
      const json = JSON.stringify(value, null, indent);
      const found = locateJson(json) ?? [];
      for (const { kind, start, end, text } of found) {
        const literal = json.slice(start, end);
        expect(kind === 'number' ? literal : JSON.parse(literal)).toBe(text);
      }
      const said: string[] = [];
      JSON.parse(json, (_, item: unknown) => {
        if (typeof item === 'string' || typeof item === 'number') said.push(String(item));
        return item;
      });
      const values = found.filter(({ kind }) => kind !== 'name');
      expect(
        values
          .map(({ kind, text }) => (kind === 'number' ? String(Number(text)) : text))
          .toSorted(byCodeUnit),
      ).toEqual(said.toSorted(byCodeUnit));
    }),
    { numRuns: 200 },
  );
});

it('fields are named past lists, and items are placed by their index', () => {
  const numbers = new Map<string, number>();
  const places = (json: string): readonly (readonly unknown[])[] =>
    (locateJson(json, numbers) ?? []).map(({ kind, text, field }) => [kind, text, field]);
  expect(places('{"a":["x",{"b":1}],"c":"y"}')).toEqual([
    ['name', 'a', null],
    ['string', 'x', 'a'],
    ['name', 'b', null],
    ['number', '1', 'b'],
    ['name', 'c', null],
    ['string', 'y', 'c'],
  ]);
  const group = (json: string): number | undefined =>
    locateJson(json, numbers)?.find(({ kind }) => kind === 'string')?.group;
  expect(group('{"calls":[{"text":"x","index":1}]}')).toBe(
    group('{"calls":[{"index":0},{"text":"y","index":1}]}'),
  );
  expect(group('{"calls":[{"text":"x","index":1}]}')).not.toBe(
    group('{"calls":[{"text":"x","index":0}]}'),
  );
  expect(locateJson('{"a":')).toBeNull();
});

it('depth costs no stack', () => {
  expect(locateJson(`${'['.repeat(100_000)}"x"${']'.repeat(100_000)}`)).toHaveLength(1);
});

it.each([
  [['abcdefg'], [{ start: 2, end: 5, text: 'X' }], ['abXfg']],
  [['abc', 'de', 'fg'], [{ start: 2, end: 5, text: 'X' }], ['abX', '', 'fg']],
  [['abc', 'de', 'fg'], [{ start: 3, end: 4, text: 'X' }], ['abc', 'Xe', 'fg']],
  [
    ['ab', '', 'cd'],
    [
      { start: 0, end: 3, text: 'X' },
      { start: 3, end: 4, text: 'Y' },
    ],
    ['X', '', 'Y'],
  ],
  [['ab'], [], ['ab']],
])('edits of %j in pieces', (pieces, edits, expected) => {
  expect(spreadEdits(pieces, edits)).toEqual(expected);
  expect(spreadEdits(pieces, edits).join('')).toBe(applyEdits(pieces.join(''), edits));
});

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
