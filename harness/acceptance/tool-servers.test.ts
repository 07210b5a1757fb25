import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import type { RunSummary } from '../core/run.ts';
import { runSuite } from '../run/run-suite.ts';
import { refundTool } from '../testing/refund-tool.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';

/** An agent that is a program without any package. It runs the tools of the model behind one of the three doors. */
const agentProgram = `
const [door, tries] = [process.argv[2], Number(process.argv[3])];
const post = async (url, body, headers = {}) => {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok && door !== 'service') throw new Error(text);
  return text;
};
const env = process.env;
const doors = {
  mcp: (name, args) =>
    post(env.TOOLRIG_MCP_URL, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  tools: (name, args, id) => post(env.TOOLRIG_TOOLS_URL + '/' + name, args, { 'x-tool-call-id': id }),
  service: (name, args) => post(env.TOOLRIG_SERVICE_URL + '/v1/refunds', args),
};
async function run(name, args, id) {
  for (let left = tries; ; left -= 1) {
    try {
      return await doors[door](name, args, id);
    } catch (error) {
      if (left <= 1) return String(error);
    }
  }
}
async function ask(messages) {
  for (let left = 3; ; left -= 1) {
    try {
      const body = { model: env.TOOLRIG_MODEL, messages };
      const reply = await post(env.OPENAI_BASE_URL + '/chat/completions', body, { authorization: 'Bearer ' + env.OPENAI_API_KEY });
      const message = JSON.parse(reply).choices?.[0]?.message;
      if (message !== undefined) return message;
      throw new Error('No answer');
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}
const messages = [{ role: 'user', content: process.argv.at(-1) }];
for (let turn = 0; turn < 6; turn += 1) {
  const message = await ask(messages);
  messages.push(message);
  if (!message.tool_calls) {
    console.log(message.content);
    break;
  }
  for (const { id, function: { name, arguments: text } } of message.tool_calls) {
    let args;
    try { args = JSON.parse(text); } catch { args = {}; }
    messages.push({ role: 'tool', tool_call_id: id, content: await run(name, args, id) });
  }
}
`;

async function runAgent(
  [door, tries]: readonly [string, number],
  faults: readonly string[],
): Promise<RunSummary> {
  await using scratch = await createScratchFolder();
  await scratch.write('agent.mjs', agentProgram);
  const suite = {
    name: 'shop',
    tools: [refundTool],
    agent: {
      command: [process.execPath, 'agent.mjs', door, `${tries}`],
      input: 'argument',
      holdMs: 1,
      ...(door === 'service' ? { routes: { 'POST /v1/refunds': 'refund' } } : {}),
    },
    scenarios: [
      {
        id: 'one',
        user: 'Refund A1.',
        expected: {
          calls: [{ tool: 'refund', arguments: { order_id: 'A1' } }],
          effects: { refund: 1 },
        },
        script: [{ calls: [{ name: 'refund', arguments: { order_id: 'A1' } }] }, 'Refunded.'],
      },
    ],
  };
  await scratch.write('suite.json', JSON.stringify(suite));
  const loaded = await loadSuite(join(scratch.path, 'suite.json'));
  const options = toTestRunOptions(loaded, join(scratch.path, 'runs'), { faults });
  return (await runSuite(options)).summary;
}

it.each(['mcp', 'tools', 'service'])(
  'an agent that is a program runs its tools by %s: judged, with effects',
  async (door) => {
    const summary = await runAgent([door, 1], []);
    expect(summary).toMatchObject({ passed: 1, failed: 0, invalid: 0, exitCode: 0 });
    const scores = Object.values(summary.variants)[0]?.scores ?? {};
    expect(scores['effects.once']?.value).toBe(1);
    expect(scores['selection.exact']?.value).toBe(1);
  },
  60_000,
);

it.each(['mcp', 'tools', 'service'])(
  'by %s, a blind retry after a lost answer is a double effect, and one try is none',
  async (door) => {
    const doubles: unknown[] = [];
    for (const tries of [1, 2]) {
      const fault = 'standard.timeout_after@refund.1';
      const summary = await runAgent([door, tries], [fault]);
      expect(summary.faults).toMatchObject({ planned: 1, fired: 1 });
      doubles.push(Object.values(summary.variants)[0]?.scores['effects.double']?.count);
    }
    expect(doubles).toEqual([0, 1]);
  },
  60_000,
);

it.each<[string, Readonly<Record<string, string>>, RegExp]>([
  [
    'a route without a method',
    { '/v1/refunds': 'refund' },
    /not a route of a service .*"POST \/v1\/refunds"/u,
  ],
  [
    'a tool that is not there',
    { 'POST /v1/refunds': 'refnd' },
    /there is no tool "refnd".*Did you mean "refund"/u,
  ],
])('%s is refused', async (_, routes, text) => {
  await using scratch = await createScratchFolder();
  const scenario = { id: 'one', user: 'x', expected: { calls: [] }, script: ['x'] };
  const agent = { command: ['node', 'agent.mjs'], routes };
  const suite = { name: 'shop', tools: [refundTool], agent, scenarios: [scenario] };
  await scratch.write('suite.json', JSON.stringify(suite));
  const result = await runCommandLine(runCli, ['run', 'suite.json'], { cwd: scratch.path });
  expect([result.exitCode, text.test(result.err)]).toEqual([2, true]);
});
