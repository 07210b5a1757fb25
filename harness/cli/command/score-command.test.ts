import { expect, it } from 'vitest';

import { runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const tools = { look: { parameters: { type: 'object' } } };

/** A case that passes, fails, or cannot be judged, and what the document says of it. */
function toCase(kind: 'passes' | 'fails' | 'nothing', pass?: boolean): object {
  const expected = kind === 'nothing' ? {} : { calls: kind === 'passes' ? [] : ['look'] };
  return { expected, calls: [], ...(pass === undefined ? {} : { pass }) };
}

it.each<[string, readonly object[], number, string]>([
  ['no verdict', [toCase('passes'), toCase('fails')], 1, '1 passed, 1 failed'],
  ['no verdict, all failing', [toCase('fails'), toCase('fails')], 1, '0 passed, 2 failed'],
  [
    'verdicts that hold',
    [toCase('passes', true), toCase('fails', false)],
    0,
    '1 passed, 1 failed; 2 of the 2 verdicts that the document gives hold',
  ],
  [
    'a verdict for some, and not the right one',
    [toCase('passes', false), toCase('passes')],
    1,
    '2 passed, 0 failed; 0 of the 1 verdicts that the document gives hold',
  ],
  [
    'a case that says nothing',
    [toCase('passes'), toCase('nothing')],
    4,
    '1 passed, 0 failed, 1 with nothing to judge',
  ],
])('X04 several cases, %s: the last line says what they came to', async (...told) => {
  const [, cases, exitCode, line] = told;
  await using folder = await createScratchFolder();
  await folder.write('cases.json', JSON.stringify({ tools, cases }));
  const result = await runCommandLine(runCli, ['score', 'cases.json'], { cwd: folder.path });
  expect(result.out.trimEnd().split('\n').at(-1)).toBe(line);
  expect(result.exitCode).toBe(exitCode);
});
