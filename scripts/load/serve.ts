import { appendFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createRandom } from '../../harness/core/random.ts';

// Usage: node --import jiti/register scripts/load/serve.ts PORT LOG SEED
// A model that asks for one call and then answers, with 5 % errors and 1 % stalls. One letter a request goes to the log
// before the answer does, so that the count outlives a SIGKILL: o answered, e error, s stalled.

const errorShare = 0.05;
const stallShare = 0.01;

const [port = '0', log = '', seed = ''] = process.argv.slice(2);
const random = createRandom(seed);

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  request.once('end', () => {
    answer(text, response);
  });
});
server.keepAliveTimeout = 0;
server.listen(Number(port), '127.0.0.1', () => {
  // A server that listens on a port has an address of this form.
  console.log((server.address() as AddressInfo).port);
});

function answer(text: string, response: ServerResponse): void {
  const lot = random.next();
  if (lot < stallShare) {
    appendFileSync(log, 's');
    return;
  }
  if (lot < stallShare + errorShare) {
    appendFileSync(log, 'e');
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"overloaded"}}');
    return;
  }
  appendFileSync(log, 'o');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(toReply(text.includes('"role":"tool"'))));
}

function toReply(isLast: boolean): unknown {
  const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"n":1}' } };
  const message = isLast
    ? { role: 'assistant', content: 'Done.' }
    : { role: 'assistant', content: null, tool_calls: [call] };
  const choice = { index: 0, message, finish_reason: isLast ? 'stop' : 'tool_calls' };
  return { id: 'x', object: 'chat.completion', created: 1, model: 'load', choices: [choice] };
}
