import { expect, it } from 'vitest';

import { runCommandLine } from '../testing/run-command-line.ts';
import { runCli } from './run-cli.ts';

async function help(...words: readonly string[]): Promise<string> {
  return (await runCommandLine(runCli, [...words, '--help'])).out;
}

/** Commands are copied as a whole. */
const isExample = (line: string): boolean => /^ {2}\S*(?:toolrig|OPENAI_API_KEY=)/u.test(line);

it('the help of every command fits a terminal of 80 columns', async () => {
  const all = await help();
  const names = [...all.matchAll(/^ {2}(?<name>[a-z]+) /gmu)].map(({ groups }) => groups?.['name']);
  expect(names.length).toBeGreaterThan(15);
  const wide: string[] = [];
  for (const name of ['', ...names]) {
    const text = name === '' ? all : await help(name ?? '');
    for (const line of text.split('\n')) {
      if (line.length > 80 && !isExample(line)) wide.push(`${name ?? ''}: ${line}`);
    }
  }
  expect(wide).toEqual([]);
});
