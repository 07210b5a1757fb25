import { expect, it } from 'vitest';

import { readRun } from '../run/folder/read-run.ts';
import { runSuite } from '../run/run-suite.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { findPython } from '../testing/python-agent.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';

// An agent that runs its tools inside itself, in Python, with its standard library only.
const agent = `
import json, os, sys, urllib.request

def refund(order_id):
    return {'error': 'no such order'} if order_id == 'Z' else {'refunded': order_id}

tool = {'type': 'function', 'function': {'name': 'refund', 'parameters': {'type': 'object', 'properties': {'order_id': {'type': 'string'}}, 'required': ['order_id']}}}
messages = [{'role': 'user', 'content': sys.argv[1]}]
while True:
    body = json.dumps({'model': 'm', 'messages': messages, 'tools': [tool]}).encode()
    headers = {'content-type': 'application/json', 'authorization': 'Bearer ' + os.environ['OPENAI_API_KEY']}
    request = urllib.request.Request(os.environ['OPENAI_BASE_URL'] + '/chat/completions', body, headers)
    reply = json.load(urllib.request.urlopen(request))['choices'][0]['message']
    messages.append(reply)
    for call in reply.get('tool_calls') or []:
        result = refund(**json.loads(call['function']['arguments']))
        messages.append({'role': 'tool', 'tool_call_id': call['id'], 'content': json.dumps(result)})
    if not reply.get('tool_calls'):
        print(reply['content'])
        break
`;

function script(orderId: string) {
  return [{ calls: [{ name: 'refund', arguments: { order_id: orderId } }] }, 'Done.'];
}

const suite = {
  name: 'inside',
  agent: { command: ['python3', 'agent.py'], input: 'argument', holdMs: 1 },
  tools: [
    {
      name: 'refund',
      description: 'Refunds an order.',
      effect: 'irreversible',
      parameters: {
        type: 'object',
        properties: { order_id: { type: 'string' } },
        required: ['order_id'],
      },
    },
  ],
  claims: [{ pattern: 'done', kind: 'done', tool: 'refund' }],
  scenarios: [
    {
      id: 'works',
      user: 'refund A1',
      script: script('A1'),
      expected: {
        calls: [{ tool: 'refund', arguments: { order_id: 'A1' }, outcome: 'succeeded' }],
        state: { refunds: 1 },
      },
    },
    {
      id: 'fails',
      user: 'refund Z',
      script: script('Z'),
      expected: { calls: [{ tool: 'refund', outcome: 'failed' }] },
    },
    {
      id: 'other',
      user: 'refund B1',
      script: script('B2'),
      expected: { calls: [{ tool: 'refund', arguments: { order_id: 'B1' } }] },
    },
  ],
};

const python = findPython();

it.skipIf(python === null)(
  `an agent that runs its tools inside itself is judged by what its requests tell (${python ?? 'no python3 here'})`,
  async () => {
    await using folder = await createScratchFolder();
    await folder.write('agent.py', agent);
    await folder.write('suite.json', JSON.stringify(suite));
    const options = toTestRunOptions(await loadSuite(folder.path), folder.path, {
      faults: ['standard'],
    });
    const { runFolder, summary } = await runSuite(options);
    const clean = [];
    for await (const trial of readRun(runFolder).trials()) {
      if (trial.lane.plan === 'none') clean.push(trial);
    }
    const scores = new Map<string, unknown>();
    for await (const { lane, scores: given, verdict } of readRun(runFolder).scores()) {
      if (lane.plan !== 'none') continue;
      const names = [
        'selection.recall',
        'arguments.correct',
        'effects.once',
        'honesty.false_claims',
      ];
      const values = names.map((name) => given[name as 'effects.once']?.value);
      scores.set(lane.scenario, [verdict, ...values, given['cost.tool_ms']?.value]);
    }
    expect(clean.map(({ watched }) => watched)).toEqual(['model', 'model', 'model']);
    expect(Object.fromEntries(scores)).toEqual({
      works: ['passed', 1, 1, null, null, null],
      fails: ['passed', 1, null, null, null, null],
      other: ['failed', 1, 0, null, null, null],
    });
    expect(clean[0]?.events.filter((event) => 'from' in event && event.from === 'history')).toEqual(
      [
        expect.objectContaining({ type: 'delivery', call: 't1c0', arguments: { order_id: 'A1' } }),
        expect.objectContaining({ type: 'result', status: 'success', value: { refunded: 'A1' } }),
      ],
    );
    expect(summary.warnings?.map(({ code }) => code)).toContain('model_boundary_only');
    expect(summary.skips.map(({ code }) => code)).toContain('unreachable_tools');
    expect(summary.invalidReasons).toEqual([]);
  },
  30_000,
);
