import type { ServerResponse } from 'node:http';
import type { BegunAnswer } from '../boundary/model/trial-line.ts';
import { setTimeout as delay } from 'node:timers/promises';

/** How a response is played on a socket. */
export interface PlayOptions {
  /** How long a connection on which a timeout struck stays open before it is dropped, in real time. */
  readonly holdMs: number;
  /** The client went away, or the trial is over. */
  readonly signal: AbortSignal;
}

/**
 * Plays what the boundary answered on a real socket: the response as it is; a broken body as a connection that ends in the
 * middle; no response as a reset. Where a deadline struck, the connection is held, silent, and then dropped.
 */
export async function playResponse(
  answer: Promise<BegunAnswer>,
  response: ServerResponse,
  options: PlayOptions,
): Promise<void> {
  let served: BegunAnswer;
  try {
    served = await answer;
  } catch (error) {
    await drop(response, error, options);
    return;
  }
  const { status, headers, play } = served;
  response.writeHead(status, headers);
  if (play === null) {
    response.end();
    return;
  }
  try {
    // Each piece is on its way before the next is asked for.
    await play((piece) => {
      options.signal.throwIfAborted();
      return response.write(piece) ? undefined : drained(response, options.signal);
    });
    response.end();
  } catch (error) {
    await drop(response, error, options);
  }
}

async function drop(response: ServerResponse, error: unknown, options: PlayOptions): Promise<void> {
  const { socket } = response;
  if (response.headersSent) response.flushHeaders();
  if (isTimeout(error)) await hold(options);
  if (socket === null || socket.destroyed) return;
  // A reset would also throw away what was sent and not yet read.
  if (response.headersSent) socket.destroySoon();
  else socket.resetAndDestroy();
}

async function hold({ holdMs, signal }: PlayOptions): Promise<void> {
  await delay(holdMs, undefined, { signal }).catch(() => undefined);
}

async function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** As Node's own `fetch` words it, and the trial's `fetch` with it. */
function isTimeout(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && String(cause.code).endsWith('_TIMEOUT');
}
