import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { useLimits } from '../testing/use-limits.ts';
import { keepDepth, keepValueDepth } from './keep-depth.ts';
import { limitNames, limitTable, toLimitVariable } from './limit-table.ts';
import { keepLimit, limitOf, readLimits } from './limits.ts';

it('each limit has a variable of its own and a default above 0', () => {
  expect(new Set(limitNames.map(toLimitVariable)).size).toBe(limitNames.length);
  expect(toLimitVariable('bodyBytes')).toBe('TOOLRIG_BODY_BYTES');
  expect(limitNames.filter((name) => !(limitTable[name].value > 0))).toEqual([]);
});

it.each(limitNames)('%s holds, can be raised, and its message names all that is needed', (name) => {
  const { value } = limitTable[name];
  expect(() => keepLimit(name, value, 'read "a"')).not.toThrow();
  expect(() => keepLimit(name, value + 1, 'read "a"')).toThrow(
    `Cannot read "a": it may have ${value} ${limitTable[name].unit} (limit ${name}: ${limitTable[name].of}) and has ${value + 1}. Raise the limit with ${toLimitVariable(name)}`,
  );
  const { limits } = readLimits({ [toLimitVariable(name)]: String(value + 1) });
  using _ = useLimits(limits);
  expect(() => keepLimit(name, value + 1, 'read "a"')).not.toThrow();
});

it.each([Number.NaN, Number.POSITIVE_INFINITY])('%d is above every limit', (found) => {
  expect(() => keepLimit('repeats', found, 'plan')).toThrow('and has more');
});

it.each(['0', '-1', '1e3', 'many', '1.5', '9'.repeat(16)])('%s is no limit', (text) => {
  expect(readLimits({ TOOLRIG_REPEATS: text })).toEqual({
    limits: {},
    problems: [
      `TOOLRIG_REPEATS: expected a whole number above 0 (default 10000 repeats), found "${text}"`,
    ],
  });
});

it('the table of the README has each limit, with its default', () => {
  const text = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const rows = limitNames.map((name) => {
    const { value, unit } = limitTable[name];
    const isMebibytes = unit === 'bytes';
    const number = (isMebibytes ? value / 1_048_576 : value).toLocaleString('en-US');
    return `| \`${name}\` | ${number}${isMebibytes ? ' MiB' : ''}`;
  });
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
});

it('JSON is as deep as its brackets, whatever its texts say', () => {
  using _ = useLimits({ depth: 6 });
  expect(limitOf('depth')).toBe(6);
  fc.assert(
    fc.property(fc.json({ maxDepth: 4, noUnicodeString: false }), (text) => {
      expect(() => keepDepth(text, 'read')).not.toThrow();
      expect(() => keepDepth(`${'['.repeat(7)}${text}${']'.repeat(7)}`, 'read')).toThrow('depth');
    }),
  );
  expect(() =>
    keepDepth(JSON.stringify(['[[[[[[[[', '\\"[[[[[[[', '{"{{{{{{{']), 'read'),
  ).not.toThrow();
});

it('a value that holds itself is too deep, and one that is used twice is not', () => {
  const shared = { a: [1] };
  expect(() => keepValueDepth([shared, shared, { shared }], 'read')).not.toThrow();
  const loop: { self?: unknown } = {};
  loop.self = [loop];
  expect(() => keepValueDepth(loop, 'read')).toThrow('limit depth');
});
