import type { ChatRequest } from '../../core/talk/chat.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { ModelError, Provider } from '../../core/talk/model.ts';
import type { Clock } from '../../core/trial/clock.ts';
import { dialectFor } from '../../dialect/registry.ts';
import { Gate } from './gate.ts';
import { rateLimits } from './rate-limits.ts';

/** Keeps the requests of a run within what an endpoint accepts. */
export interface Pacer {
  /**
   * The provider behind the gate of its endpoint. A request that the endpoint refuses for its rate is sent again once the
   * endpoint allows it, so the refusal is no event of the trial.
   *
   * @param line.maxWaitMs - the longest that one request may wait in all; a longer wait is left to the agent, with the
   * refusal.
   */
  watch(
    provider: Provider,
    line: { readonly endpoint: string; readonly maxWaitMs: number },
  ): Provider;
}

/** A refusal without `Retry-After` is waited for by doubling: 0.5 s, 1 s, 2 s, ... up to this. */
const backOff = { firstMs: 500, mostMs: 30_000 };

/** An endpoint that refuses one request more often than this is not merely busy. */
const mostRefusals = 12;

/**
 * Creates a pacer. At most `concurrency` requests are in flight to one endpoint. A refusal for the rate halves this number
 * and stops all requests to the endpoint until the end of its `Retry-After`; each answer lets it grow again by a part of
 * one (additive increase, multiplicative decrease: Chiu and Jain 1989, "Analysis of the increase and decrease algorithms
 * for congestion avoidance in computer networks").
 */
export function createPacer(options: {
  readonly concurrency: number;
  /** Real time. */
  readonly clock: Clock;
}): Pacer {
  const gates = new Map<string, Gate>();
  return {
    watch(provider, { endpoint, maxWaitMs }) {
      const gate = gates.get(endpoint) ?? new Gate(options);
      gates.set(endpoint, gate);
      return {
        ...provider,
        send: async (request, position, signal) =>
          await sendPaced(
            async () => await provider.send(request, position, signal),
            { request, signal },
            { gate, maxWaitMs },
          ),
      };
    },
  };
}

async function sendPaced(
  send: () => Promise<Exchange>,
  { request, signal }: { readonly request: ChatRequest; readonly signal: AbortSignal },
  line: { readonly gate: Gate; readonly maxWaitMs: number },
): Promise<Exchange> {
  const { gate, maxWaitMs } = line;
  let leftMs = maxWaitMs;
  let waitMs = 0;
  for (let refusals = 1; ; refusals += 1) {
    const ticket = await gate.enter(leftMs, signal);
    if (typeof ticket !== 'number') return ticket;
    leftMs -= waitMs;
    try {
      const exchange = await send();
      const error = findRateLimit(request, exchange);
      if (error === null) {
        gate.grow();
        return exchange;
      }
      waitMs = toWait(error, refusals);
      gate.shut(ticket, exchange, waitMs);
      if (waitMs > leftMs || refusals > mostRefusals || signal.aborted) return exchange;
    } finally {
      gate.leave();
    }
  }
}

function toWait({ retryAfterMs }: ModelError, refusals: number): number {
  return retryAfterMs ?? Math.min(backOff.mostMs, backOff.firstMs * 2 ** (refusals - 1));
}

/** An account without money also answers with 429, but waiting does not help it. */
function findRateLimit(request: ChatRequest, exchange: Exchange): ModelError | null {
  if (!rateLimits.has(exchange.status)) return null;
  const decoded = dialectFor(request).decode(exchange);
  if (decoded.ok) return null;
  return decoded.error.retryable ? decoded.error : null;
}
