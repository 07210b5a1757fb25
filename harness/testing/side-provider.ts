import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const vector = Buffer.from(new Float32Array([0.5, -0.25, 1]).buffer).toString('base64');

/** What the provider says to each operation. */
const answers: Readonly<Record<string, object>> = {
  'POST /v1/embeddings': {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: vector }],
    model: 'e-1',
    usage: { prompt_tokens: 2, total_tokens: 2 },
  },
  'GET /v1/models': { object: 'list', data: [{ id: 'm-1', object: 'model' }] },
  'POST /v1/messages/count_tokens': { input_tokens: 14 },
  'POST /v1/moderations': { id: 'x', model: 'o-1', results: [{ flagged: false }] },
  'POST /v1/chat/completions': {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm-1',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' },
    ],
  },
};

/** A provider on the loopback that answers requests besides conversations too, and takes down what it is asked. */
export async function startSideProvider() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const operation = `${request.method ?? ''} ${(request.url ?? '').split('?', 1)[0] ?? ''}`;
      asked.push(operation);
      const answer = answers[operation];
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  };
  return { baseUrl: `http://127.0.0.1:${port}/v1`, asked, close };
}
