import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';

import { runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { runCli } from './run-cli.ts';

it.each([
  ['is seen', '', 4, 'a tool handler uses the network'],
  ['is expected of a tool with real time', "time: 'real',", 0, 'PASS'],
])('a request of a tool handler in a replay %s', async (...[, time, exitCode, said]) => {
  await using folder = await createScratchFolder();
  const server = createServer((_request, response) => response.end('1'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  await folder.write(
    'suite.ts',
    `export default { name: 'leak', tools: [{ name: 'f', description: 'Does it.', effect: 'read', ${time}
      parameters: { type: 'object', properties: {} },
      handler: async () => await (await fetch('http://127.0.0.1:${port}/x')).text() }],
    model: { script: [] },
    scenarios: [{ id: 'a', user: 'go', script: [{ calls: [{ name: 'f' }] }, 'ok'], expected: { calls: ['f'] } }] };`,
  );
  const result = await runCommandLine(runCli, ['run', 'suite.ts'], { cwd: folder.path });
  server.close();
  server.closeAllConnections();
  expect(result.exitCode).toBe(exitCode);
  expect(result.out).toContain(said);
});
