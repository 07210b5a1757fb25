import { expect, it } from 'vitest';

import type { ChatRequest } from '../core/talk/chat.ts';
import type { ModelSpec, ScriptedReply, Suite } from '../core/suite/suite.ts';
import type { ApiName } from '../core/talk/wire-form.ts';
import { dialectFor } from '../dialect/registry.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import { runSuite } from '../run/run-suite.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { repositoryRoot } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';

/** What the reference loop sends back of replies that hold more than text and calls. */

const orders = await loadSuite(`${repositoryRoot}/suites/orders`);

function withReplies(api: ApiName, bodies: readonly JsonObject[], asked: JsonValue[]): Suite {
  let sent = 0;
  const respond = (request: ChatRequest): ScriptedReply => {
    asked.push(JSON.parse(dialectFor(request).writeRequest(request)) as JsonValue);
    const body = bodies[sent] ?? bodies.at(-1) ?? {};
    sent += 1;
    return { type: 'body', status: 200, body };
  };
  const models = orders.models.map(({ name }): ModelSpec => ({
    kind: 'responder',
    name,
    nature: 'scripted',
    about: null,
    price: null,
    api,
    respond,
  }));
  return { ...orders, models };
}

async function ask(api: ApiName, bodies: readonly JsonObject[]): Promise<readonly JsonValue[]> {
  await using scratch = await createScratchFolder();
  const asked: JsonValue[] = [];
  const suite = withReplies(api, bodies, asked);
  const options = { mode: 'live', variants: ['reference'], scenarios: ['not-cancelled'] } as const;
  const result = await runSuite(toTestRunOptions(suite, scratch.path, options));
  expect(result.summary).toMatchObject({ invalid: 0, skipped: 0 });
  return asked;
}

const search = { statuses: ['paid', 'packed', 'shipped', 'delivered'] };

it('Messages: thinking with its signature goes back as it came, and a paused turn goes on', async () => {
  const message = (content: JsonValue, reason: string): JsonObject => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'clerk',
    content,
    stop_reason: reason,
    usage: { input_tokens: 1, output_tokens: 1 },
  });
  const first = [
    { type: 'thinking', thinking: 'Look.', signature: 'EqQB/+=s1' },
    { type: 'tool_use', id: 'toolu_1', name: 'search_orders', input: search },
  ];
  const paused = [
    { type: 'redacted_thinking', data: 'EmwKAh==' },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
  ];
  const asked = await ask('messages', [
    message(first, 'tool_use'),
    message(paused, 'pause_turn'),
    message([{ type: 'text', text: 'A-1003, A-1005, A-1002, A-1001.' }], 'end_turn'),
  ]);
  expect(asked).toHaveLength(3);
  expect(asked[2]).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant', content: first },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
      { role: 'assistant', content: paused },
    ],
  });
});

it('Responses: reasoning items go back as they came', async () => {
  const response = (output: JsonValue): JsonObject => ({
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'clerk',
    output,
  });
  const first = [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA+/=' },
    {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'call_1',
      name: 'search_orders',
      arguments: JSON.stringify(search),
      status: 'completed',
    },
  ];
  const content = [{ type: 'output_text', text: 'A-1003, A-1005, A-1002, A-1001.' }];
  const asked = await ask('responses', [
    response(first),
    response([{ type: 'message', role: 'assistant', content }]),
  ]);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatchObject({
    input: [
      { role: 'user' },
      ...first,
      { type: 'function_call_output', call_id: 'call_1', output: expect.any(String) },
    ],
  });
});
