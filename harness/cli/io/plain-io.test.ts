import { expect, it } from 'vitest';

import { runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const hostile = 'x\n::error::planted\n##[error]planted\u001B]0;t\u0007\u009B2K\u202E';

/** A suite whose every text is hostile. */
function toHostileSuite(): string {
  return JSON.stringify({
    name: 'hostile',
    tools: [
      {
        name: 'f',
        description: hostile,
        effect: 'read',
        parameters: { type: 'object' },
        result: hostile,
      },
    ],
    model: { script: [] },
    scenarios: [
      {
        id: hostile,
        user: hostile,
        script: [{ calls: [{ name: hostile, arguments: { [hostile]: hostile } }] }, hostile],
        expected: { calls: ['f'], says: [hostile] },
      },
    ],
  });
}

it.each([
  ['run', 'suite.json'],
  ['run', 'suite.json', '--json'],
  ['run', 'suite.json', '--debug', hostile],
  ['run', 'suite.json', '--scenario', hostile],
  ['run', 'suite.json', '--variant', hostile],
  ['run', hostile],
  ['cassettes', 'check', hostile],
  ['score', 'suite.json'],
  ['decode', 'suite.json', '--api', hostile],
  ['compare', 'suite.json', '--by', hostile],
  ['report', hostile],
  [hostile],
])('text of anyone stays text on both outputs: %j %j %j', async (...args) => {
  await using folder = await createScratchFolder();
  await folder.write('suite.json', toHostileSuite());
  const { out, err } = await runCommandLine(runCli, args, { cwd: folder.path });
  for (const printed of [out, err]) {
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(printed).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/u);
    expect(printed).not.toMatch(/^\s*(?:::|##\[)/mu);
  }
  expect(out + err).not.toBe('');
});
