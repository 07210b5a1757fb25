import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';

import { runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const env = { AWS_SECRET_ACCESS_KEY: 'not-a-real-key-of-aws', OPENAI_API_KEY: 'not-a-real-key' };

/** A server that counts its requests, keeps their keys, and answers with a redirect or with text. */
async function listen(
  location: string | null,
): Promise<
  AsyncDisposable & { readonly origin: string; readonly keys: readonly (string | undefined)[] }
> {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    request.resume();
    if (location !== null) {
      response.writeHead(307, { location: `${location}/v1/chat/completions` }).end();
      return;
    }
    const choice = {
      index: 0,
      message: { role: 'assistant', content: 'Done.' },
      finish_reason: 'stop',
    };
    const body = { id: 'a', object: 'chat.completion', created: 1, model: 'm', choices: [choice] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    keys,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function writeSuite(
  folder: ScratchFolder,
  model: { readonly baseUrl: string; readonly apiKeyEnv?: string },
): Promise<void> {
  const tool = {
    name: 'f',
    description: 'Does it.',
    effect: 'read',
    parameters: { type: 'object' },
  };
  const scenario = { id: 'a', user: 'go', expected: { calls: [] } };
  const suite = { name: 's', tools: [tool], model: { name: 'm', ...model }, scenarios: [scenario] };
  await folder.write('suite.json', JSON.stringify(suite));
}

const commands = [
  ['run', 'suite.json', '--mode', 'live'],
  ['record', 'suite.json'],
  ['compare', 'suite.json', '--by', 'plan', '--mode', 'live'],
  ['run', 'suite.json', '--mode', 'live', '--debug', 'a'],
];

it.each(commands)('a suite gets no secret of its choice sent: %j', async (...args) => {
  await using folder = await createScratchFolder();
  await using server = await listen(null);
  await writeSuite(folder, { baseUrl: `${server.origin}/v1`, apiKeyEnv: 'AWS_SECRET_ACCESS_KEY' });
  const result = await runCommandLine(runCli, args, { cwd: folder.path, env });
  expect([result.exitCode, server.keys]).toEqual([2, []]);
  expect(result.err).toContain('Agree with --allow-key AWS_SECRET_ACCESS_KEY');
});

it('the host and the variable are announced before the first request', async () => {
  await using folder = await createScratchFolder();
  await using server = await listen(null);
  await writeSuite(folder, { baseUrl: `${server.origin}/v1`, apiKeyEnv: 'AWS_SECRET_ACCESS_KEY' });
  const args = ['record', 'suite.json', '--allow-key', 'AWS_SECRET_ACCESS_KEY'];
  const result = await runCommandLine(runCli, args, { cwd: folder.path, env });
  expect([result.exitCode, server.keys]).toEqual([0, ['Bearer not-a-real-key-of-aws']]);
  expect(result.err).toContain(
    `Requests for model "m" go to ${server.origin} with the key in AWS_SECRET_ACCESS_KEY`,
  );
});

it('consent in the configuration counts like that of the command line', async () => {
  await using folder = await createScratchFolder();
  await using server = await listen(null);
  await writeSuite(folder, { baseUrl: `${server.origin}/v1`, apiKeyEnv: 'AWS_SECRET_ACCESS_KEY' });
  await folder.write(
    'toolrig.config.mjs',
    "export default { allow: { keys: ['AWS_SECRET_ACCESS_KEY'] } };\n",
  );
  const args = ['run', 'suite.json', '--mode', 'live'];
  const result = await runCommandLine(runCli, args, { cwd: folder.path, env });
  expect([result.exitCode, server.keys.length]).toEqual([0, 1]);
});

it('a redirect is not followed, and no key goes to where it leads', async () => {
  await using folder = await createScratchFolder();
  await using stranger = await listen(null);
  await using server = await listen(stranger.origin);
  await writeSuite(folder, { baseUrl: `${server.origin}/v1` });
  const args = ['run', 'suite.json', '--mode', 'live', '--json'];
  const result = await runCommandLine(runCli, args, { cwd: folder.path, env });
  expect([result.exitCode, server.keys.length, stranger.keys]).toEqual([4, 1, []]);
  expect(result.out).toContain(`a redirect to \\"${stranger.origin}/v1/chat/completions\\"`);
});
