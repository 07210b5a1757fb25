import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a refusal says how long to wait. */
export const waitForms = ['seconds', 'date', 'ms'] as const;

/** One request as the server saw it. */
export interface SeenRequest {
  /** Milliseconds on the server's clock. */
  readonly atMs: number;
  /** What was asked; every trial asks something else. */
  readonly ask: string;
  /** Until when the server wants nothing more; `null`: it was answered. */
  readonly untilMs: number | null;
}

/** A server that is asked too often for a while. */
export interface StormServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
}

/** When the storm is, counted in requests, and how long it takes. */
export interface StormPlan {
  /** Requests that are answered before it begins. */
  readonly calm: number;
  readonly form: (typeof waitForms)[number];
  /** Whole seconds that refusals ask to wait for. */
  readonly waitSeconds: number;
  /** How often the storm begins again after its wait. */
  readonly rounds: number;
}

/** What each answer says that it took; by the prices of the storm suite it costs one cent. */
const usage = { prompt_tokens: 80, completion_tokens: 20, total_tokens: 100 };

/** Starts a server that answers `calm` requests, refuses all until its `Retry-After`, and does this again, `rounds` times. */
export async function startStormServer(plan: StormPlan): Promise<StormServer> {
  const seen: SeenRequest[] = [];
  let answered = 0;
  let storms = 0;
  let untilMs = 0;
  const answer = (body: string, response: ServerResponse): void => {
    const atMs = Date.now();
    const ask = /ask-[0-9]+/u.exec(body)?.[0] ?? '';
    if (storms < plan.rounds && atMs >= untilMs && answered >= plan.calm * (storms + 1)) {
      storms += 1;
      untilMs = toUntil(atMs, plan);
    }
    const isRefused = atMs < untilMs;
    seen.push({ atMs, ask, untilMs: isRefused ? untilMs : null });
    if (isRefused) refuse(response, toHeaders(untilMs, atMs, plan));
    else {
      answered += 1;
      reply(response);
    }
  };
  const server = createServer(
    (request, response) => void readBody(request).then((body) => answer(body, response)),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** A date names a whole second; the others are exact. */
function toUntil(atMs: number, { form, waitSeconds }: StormPlan): number {
  const untilMs = atMs + waitSeconds * 1_000;
  return form === 'date' ? Math.ceil(untilMs / 1_000) * 1_000 : untilMs;
}

function toHeaders(untilMs: number, atMs: number, { form }: StormPlan): Record<string, string> {
  const leftMs = untilMs - atMs;
  if (form === 'date') return { 'retry-after': new Date(untilMs).toUTCString() };
  return form === 'ms'
    ? { 'retry-after-ms': String(leftMs) }
    : { 'retry-after': String(Math.ceil(leftMs / 1_000)) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function refuse(response: ServerResponse, headers: Record<string, string>): void {
  const error = { message: 'Too many requests', type: 'rate_limit_error' };
  response.writeHead(429, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error }));
}

function reply(response: ServerResponse): void {
  const message = { role: 'assistant', content: 'Done.' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const body = { id: 'a', object: 'chat.completion', created: 1, model: 'm', choices, usage };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
