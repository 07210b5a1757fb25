import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readJsonPath, toJsonPath } from './to-json-path.ts';

it.each([
  [['filters', 'country'], '$.filters.country'],
  [['odd key'], "$['odd key']"],
  [["it's"], "$['it\\'s']"],
  [['items', 0, 'a'], '$.items[0].a'],
  [['0'], "$['0']"],
  [[], '$'],
])('writes %j as %s', (segments, path) => {
  expect(toJsonPath(segments)).toBe(path);
});

it('is read back as it was written', () => {
  const segment = fc.oneof(fc.string(), fc.nat());
  fc.assert(
    fc.property(fc.array(segment), (segments) => {
      expect(readJsonPath(toJsonPath(segments))).toEqual(segments);
    }),
    { seed: 11 },
  );
});
