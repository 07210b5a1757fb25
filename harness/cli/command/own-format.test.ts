import { expect, it } from 'vitest';

import { defineImporter, type OwnImporter } from '../../import/own/define-importer.ts';
import { runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const read = `({ text }) => text.split('\\n').filter((line) => line !== '').map((line) => {
  const [id, order] = line.split(';');
  if (order === undefined) throw new Error('a line without an order');
  return {
    id,
    tools: { refund: { effect: 'irreversible', parameters: { type: 'object' } } },
    expected: { calls: [['refund', { id: 'A1' }]] },
    calls: [['refund', JSON.stringify({ id: order })]],
  };
})`;

async function createLogs(reader = read): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  await folder.write(
    'toolrig.config.js',
    `export default { importers: [{ id: 'house-log', about: 'Ours', read: ${reader} }] };`,
  );
  await folder.write('good.log', 'one;A1\n');
  await folder.write('bad.log', 'one;A1\ntwo;B2\n');
  await folder.write('odd.log', 'one\n');
  return folder;
}

it.each([
  ['good.log', 0, '"pass": true'],
  ['bad.log', 1, '"pass": false'],
])('a file of the format is scored: %s', async (file, exitCode, says) => {
  await using folder = await createLogs();
  const args = ['score', file, '--format', 'house-log', '--json'];
  const result = await runCommandLine(runCli, args, { cwd: folder.path });
  expect([result.exitCode, result.out]).toEqual([exitCode, expect.stringContaining(says)]);
});

it.each([
  [
    'odd.log',
    'house-log',
    read,
    'Cannot read "odd.log" as "house-log": its importer threw: a line',
  ],
  ['good.log', 'house-lag', read, 'Cannot read the format "house-lag": expected one of house-log'],
  ['good.log', 'house-log', '() => []', 'its importer gave []: expected a list of documents'],
  ['good.log', 'house-log', 'async () => []', 'found an async function'],
])('refuses %s as %s read by %s', async (...row) => {
  const [file, format, reader, says] = row;
  await using folder = await createLogs(reader);
  const args = ['score', file, '--format', format];
  const result = await runCommandLine(runCli, args, { cwd: folder.path });
  expect([result.exitCode, result.err]).toEqual([2, expect.stringContaining(says)]);
});

it('a definition without an id is refused', () => {
  // What JavaScript lets through.
  const wrong = { about: 'Ours', read: () => [{}] } as unknown as OwnImporter;
  expect(() => defineImporter(wrong)).toThrow('id: expected a name in lower case');
});
