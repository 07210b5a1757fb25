import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenMessage {
  readonly role: string;
  readonly content?: string | null;
}

/** What a counted model says: calls of tools, or text. */
export type CountedSaying = string | readonly (readonly [tool: string, args: object])[];

/** An OpenAI-compatible endpoint on the loopback that counts what it is asked. */
export interface CountingModel extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123/v1`. */
  readonly baseUrl: string;
  /** Requests since the last call of this function. */
  takeCount(): number;
  /** The conversations that it was asked about since the last call of this function, as JSON, in their order. */
  takeAsked(): readonly string[];
}

/** Starts a model that says what a function of the conversation gives. */
export async function startCountingModel(
  say: (messages: readonly SeenMessage[]) => CountedSaying,
): Promise<CountingModel> {
  let requests = 0;
  let asked: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests += 1;
      // The rig sends chat completions.
      const body = JSON.parse(Buffer.concat(parts).toString()) as {
        readonly messages: readonly SeenMessage[];
      };
      asked.push(JSON.stringify(body.messages));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(toCompletion(say(body.messages), body.messages.length)));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    takeCount() {
      const taken = requests;
      requests = 0;
      return taken;
    },
    takeAsked() {
      const taken = asked;
      asked = [];
      return taken;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toCompletion(saying: CountedSaying, place: number): object {
  const message =
    typeof saying === 'string'
      ? { role: 'assistant', content: saying }
      : {
          role: 'assistant',
          content: null,
          tool_calls: saying.map(([name, args], index) => ({
            id: `call_${place}_${index}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(args) },
          })),
        };
  const finish = typeof saying === 'string' ? 'stop' : 'tool_calls';
  return {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm-1',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}
