import { expect, it } from 'vitest';
import { ImportError } from './import-error.ts';
import { readSource } from './source-node.ts';

const root = readSource(
  '{"runs":[{"id":"a","args":{"n":5.0,"big":12345678901234567890}}]}',
  'f.json',
);
const args = root.need('runs').items()[0]?.need('args');

it('numbers keep their text where it is asked for, and are numbers otherwise', () => {
  expect(args?.json()).toBe('{"n":5.0,"big":12345678901234567890}');
  expect(args?.need('n').number()).toBe(5);
  expect(args?.plain()).toEqual({ n: 5, big: 12_345_678_901_234_567_000 });
});

it('null and nothing are the same', () => {
  const node = readSource('{"a":null}', 'f.json');
  expect([node.get('a'), node.get('b')]).toEqual([null, null]);
});

it.each([
  ['a field that is missing', () => root.need('runs').items()[0]?.need('role'), 'f.json $.runs[0]'],
  ['a list that is none', () => args?.need('n').items(), 'f.json $.runs[0].args.n'],
  ['text that is none', () => args?.need('n').text(), 'f.json $.runs[0].args.n'],
  ['a number that is none', () => root.need('runs').number(), 'f.json $.runs'],
  ['a truth value that is none', () => args?.flag(), 'f.json $.runs[0].args'],
  ['an object that is none', () => root.need('runs').entries(), 'f.json $.runs'],
])('%s is reported with its place', (_, read, place) => {
  let told: unknown;
  try {
    read();
  } catch (error) {
    told = error;
  }
  expect(told).toBeInstanceOf(ImportError);
  expect(told).toMatchObject({ place, code: 'IMPORT_UNREADABLE' });
});

it('text that is not JSON is reported with its line, and never in the words of the engine', () => {
  expect(() => readSource('{\n"a": nope}', 'f.json')).toThrow(
    'Cannot import "f.json": it is not JSON: unexpected character in line 2',
  );
});
