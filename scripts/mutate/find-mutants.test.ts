import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { isEquivalent, readEquivalent } from './equivalent.ts';
import { findMutants, toOneLine } from './find-mutants.ts';
import { functionAt, listFunctions, markFunctions } from './mark-functions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function edits(source: string): readonly string[] {
  return findMutants('a.ts', source).map(({ kind, was, replacement }) =>
    `${kind}: ${was} -> ${toOneLine(replacement)}`.trim(),
  );
}

it.each<readonly [string, readonly string[]]>([
  ['const x = a < b;', ['boundary: a < b -> a <= b', 'swapped operands: a < b -> b < a']],
  ['const x = a === b;', ['negated condition: a === b -> a !== b']],
  ['const x = a && b;', ['dropped condition: a && b -> a', 'dropped condition: a && b -> b']],
  ['const x = a ?? null;', ['n/a as 0: null -> 0']],
  ['const x = a ?? b;', ['dropped default: a ?? b -> a']],
  [
    'const x = c ? null : b;',
    ['swapped side: c ? null : b -> c ? b : null', 'n/a as 0: null -> 0'],
  ],
  [
    'if (c) f();',
    [
      'condition never: c -> false',
      'condition always: c -> true',
      'negated condition: c -> !(c)',
      'removed statement: f(); -> ;',
    ],
  ],
  ['throw new Error("a" + b);', ['swallowed error: throw new Error("a" + b); -> ;']],
  [
    'const x = a.filter(f).some(g);',
    ['dropped filter: a.filter(f) -> a', 'other method: some -> every'],
  ],
  ['const x = a.constructor(b);', []],
  [
    "const x = ['a', 'b'];",
    ["emptied list: ['a', 'b'] -> []", "dropped member: 'a', ->", "dropped member: , 'b' ->"],
  ],
  [
    'const x = n - 1;',
    [
      'swapped operands: n - 1 -> 1 - n',
      'arithmetic: n - 1 -> n + 1',
      'off by one: n - 1 -> n',
      'off by one: 1 -> 2',
    ],
  ],
  ['const x = !a;', ['negated condition: !a -> a']],
  ['type X = 1 | 2; const x = `${a ? 1 : 2}`;', []],
])('%s', (source, expected) => {
  expect(edits(source)).toEqual(expected);
});

it('every mutant replaces the text that it names, on its line', () => {
  const file = 'scripts/mutate/find-mutants.ts';
  const source = readFileSync(join(root, file), 'utf8');
  const mutants = findMutants(file, source);
  expect(mutants.length).toBeGreaterThan(10);
  for (const { start, end, was, line, lineNumber } of mutants) {
    expect(toOneLine(source.slice(start, end))).toBe(was);
    expect(source.split('\n')[lineNumber - 1]?.trim()).toBe(line);
  }
});

it('every judged mutant is one of the present sources', () => {
  const stale = readEquivalent().filter((judged) => {
    const source = readFileSync(join(root, judged.file), 'utf8');
    return !findMutants(judged.file, source).some((mutant) => isEquivalent(mutant, judged));
  });
  expect(stale).toEqual([]);
});

it('marked functions report themselves and return what they returned', () => {
  const source =
    'const add = (a) => (b) => ({ sum: a + b }); function twice(n) { return add(n)(n); } twice(2).sum;';
  const hits = new Set<string>();
  Object.assign(globalThis, { toolrigHits: hits });
  // The last line is the mark of the module itself.
  const value: unknown = runInThisContext(
    markFunctions('a.ts', source).replace(/\n[^\n]*\n$/u, ''),
  );
  Object.assign(globalThis, { toolrigHits: undefined });
  expect(value).toBe(4);
  expect([...hits].map((hit) => hit.replace(/#.*#/u, '#'))).toEqual(['a.ts#3', 'a.ts#1', 'a.ts#2']);
  expect(functionAt(listFunctions('a.ts', source), source.indexOf('a + b'))).toBe(2);
});
