import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { areas } from './areas.ts';
import { isEquivalent, readEquivalent } from './equivalent.ts';
import { findMutants, toOneLine } from './find-mutants.ts';
import { listSources } from './list-sources.ts';
import { placeSwitches } from './place-switches.ts';

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
  [
    'x.toSorted((a, b) => (a < b ? -1 : 1));',
    [
      'dropped toSorted: x.toSorted((a, b) => (a < b ? -1 : 1)) -> x',
      'removed statement: x.toSorted((a, b) => (a < b ? -1 : 1)); -> ;',
      'boundary: a < b -> a <= b',
      'swapped operands: a < b -> b < a',
      'swapped side: a < b ? -1 : 1 -> a < b ? 1 : -1',
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

it('a source with switches does what it did, reports what it passes, and turns one mutant on', () => {
  const source =
    'const pick = (a) => a?.list.filter((n) => n > 1).slice(0, a.most - 1) ?? null;' +
    'function say(a) { if (a === 1) { return "one"; } else if (a < 0) throw new Error("below"); return [1, 2]; }' +
    'const all = [pick({ list: [1, 2, 3], most: 2 }), pick(), say(1), say(2)];';
  const mutants = findMutants('a.ts', source).map((mutant, at) => ({ id: at + 1, mutant }));
  const { text, left } = placeSwitches('a.ts', source, mutants);
  expect(left).toEqual([]);
  const hits = new Set<number>();
  const state = { on: -1, hit: (id: number) => hits.add(id) && false };
  const run = (script: string): unknown => {
    Object.assign(globalThis, { toolrigSwitch: state });
    try {
      return JSON.stringify(runInThisContext(`(() => {${script}\nreturn all; })()`));
    } catch (error) {
      return String(error);
    } finally {
      Object.assign(globalThis, { toolrigSwitch: undefined });
    }
  };
  expect(run(text)).toBe('[[2],null,"one",[1,2]]');
  expect(hits.size).toBeGreaterThan(10);
  for (const { id, mutant } of mutants) {
    state.on = id;
    const alone = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end);
    expect(run(text)).toEqual(run(alone));
  }
});

it('mutants of real sources can be written as switches', () => {
  const files = Object.values(areas).flatMap((path) =>
    path.flatMap((one) => listSources(root, one)),
  );
  for (const file of files.filter((_, at) => at % 10 === 0)) {
    const source = readFileSync(join(root, file), 'utf8');
    const mutants = findMutants(file, source).map((mutant, at) => ({ id: at + 1, mutant }));
    expect({ file, left: placeSwitches(file, source, mutants).left }).toEqual({ file, left: [] });
  }
});
