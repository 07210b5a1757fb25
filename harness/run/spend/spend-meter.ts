import type { ModelSpec } from '../../core/suite/suite.ts';
import type { Provider } from '../../core/talk/model.ts';
import type { Clock } from '../../core/trial/clock.ts';
import { rateLimits } from '../../model/pace/rate-limits.ts';
import { RealClock } from '../clock/live-clock.ts';
import { type Account, Budget, SpendLimitError, type SpendLimits } from './budget.ts';
import { type Expense, readExpense, toPrice } from './read-expense.ts';

/** What was sent to one model. */
export interface Spent {
  readonly model: string;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; `null` when the model has no price. */
  readonly price: number | null;
  /** The provider left out tokens at least once: they are counted by characters. */
  readonly isEstimate: boolean;
  /** How many of the requests were refused for their rate (429, 529); absent when none was. */
  readonly rateLimited?: number;
  /** Answers that faulted trials took from their clean ones, for which no request was sent; absent when there was none. */
  readonly shared?: number;
}

/** Counts what is really sent to models, over one or several runs, and stops at a limit. */
export interface SpendMeter {
  readonly limits: SpendLimits;
  /** The provider, counted. Its `send` throws {@link SpendLimitError} instead of passing a limit. */
  watch(provider: Provider, model: ModelSpec): Provider;
  /** A faulted trial took an answer from its clean one instead of a request. */
  noteShared(model: ModelSpec): void;
  /** By model, in the order of their first request. */
  spent(): readonly Spent[];
  /** Aborts, with a {@link SpendLimitError}, when the time is over; `end` stops the timer. */
  startTimer(): { readonly signal: AbortSignal; end(): void };
}

/** Creates a meter. */
export function createSpendMeter(
  limits: SpendLimits,
  clock: Pick<Clock, 'nowMs' | 'sleep'> = new RealClock(),
): SpendMeter {
  const startedMs = clock.nowMs();
  const accounts = new Map<string, Account>();
  const accountOf = (model: ModelSpec): Account => {
    const found = accounts.get(model.name) ?? {
      model,
      requests: 0,
      inputTokens: 0,
      outputTokens: 0,
      isEstimate: false,
      rateLimited: 0,
      shared: 0,
    };
    accounts.set(model.name, found);
    return found;
  };
  const budget = new Budget(limits, () => accounts.values());
  return {
    limits,
    watch: (provider, model) => ({
      ...provider,
      send: async (request, position, signal) => {
        const reserved = await budget.admit(model, request);
        const account = accountOf(model);
        account.requests += 1;
        try {
          const exchange = await provider.send(request, position, signal);
          enter(account, readExpense(request, exchange));
          if (rateLimits.has(exchange.status)) account.rateLimited += 1;
          return exchange;
        } finally {
          budget.land(reserved);
        }
      },
      ...watchSide(provider, () => {
        budget.admitOne();
        accountOf(model).requests += 1;
      }),
    }),
    noteShared: (model) => {
      accountOf(model).shared += 1;
    },
    spent: () => [...accounts.values()].map(toSpent),
    startTimer: () => startTimer(limits, { clock, startedMs }),
  };
}

function startTimer(
  { maxTimeMs = null }: SpendLimits,
  {
    clock,
    startedMs,
  }: { readonly clock: Pick<Clock, 'nowMs' | 'sleep'>; readonly startedMs: number },
): { readonly signal: AbortSignal; end(): void } {
  const over = new AbortController();
  const off = new AbortController();
  if (maxTimeMs !== null) {
    const leftMs = maxTimeMs - (clock.nowMs() - startedMs);
    void clock.sleep(leftMs, off.signal).then(() => {
      if (off.signal.aborted) return;
      over.abort(
        new SpendLimitError(`Cannot go on: the time of --max-time ${maxTimeMs / 1_000}s is over`),
      );
    });
  }
  return { signal: over.signal, end: () => off.abort() };
}

/** What a question besides the conversation costs is not known: it counts as a request alone. */
function watchSide(provider: Provider, count: () => void): Pick<Provider, 'sendSide'> {
  const send = provider.sendSide?.bind(provider);
  if (send === undefined) return {};
  return {
    sendSide: async (request, signal) => {
      count();
      return await send(request, signal);
    },
  };
}

function enter(account: Account, { inputTokens, outputTokens, isEstimate }: Expense): void {
  account.inputTokens += inputTokens;
  account.outputTokens += outputTokens;
  account.isEstimate ||= isEstimate;
}

function toSpent({ model, rateLimited, shared, ...counted }: Account): Spent {
  const limited = rateLimited === 0 ? {} : { rateLimited };
  const forked = shared === 0 ? {} : { shared };
  return { model: model.name, ...counted, price: toPrice(model, counted), ...limited, ...forked };
}
