import type { LanePlayer, LaneRecorder } from '../core/talk/cassette.ts';
import type { ChatRequest } from '../core/talk/chat.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import type { FaultPoint, ModelStrike } from '../core/suite/fault.ts';
import type { Provider } from '../core/talk/model.ts';
import type { EventBody, TranscriptSink } from '../core/trial/transcript.ts';
import { VirtualClock } from '../run/clock/virtual-clock.ts';

/** A request with two tools. */
export const sampleRequest: ChatRequest = {
  model: 'm-1',
  messages: [{ role: 'user', content: 'hi' }],
  tools: ['stock', 'pay'].map((name) => ({
    type: 'function',
    function: { name, parameters: { type: 'object' } },
  })),
};

/** An event with the trial's time at which it was recorded. */
export type TimedEvent = EventBody & { readonly atMs: number };

/** The fakes around a model boundary, and what they saw. */
export interface BoundaryBench {
  readonly clock: VirtualClock;
  readonly sink: TranscriptSink;
  readonly events: TimedEvent[];
  readonly faults: FaultPoint;
}

/** Creates fakes for one trial; `strikes` are given at every place where they say so. */
export function createBoundaryBench(
  strikes: (turn: number, attempt: number) => readonly ModelStrike[] = () => [],
): BoundaryBench {
  const clock = new VirtualClock();
  const events: TimedEvent[] = [];
  return {
    clock,
    events,
    sink: { emit: (body) => events.push({ ...body, atMs: clock.nowMs() }) - 1 },
    faults: { atModel: strikes, atTool: () => [] },
  };
}

/** Plays exchanges in order, as from a recording, and remembers where it was asked. */
export function createFakePlayer(
  exchanges: readonly Exchange[],
): LanePlayer & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    play: (_request, position) => {
      const exchange = exchanges[asked.length];
      if (exchange === undefined) throw new Error('The fake recording is at its end');
      asked.push(`${position.turn}.${position.attempt}`);
      return { exchange, tier: 'exact' };
    },
    compareTool: () => undefined,
    serve: () => {
      throw new Error('No live back end');
    },
    side: () => {
      throw new Error('No side requests');
    },
    unconsumed: () => exchanges.length - asked.length,
  };
}

/** Answers in order, as a live model would. */
export function createFakeProvider(exchanges: readonly Exchange[]): Provider {
  const left = [...exchanges];
  return {
    provenance: 'live',
    send: () => {
      const exchange = left.shift();
      if (exchange === undefined) throw new Error('The fake model has nothing left to say');
      return Promise.resolve(exchange);
    },
  };
}

/** Remembers what was recorded; shares what it is given to share, in order. */
export function createFakeRecorder(
  shared: readonly Exchange[] = [],
): LaneRecorder & { readonly recorded: Exchange[] } {
  const recorded: Exchange[] = [];
  const left = [...shared];
  return {
    recorded,
    shared: () => left.shift() ?? null,
    record: (_request, _position, exchange) => {
      recorded.push(exchange);
    },
    recordTool: () => undefined,
    recordServed: () => undefined,
    sharedSide: () => null,
    recordSide: () => undefined,
    replayChanges: () => null,
    seal: () => Promise.resolve(),
    abandon: () => Promise.resolve(),
  };
}
