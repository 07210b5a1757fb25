import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model on the loopback: one call of `look`, then an answer. */
export interface Desk extends AsyncDisposable {
  readonly baseUrl: string;
  /** Requests so far. */
  count(): number;
}

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content?: string }[];
  readonly stream?: boolean;
}

const usage = { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 };
const head = { id: 'a', created: 1, model: 'm' };

/** Starts it. It streams where it is asked to. */
export async function startDesk(): Promise<Desk> {
  let count = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      count += 1;
      // Only the bench asks.
      const asked = JSON.parse(Buffer.concat(parts).toString()) as Asked;
      const isStream = asked.stream === true;
      const type = isStream ? 'text/event-stream' : 'application/json';
      response.writeHead(200, { 'content-type': type });
      response.end(isStream ? toStream(asked) : toBody(asked));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    count: () => count,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function toBody({ messages }: Asked): string {
  const isCall = messages.at(-1)?.role === 'user';
  const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"n":1}' } };
  const message = isCall
    ? { role: 'assistant', content: null, tool_calls: [call] }
    : { role: 'assistant', content: 'It is there.' };
  const choices = [{ index: 0, message, finish_reason: isCall ? 'tool_calls' : 'stop' }];
  return JSON.stringify({ ...head, object: 'chat.completion', choices, usage });
}

function toStream({ messages }: Asked): string {
  const isCall = messages.at(-1)?.role === 'user';
  const call = {
    index: 0,
    id: 'call_1',
    type: 'function',
    function: { name: 'look', arguments: '' },
  };
  const deltas: readonly object[] = isCall
    ? [
        { role: 'assistant', content: null, tool_calls: [call] },
        { tool_calls: [{ index: 0, function: { arguments: '{"n"' } }] },
        { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] },
      ]
    : [{ role: 'assistant', content: 'It ' }, { content: 'is ' }, { content: 'there.' }];
  const end = isCall ? 'tool_calls' : 'stop';
  const chunks = [...deltas.map((delta) => ({ delta, finish: null })), { delta: {}, finish: end }];
  const lines = chunks.map(({ delta, finish }) =>
    toEvent({ choices: [{ index: 0, delta, finish_reason: finish }] }),
  );
  return `${lines.join('')}${toEvent({ choices: [], usage })}data: [DONE]\n\n`;
}

function toEvent(part: object): string {
  return `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...part })}\n\n`;
}
