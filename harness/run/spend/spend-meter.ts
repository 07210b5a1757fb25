import { RigError } from '../../core/rig-error.ts';
import { exitCodes } from '../../core/run.ts';
import type { ModelSpec } from '../../core/suite/suite.ts';
import type { ChatRequest } from '../../core/talk/chat.ts';
import type { Provider } from '../../core/talk/model.ts';
import { estimateInput, type Expense, readExpense, toPrice } from './read-expense.ts';

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
}

/** How much may be sent; `null`: any amount. */
export interface SpendLimits {
  readonly maxRequests: number | null;
  /** US dollars. */
  readonly maxCost: number | null;
}

/** Counts what is really sent to models, over one or several runs, and stops at a limit. */
export interface SpendMeter {
  readonly limits: SpendLimits;
  /** The provider, counted. Its `send` throws {@link SpendLimitError} instead of passing a limit. */
  watch(provider: Provider, model: ModelSpec): Provider;
  /** By model, in the order of their first request. */
  spent(): readonly Spent[];
}

/** Tokens of an answer that is on its way, for the limit on cost: no answer has said yet how long it is. */
const openOutputTokens = 80;

/** Creates a meter. */
export function createSpendMeter(limits: SpendLimits): SpendMeter {
  const accounts = new Map<string, Account>();
  const open = { cost: 0 };
  const accountOf = (model: ModelSpec): Account => {
    const found = accounts.get(model.name) ?? {
      model,
      requests: 0,
      inputTokens: 0,
      outputTokens: 0,
      isEstimate: false,
    };
    accounts.set(model.name, found);
    return found;
  };
  const admitOne = (): void => {
    const requests = [...accounts.values()].reduce((sum, account) => sum + account.requests, 0);
    if (limits.maxRequests !== null && requests >= limits.maxRequests) {
      throw new SpendLimitError(
        `Cannot send another request: --max-requests ${limits.maxRequests} is reached`,
      );
    }
  };
  const admit = (model: ModelSpec, request: ChatRequest): number => {
    admitOne();
    const all = [...accounts.values()];
    const usage = { inputTokens: estimateInput(request), outputTokens: openOutputTokens };
    const next = toPrice(model, usage) ?? 0;
    const cost = all.reduce((sum, account) => sum + (toPrice(account.model, account) ?? 0), 0);
    if (limits.maxCost !== null && cost + open.cost + next > limits.maxCost) {
      throw new SpendLimitError(
        `Cannot send another request: it may cost $${next.toFixed(6)} after $${(cost + open.cost).toFixed(6)}, which passes --max-cost ${limits.maxCost}`,
      );
    }
    return next;
  };
  return {
    limits,
    watch: (provider, model) => ({
      ...provider,
      send: async (request, position, signal) => {
        const reserved = admit(model, request);
        const account = accountOf(model);
        account.requests += 1;
        open.cost += reserved;
        try {
          const exchange = await provider.send(request, position, signal);
          add(account, readExpense(request, exchange));
          return exchange;
        } finally {
          open.cost -= reserved;
        }
      },
      ...watchSide(provider, () => {
        admitOne();
        accountOf(model).requests += 1;
      }),
    }),
    spent: () => [...accounts.values()].map(toSpent),
  };
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

interface Account {
  readonly model: ModelSpec;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  isEstimate: boolean;
}

function add(account: Account, { inputTokens, outputTokens, isEstimate }: Expense): void {
  account.inputTokens += inputTokens;
  account.outputTokens += outputTokens;
  account.isEstimate ||= isEstimate;
}

function toSpent({ model, ...counted }: Account): Spent {
  return { model: model.name, ...counted, price: toPrice(model, counted) };
}

/** Why a run that a limit ended is INVALID: its code among the reasons. */
export const spendLimitCode = 'spend_limit';

/** A limit on requests or cost is reached: nothing more is sent, and the run ends. */
export class SpendLimitError extends RigError {
  override readonly name = 'SpendLimitError';

  constructor(message: string) {
    super(spendLimitCode.toUpperCase(), message, { exitCode: exitCodes.invalid });
  }
}
