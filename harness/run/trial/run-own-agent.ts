import { setMaxListeners } from 'node:events';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

import { toLine, withLine } from '../../boundary/model/trial-line.ts';
import type { Agent, AgentContext, AgentEnd } from '../../core/suite/agent.ts';
import type { TrialClock } from '../../core/trial/clock.ts';
import { RigError } from '../../core/rig-error.ts';
import type { DeliverOptions } from '../../core/trial/tool-boundary.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { type OwnEnd, toOwnEnd, toThrownEnd } from './to-own-end.ts';

/** The longest wait that a timer can count. */
const longestMs = 2 ** 31 - 1;

/** An agent that asks so often without ever waiting would keep its own deadline from coming. */
const asksPerTurn = 64;

/** What surrounds an agent in its trial. */
export interface OwnAgentTrial {
  readonly clock: TrialClock;
  readonly events: readonly TranscriptEvent[];
  /** Aborts, with the error, when the harness cannot go on (a recording does not answer). */
  readonly broken: AbortSignal;
}

/**
 * Runs an agent of the user's own, for `guards.deadlineMs` of real time at most (0: no limit): unlike the reference loop
 * it may wait for anything. When its time is over, or the trial is broken, the trial goes on without it: time stops, its
 * signal aborts, and its later requests to a boundary are never answered. Work that blocks the thread cannot be stopped. An
 * error that it throws, and an end that the events do not confirm, count as failures of the agent.
 *
 * @throws The reason of the signal when the run is interrupted, and errors of the harness.
 */
export async function runOwnAgent(
  agent: Agent,
  context: AgentContext,
  trial: OwnAgentTrial,
): Promise<AgentEnd> {
  const end = await untilEnd(agent, context, trial);
  if (end.fault !== null) context.sink.emit({ type: 'guard', guard: 'agent', text: end.fault });
  return { stopReason: end.stopReason, text: end.text };
}

async function untilEnd(
  agent: Agent,
  context: AgentContext,
  { clock, events, broken }: OwnAgentTrial,
): Promise<OwnEnd> {
  const { deadlineMs } = context.settings.guards;
  const leave = new AbortController();
  // Every request in flight listens to it.
  setMaxListeners(0, leave.signal);
  const timer = new AbortController();
  const cut = (): void => {
    clock.stop();
    leave.abort();
  };
  const interrupted = onAbort(context.signal, cut);
  const invalid = onAbort(broken, cut);
  const late = waitFor(deadlineMs, timer.signal).then((): OwnEnd => {
    context.sink.emit({
      type: 'guard',
      guard: 'deadlineMs',
      text: `The agent was still at work after ${deadlineMs} ms of real time${describeOpen(events)}`,
    });
    cut();
    return { stopReason: 'deadline', text: null, fault: null };
  });
  try {
    const own = judgeEnd(agent, guard(context, leave.signal), events);
    return await Promise.race([interrupted.reason, invalid.reason, own, late]);
  } finally {
    timer.abort();
    interrupted.forget();
    invalid.forget();
  }
}

/** What the agent was waiting for: requests and calls without an answer. */
function describeOpen(events: readonly TranscriptEvent[]): string {
  const open = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'request') {
      const { turn, attempt } = event;
      open.set(`${turn}/${attempt}`, `the request of turn ${turn}, attempt ${attempt}`);
    } else if (event.type === 'reply' || event.type === 'model_error') {
      open.delete(`${event.turn}/${event.attempt}`);
    } else if (event.type === 'delivery') {
      open.set(`${event.call}#${event.delivery}`, `the call ${event.call} of "${event.tool}"`);
    } else if (event.type === 'result') open.delete(`${event.call}#${event.delivery}`);
  }
  return open.size === 0 ? '' : `; in flight: ${[...open.values()].join(', ')}`;
}

/** An error of the harness is thrown on; anything else that an agent throws is how it ended. */
async function judgeEnd(
  agent: Agent,
  context: AgentContext,
  events: readonly TranscriptEvent[],
): Promise<OwnEnd> {
  try {
    return toOwnEnd(await agent(context), events, context.settings);
  } catch (error) {
    if (error instanceof RigError) throw error;
    return toThrownEnd(error, events);
  }
}

/** The context whose boundaries fall silent when the signal aborts. */
function guard(context: AgentContext, signal: AbortSignal): AgentContext {
  const { model, tools, fetch } = context;
  const until = (own: AbortSignal | null): AbortSignal =>
    own === null || own === signal ? signal : AbortSignal.any([own, signal]);
  const within = (options: DeliverOptions): DeliverOptions => ({
    ...options,
    timeoutMs: Math.min(options.timeoutMs, longestMs),
    signal: until(options.signal),
  });
  let asks = 0;
  const pass = async (): Promise<void> => {
    if (signal.aborted) await new Promise(() => undefined);
    asks += 1;
    if (asks % asksPerTurn === 0) await nextTurn();
  };
  return {
    ...context,
    signal,
    model: {
      ask: async (request, position, own) => {
        await pass();
        return await model.ask(request, position, until(own));
      },
    },
    fetch: guardFetch(fetch, { pass, until }),
    tools: {
      run: async (name, args, options = {}) => {
        await pass();
        const own = until(options.signal ?? null);
        const limit = options.timeoutMs;
        const timeoutMs = limit === undefined ? {} : { timeoutMs: Math.min(limit, longestMs) };
        return await tools.run(name, args, { ...options, ...timeoutMs, signal: own });
      },
      offer: (names) => {
        tools.offer(names);
      },
      judge: (turn, calls) => tools.judge(turn, calls),
      askHuman: (call) => tools.askHuman(call),
      deliver: async (call, options) => {
        await pass();
        return await tools.deliver(call, within(options));
      },
      // The contract of `ToolBoundary`.
      // oxlint-disable-next-line max-params
      read: async (call, tool, args, options) => {
        await pass();
        return await tools.read(call, tool, args, within(options));
      },
    },
  };
}

/** A trial's fetch that waits for its turn, and that ends with the trial. */
function guardFetch(
  fetch: AgentContext['fetch'],
  {
    pass,
    until,
  }: {
    readonly pass: () => Promise<void>;
    readonly until: (own: AbortSignal | null) => AbortSignal;
  },
): AgentContext['fetch'] {
  const line = toLine(fetch);
  return withLine(
    async (input, init) => {
      await pass();
      const own = init?.signal ?? (input instanceof Request ? input.signal : null);
      return await fetch(input, { ...init, signal: until(own) });
    },
    async (asked, own) => {
      await pass();
      return await line(asked, until(own));
    },
  );
}

/** Resolves when the time is over; never resolves when there is no limit or the signal aborts first. */
async function waitFor(limitMs: number, signal: AbortSignal): Promise<void> {
  const never = new Promise<never>(() => undefined);
  if (limitMs <= 0) return await never;
  try {
    await delay(Math.min(limitMs, longestMs), undefined, { signal });
  } catch {
    await never;
  }
}

/** Does something, and then rejects, when a signal aborts. */
function onAbort(
  signal: AbortSignal,
  work: () => void,
): { readonly reason: Promise<never>; forget(): void } {
  let listener = (): void => undefined;
  const reason = new Promise<never>((_, reject) => {
    listener = () => {
      work();
      reject(signal.reason);
    };
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
  });
  // The race may be over before it.
  reason.catch(() => undefined);
  return { reason, forget: () => signal.removeEventListener('abort', listener) };
}
