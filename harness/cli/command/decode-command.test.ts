import { expect, it } from 'vitest';

import { runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const toBody = (content: string): object => ({
  id: 'x',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
});
const exchange = (content: string): string =>
  JSON.stringify({ status: 200, headers: {}, body: JSON.stringify(toBody(content)) });

it.each([
  { what: 'a body', text: JSON.stringify(toBody('One.')), texts: ['One.'] },
  {
    what: 'two exchanges',
    text: `${exchange('One.')}\n${exchange('Two.')}\n`,
    texts: ['One.', 'Two.'],
  },
])('decodes $what, one line each: exit code 0', async ({ text, texts }) => {
  await using folder = await createScratchFolder();
  await folder.write('traffic', text);
  const result = await runCommandLine(runCli, ['decode', 'traffic'], { cwd: folder.path });
  const lines = result.out.split('\n');
  expect([result.exitCode, result.err, lines.pop()]).toEqual([0, '', '']);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject(
    texts.map((said) => ({ text: said, stopReason: 'stop', error: null })),
  );
});

it.each([
  { text: '', code: 'empty_body' },
  { text: '[]', code: 'unknown_format' },
  { text: 'Hello', code: 'not_json' },
])('what is no traffic is shown as an error: %j', async ({ text, code }) => {
  await using folder = await createScratchFolder();
  await folder.write('traffic', text);
  const result = await runCommandLine(runCli, ['decode', 'traffic'], { cwd: folder.path });
  expect([result.exitCode, JSON.parse(result.out)]).toMatchObject([0, { error: { code } }]);
});

it('reads traffic in the API that is named', async () => {
  await using folder = await createScratchFolder();
  await folder.write('traffic', JSON.stringify(toBody('One.')));
  const args = ['decode', 'traffic', '--api', 'messages'];
  const { exitCode, out } = await runCommandLine(runCli, args, { cwd: folder.path });
  expect([exitCode, JSON.parse(out)]).toMatchObject([0, { text: null }]);
});

it.each([
  { args: ['nowhere'], says: 'nowhere' },
  { args: ['empty', '--api', 'guess'], says: 'Allowed choices are' },
])('refuses $args: exit code 2', async ({ args, says }) => {
  await using folder = await createScratchFolder();
  await folder.write('empty', '');
  const result = await runCommandLine(runCli, ['decode', ...args], { cwd: folder.path });
  expect(result).toEqual({ exitCode: 2, out: '', err: expect.stringContaining(says) });
});
