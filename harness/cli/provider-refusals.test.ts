import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import type { RunSummary } from '../core/run.ts';
import { type CommandResult, runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { runCli } from './run-cli.ts';

const scenarios = Array.from({ length: 30 }, (_, place) => ({
  id: `ask-${place}`,
  user: 'Say it.',
  expected: { calls: [] },
}));
const tool = { name: 'f', description: 'Does it.', effect: 'read', parameters: { type: 'object' } };

it('a live run stops when the provider refuses, keeps what was measured, and can be finished', async () => {
  let isOpen = true;
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    requests += 1;
    if (requests === 11) isOpen = false;
    const message = { role: 'assistant', content: 'Done.' };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const answer = isOpen
      ? { id: 'a', object: 'chat.completion', created: 1, model: 'm', choices }
      : { error: { message: 'Key revoked', type: 'invalid_request_error' } };
    response
      .writeHead(isOpen ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  await using folder = await createScratchFolder();
  const { port } = server.address() as AddressInfo;
  const model = { name: 'm', baseUrl: `http://127.0.0.1:${port}/v1` };
  await folder.write('suite.json', JSON.stringify({ name: 's', tools: [tool], model, scenarios }));
  const run = async (...more: readonly string[]): Promise<CommandResult> =>
    await runCommandLine(
      runCli,
      ['run', 'suite.json', '--mode', 'live', '--concurrency', '1', '--json', ...more],
      { cwd: folder.path },
    );

  const first = await run();
  const summary = JSON.parse(first.out) as RunSummary;
  expect([first.exitCode, requests, summary.passed, summary.invalid]).toEqual([4, 15, 10, 5]);
  expect(summary.invalidReasons.map(({ code }) => code)).toContain('provider_refuses');
  expect(first.out).toContain('5 conversations in a row got no usable reply');
  expect(first.out).toContain('Key revoked');

  isOpen = true;
  requests = 100;
  const [name = ''] = readdirSync(join(folder.path, 'reports/runs'));
  const second = await run('--resume', join('reports/runs', name));
  expect([second.exitCode, requests - 100]).toEqual([0, 20]);
  expect(JSON.parse(second.out)).toMatchObject({ planned: 30, passed: 30, invalid: 0 });
  server.close();
});
