import { RigError } from '../../core/rig-error.ts';
import type { LanePlayer, LaneRecorder } from '../../core/talk/cassette.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { Provider } from '../../core/talk/model.ts';
import type { SideRequest } from '../../core/talk/side.ts';
import type { Clock } from '../../core/trial/clock.ts';
import {
  isBare,
  refuse,
  refuseForGood,
  toBodyError,
  toBytes,
  toFetchError,
} from './fetch-answers.ts';
import type { BegunAnswer } from './trial-line.ts';

/** What answers side requests: the recording, or the provider, whose answer is recorded. */
export interface SideSources {
  readonly player: Pick<LanePlayer, 'side'> | null;
  readonly recorder: Pick<LaneRecorder, 'sharedSide' | 'recordSide'> | null;
  readonly provider: Pick<Provider, 'sendSide'> | null;
  readonly clock: Pick<Clock, 'hold'>;
}

/** How the answer reaches the agent. */
export interface SideListener {
  readonly signal: AbortSignal;
  /** Called with what makes the trial invalid. */
  onFailure(error: unknown): void;
}

/** Answers a side request of an agent. No fault strikes it, and it takes no time of the trial. */
export async function answerSide(
  request: SideRequest,
  sources: SideSources,
  { signal, onFailure }: SideListener,
): Promise<BegunAnswer> {
  let exchange: Exchange | null;
  try {
    exchange = await obtainSide(request, sources, signal);
  } catch (error) {
    onFailure(error);
    return refuseForGood(error);
  }
  signal.throwIfAborted();
  if (exchange !== null) return toAnswer(exchange);
  const { method, path } = request;
  const text = `Cannot answer "${method} ${path}": a scripted model has no provider that could be asked`;
  // An agent may live without a list.
  if (method === 'GET') return refuse(text);
  const remedy =
    'Give that client a `fetch` or a base URL of its own, or use a model with a base URL, whose answers are recorded';
  const error = new RigError('SIDE_REQUEST_UNANSWERED', `${text}. ${remedy}`);
  onFailure(error);
  return refuseForGood(error);
}

async function obtainSide(
  request: SideRequest,
  { player, recorder, provider, clock }: SideSources,
  signal: AbortSignal,
): Promise<Exchange | null> {
  if (player !== null) return player.side(request);
  const shared = recorder?.sharedSide(request) ?? null;
  if (shared !== null) return shared;
  const send = provider?.sendSide?.bind(provider);
  if (send === undefined) return null;
  const exchange = await clock.hold(() => send(request, signal));
  // What the agent gave up on says nothing of the provider.
  if (!signal.aborted) recorder?.recordSide(request, exchange);
  return exchange;
}

function toAnswer(exchange: Exchange): BegunAnswer {
  const { status, headers, frames, end } = exchange;
  if (status < 200 || status > 599) throw toFetchError(exchange, end === 'stalled');
  if (isBare(status)) return { status, headers, play: null };
  return {
    status,
    headers,
    play: async (give) => {
      for (const frame of frames) await give(toBytes(frame));
      if (end !== 'complete') throw toBodyError(exchange);
    },
  };
}
