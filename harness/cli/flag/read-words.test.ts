import { InvalidArgumentError } from 'commander';
import { expect, it } from 'vitest';

import { gatherWords, readCount, readDollars, readDuration, readList } from './read-list.ts';
import { readShard } from './read-shard.ts';

it.each<[read: (text: string) => unknown, text: string, value: unknown]>([
  [(text) => readList(text, undefined), 'a', ['a']],
  [(text) => readList(text, ['z']), ' a, b ,,c ', ['z', 'a', 'b', 'c']],
  [(text) => gatherWords(text, undefined), 'a,b', ['a,b']],
  [(text) => gatherWords(text, ['z']), 'a', ['z', 'a']],
  [readCount, '1', 1],
  [readCount, '12', 12],
  [readDollars, '0.5', 0.5],
  [readDollars, '$2', 2],
  [readDuration, '90s', 90_000],
  [readDuration, ' 1.5m ', 90_000],
  [readDuration, '250ms', 250],
  [readDuration, '2h', 7_200_000],
  [readShard, '1/1', { index: 1, count: 1 }],
  [readShard, ' 2/3 ', { index: 2, count: 3 }],
  [readShard, '3/3', { index: 3, count: 3 }],
])('%o reads %j as %j', (read, text, value) => {
  expect(read(text)).toEqual(value);
});

it.each<[read: (text: string) => unknown, texts: readonly string[]]>([
  [(text) => readList(text, ['z']), ['', ' ', ',', ' , ']],
  [readCount, ['0', '-1', '1.5', 'x', '', '1e20']],
  [readDollars, ['', ' ', '0', '$0', '-1', 'x', 'Infinity', '1$']],
  [readDuration, ['', '90', 's', '0s', '0.0m', '-1s', '1d', '1 s', '.5s', `${'9'.repeat(400)}s`]],
  [readShard, ['', '1', '0/3', '4/3', '1/0', '0/0', '-1/3', '1.5/3', 'a/b', '1/3/5', '1/1234567']],
])('%o refuses %j', (read, texts) => {
  for (const text of texts) expect(() => read(text)).toThrow(InvalidArgumentError);
});
