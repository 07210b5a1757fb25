import { expect, it } from 'vitest';

import { runSuite } from '../run/run-suite.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { startFaultServer } from '../testing/fault-server.ts';
import { sampleBody } from '../testing/sample-exchange.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';

/** A suite whose agent fetches something besides its model, as an SDK fetches a tokenizer. */
function write(url: string, allowNetwork: readonly string[]): string {
  return `
async function agent({ fetch: ask, modelName }) {
  await (await fetch('${url}/tokenizer')).text();
  const body = JSON.stringify({ model: modelName, messages: [{ role: 'user', content: 'hi' }] });
  const reply = await ask('http://rig.invalid/v1/chat/completions', { method: 'POST', body });
  await reply.json();
  return { stopReason: 'answered', text: 'Hello.' };
}
export default {
  name: 'hosts',
  allowNetwork: ${JSON.stringify(allowNetwork)},
  tools: [{ name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' } }],
  models: [{ name: 'script', script: ['Hello.'] }],
  variants: [{ name: 'own', agent }],
  scenarios: [{ id: 'a', user: 'hi', expected: { calls: [] } }],
};
`;
}

it.each([
  ['none', () => [], ['network_in_replay']],
  ['the host', () => ['127.0.0.1'], []],
  ['host and port', (host: string) => [host], []],
  ['another port', () => ['127.0.0.1:1'], ['network_in_replay']],
  ['another host', () => ['localhost'], ['network_in_replay']],
] as const)('a replay with %s allowed', async (_name, toHosts, reasons) => {
  await using folder = await createScratchFolder();
  await using server = await startFaultServer([sampleBody('words')]);
  const { origin, host } = new URL(server.baseUrl);
  await folder.write('suite.mjs', write(origin, toHosts(host)));
  const { summary } = await runSuite(
    toTestRunOptions(await loadSuite(`${folder.path}/suite.mjs`), folder.path),
  );
  expect(summary.invalidReasons.map(({ code }) => code)).toEqual(reasons);
});

it.each(['http://cdn.example.com', 'cdn.example.com/path', 'a b'])(
  'the host "%s" is refused when the suite is loaded',
  async (host) => {
    await using folder = await createScratchFolder();
    await folder.write('suite.mjs', write('http://127.0.0.1:1', [host]));
    await expect(loadSuite(`${folder.path}/suite.mjs`)).rejects.toThrow('this is not a host');
  },
);
