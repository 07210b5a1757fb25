import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { createModelBoundary } from '../harness/boundary/model/create-model-boundary.ts';
import { createForwardProvider } from '../harness/model/create-forward-provider.ts';
import { LiveClock, RealClock } from '../harness/run/clock/live-clock.ts';
import { Transcript } from '../harness/run/trial/transcript.ts';
import { openModelServer } from '../harness/serve/open-model-server.ts';

// Usage: npm run bench:proxy [-- --requests 2000] [--rounds 5]
// Sends chat requests one after the other over kept connections: straight to a provider on the loopback, through a bare
// pass-through of `node:http`, and through the model server with a live boundary behind it, round by round in turns.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
  },
});
/** Requests of one way in a row. */
const batch = 20;
const requests = Number(values.requests);
const rounds = Number(values.rounds);

const body = JSON.stringify({
  model: 'm-1',
  messages: [
    { role: 'system', content: 'You help customers with their orders. '.repeat(20) },
    { role: 'user', content: 'Refund order A1, please.' },
  ],
  tools: ['find_order', 'refund_order', 'cancel_order'].map((name) => ({
    type: 'function',
    function: { name, parameters: { type: 'object', properties: { id: { type: 'string' } } } },
  })),
});
const answer = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  model: 'm-1',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'It is refunded.' }, finish_reason: 'stop' },
  ],
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const upstream = createServer((message, response) => {
  message.resume().once('end', () => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});
const upstreamOrigin = await listen(upstream);

const upstreamAgent = new Agent({ keepAlive: true });
const bare = createServer((message, response) => {
  const target = `${upstreamOrigin}${message.url ?? ''}`;
  const options = { method: message.method, headers: message.headers, agent: upstreamAgent };
  const passed = httpRequest(target, options, (reply) => {
    response.writeHead(reply.statusCode ?? 500, reply.headers);
    reply.pipe(response);
  });
  message.pipe(passed);
});
const bareOrigin = await listen(bare);

const modelServer = await openModelServer();

/** A trial of its own for each round, as in a run. */
function openSeat(): { readonly token: string; readonly close: () => void } {
  const clock = new LiveClock(new RealClock());
  const boundary = createModelBoundary({
    provider: createForwardProvider({
      baseUrl: `${upstreamOrigin}/v1`,
      apiKey: 'key',
      clock: new RealClock(),
      timeouts: { modelTimeoutMs: 60_000 },
      otherwise: { provenance: 'live', send: () => Promise.reject(new Error('unreachable')) },
    }),
    player: null,
    recorder: null,
    faults: { atModel: () => [], atTool: () => [] },
    clock,
    sink: new Transcript(clock),
    timeouts: { modelTimeoutMs: 60_000 },
  });
  return modelServer.open(boundary.fetch, { holdMs: 0 });
}

const clientAgent = new Agent({ keepAlive: true, maxSockets: 1 });

async function ask(origin: string, token: string): Promise<number> {
  const begun = performance.now();
  await new Promise<void>((resolve, reject) => {
    const sent = httpRequest(
      `${origin}/v1/chat/completions`,
      {
        method: 'POST',
        agent: clientAgent,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      },
      (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`Status ${reply.statusCode ?? 0}`));
        reply.resume().once('end', resolve);
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
  return performance.now() - begun;
}

const times: Record<'direct' | 'bare' | 'toolrig', number[]> = {
  direct: [],
  bare: [],
  toolrig: [],
};
/** Processor time of the whole process, in microseconds: on a busy machine it says more than the clock. */
const work: Record<keyof typeof times, number> = { direct: 0, bare: 0, toolrig: 0 };

for (let round = 0; round <= rounds; round += 1) {
  const seat = openSeat();
  const ways = [
    ['direct', upstreamOrigin, 'none'],
    ['bare', bareOrigin, 'none'],
    ['toolrig', modelServer.origin, seat.token],
  ] as const;
  const count = Math.ceil(requests / rounds);
  for (let index = 0; index < count; index += batch) {
    for (const [way, origin, token] of ways) {
      const before = process.cpuUsage();
      for (let one = 0; one < batch; one += 1) {
        const ms = await ask(origin, token);
        // The first round only warms up.
        if (round > 0) times[way].push(ms);
      }
      const { user, system } = process.cpuUsage(before);
      if (round > 0) work[way] += user + system;
    }
  }
  seat.close();
}

function quantile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

console.log(
  `Node ${process.version}, ${availableParallelism()} CPUs; ${times.bare.length} requests each, one at a time`,
);
for (const way of ['direct', 'bare', 'toolrig'] as const) {
  const list = times[way];
  const [half, most] = [quantile(list, 0.5), quantile(list, 0.95)];
  const cpuMs = work[way] / list.length / 1000;
  console.log(
    `${way.padEnd(8)} median ${half.toFixed(3)} ms   95 % ${most.toFixed(3)} ms   CPU ${cpuMs.toFixed(3)} ms a request, client and provider included`,
  );
}
const added = quantile(times.toolrig, 0.5) - quantile(times.bare, 0.5);
console.log(`toolrig adds ${added.toFixed(3)} ms at the median to a bare pass-through`);

clientAgent.destroy();
upstreamAgent.destroy();
await modelServer.close();
for (const server of [upstream, bare]) {
  server.close();
  server.closeAllConnections();
}
