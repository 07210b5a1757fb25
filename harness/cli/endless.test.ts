import { expect, it } from 'vitest';

import { createScratchFolder } from '../testing/scratch-folder.ts';
import { spawnCommandLine, type SpawnedCommand } from '../testing/spawn-command-line.ts';

const started = 'the endless part begins';

/** A suite whose tool does what the test wants. */
function toSuiteText(atLoad: string, handler: string): string {
  return `${atLoad}
export default {
  name: 'odd',
  tools: [{ name: 'f', description: 'Does it.', effect: 'read', parameters: { type: 'object', properties: {} }, handler: () => { ${handler} } }],
  model: { script: [] },
  scenarios: [{ id: 'a', user: 'go', script: [{ calls: [{ name: 'f' }] }, 'ok'], expected: { calls: ['f'] } }],
};
`;
}

const say = `process.stderr.write('${started}\\n');`;

async function waitFor(command: SpawnedCommand, text: string): Promise<void> {
  while (!command.errSoFar().includes(text)) {
    await new Promise((resolve) => {
      command.child.stderr?.once('data', resolve);
    });
  }
}

it.each([
  ['a tool without end', toSuiteText('', `${say} for (;;);`)],
  ['a module without end', toSuiteText(`${say} for (;;);`, '')],
  [
    'a regular expression without end in the code of a suite',
    toSuiteText('', `${say} return /^(a+)+$/.test('a'.repeat(60) + '!');`),
  ],
])('%s is ended by the second SIGINT', { timeout: 120_000 }, async (_, text) => {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.ts', text);
  const command = spawnCommandLine(['run', 'suite.ts'], { cwd: scratch.path });
  await waitFor(command, started);
  command.child.kill('SIGINT');
  await waitFor(command, 'Press again');
  command.child.kill('SIGINT');
  const { signal, exitCode } = await command.done;
  // By its own thread, or by the system where that thread is just between two waits.
  expect(exitCode).toBeNull();
  expect(['SIGKILL', 'SIGINT']).toContain(signal);
});
