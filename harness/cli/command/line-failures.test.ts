import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCli } from '../run-cli.ts';
import type { RunSummary } from '../../core/run.ts';
import { runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';

const tool = {
  name: 'get_price',
  description: 'Gets the price of an item.',
  effect: 'read',
  parameters: {
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
    additionalProperties: false,
  },
  results: [{ give: { price: 10 } }],
};

async function run(script: readonly unknown[], more: object = {}): Promise<RunSummary> {
  await using folder = await createScratchFolder();
  const good = [{ calls: [{ name: 'get_price', arguments: { id: 'A' } }] }, 'It costs 10.'];
  const expected = { calls: [{ tool: 'get_price', arguments: { id: 'A' } }] };
  const scenarios = [
    { id: 'good', user: 'Price of A?', script: good, expected },
    { id: 'odd', user: 'Price of A?', script, expected, ...more },
  ];
  await folder.write(
    'suite.json',
    JSON.stringify({ name: 'line', model: { script: [] }, tools: [tool], scenarios }),
  );
  const result = await runCommandLine(
    runCli,
    ['run', 'suite.json', '--json', '--out', join(folder.path, 'runs')],
    { cwd: folder.path },
  );
  const summary = JSON.parse(result.out) as RunSummary;
  expect(result.exitCode).toBe(summary.exitCode);
  return summary;
}

const plain = (status: number, text: string): object => ({ type: 'text', status, text });
const thrice = (reply: object): readonly object[] => [reply, reply, reply];

it.each([
  [
    'B061 a target that refuses the schema',
    [plain(400, '{"error":{"message":"Unsupported keyword","type":"invalid_request_error"}}')],
    /http_400/u,
  ],
  ['a provider that is down', thrice(plain(503, 'upstream unavailable')), /http_503/u],
  ['a page in place of JSON', thrice(plain(200, '<html>Bad gateway</html>')), /with_200|not_json/u],
  ['a wrong key', [plain(401, '{"error":{"message":"Incorrect API key"}}')], /http_401/u],
  [
    'a stream that breaks off each time',
    thrice({ type: 'stream', chunks: [{ delta: { content: 'It' } }], end: 'reset' }),
    /reset_in_body|stream_cut/u,
  ],
])('%s is invalid and does not lower the score', async (_, script, text) => {
  const summary = await run(script);
  expect([summary.exitCode, summary.passed, summary.failed, summary.invalid]).toEqual([4, 1, 0, 1]);
  expect(summary.invalidReasons[0]?.code).toBe('provider_error');
  expect(summary.invalidReasons[0]?.text).toMatch(text);
  expect(Object.values(summary.variants)[0]?.scores['task.success']).toMatchObject({
    value: 1,
    of: 1,
  });
});

it('an outage that a retry gets over does not count as a failure', async () => {
  const call = { calls: [{ name: 'get_price', arguments: { id: 'A' } }] };
  const summary = await run([plain(503, 'down'), call, 'It costs 10.']);
  expect([summary.exitCode, summary.passed]).toEqual([0, 2]);
});

it("B138 unreadable calls are the model's own failure", async () => {
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'x', input: 'y' } }, null],
  };
  const summary = await run(thrice({ message, finish_reason: 'tool_calls' }));
  expect([summary.exitCode, summary.passed, summary.failed]).toEqual([1, 1, 1]);
});

it('a planted outage of every attempt costs the task: to end cleanly is all that is asked', async () => {
  const faults = [{ on: 'model.turn(1).attempt(*)', inject: { kind: 'http', status: 503 } }];
  const summary = await run(['unused'], { faults });
  expect([summary.exitCode, summary.passed, summary.failed]).toEqual([0, 2, 0]);
});
