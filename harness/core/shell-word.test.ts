import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { toShellWord } from './shell-word.ts';

it.each([
  ['refund-once,a/b', 'refund-once,a/b'],
  ['my suites/orders.yaml', "'my suites/orders.yaml'"],
  ["it's; rm x", String.raw`'it'\''s; rm x'`],
  ['refund-*', "'refund-*'"],
  ['', "''"],
])('%j is the word %s', (text, word) => {
  expect(toShellWord(text)).toBe(word);
});

it('a shell reads the word as the text', () => {
  const pieces = fc.array(
    fc.constantFrom('a', ' ', "'", '"', '$(x)', '`', '\\', '\n', '*', ';', '~'),
  );
  const texts = fc.sample(pieces, { numRuns: 40, seed: 1 }).map((list) => list.join(''));
  const script = `for word in ${texts.map(toShellWord).join(' ')}; do printf '%s\\0' "$word"; done`;
  const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(read.split('\0').slice(0, -1)).toEqual(texts);
});
