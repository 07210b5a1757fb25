import { RigError } from '../../core/rig-error.ts';
import { exitCodes } from '../../core/run.ts';
import type { ModelSpec } from '../../core/suite/suite.ts';
import type { ChatRequest } from '../../core/talk/chat.ts';
import { estimateInput, toPrice } from './read-expense.ts';

/** How much may be sent; `null`: any amount. */
export interface SpendLimits {
  readonly maxRequests: number | null;
  /** US dollars. */
  readonly maxCost: number | null;
  /** Input and output tokens; default: any number. */
  readonly maxTokens?: number | null;
  /** Milliseconds of real time from the creation of the meter; default: any time. */
  readonly maxTimeMs?: number | null;
}

/** What was sent to a model so far. */
export interface Account {
  readonly model: ModelSpec;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  isEstimate: boolean;
  rateLimited: number;
  /** Answers without a request: a faulted trial took them from its clean one. */
  shared: number;
}

/** Tokens of an answer that is on its way, for the limit on cost: no answer has said yet how long it is. */
const openOutputTokens = 80;

/** Lets requests go as long as they keep to the limits. */
export class Budget {
  readonly #limits: SpendLimits;
  readonly #accounts: () => Iterable<Account>;
  readonly #landings = new Landings();
  #open: Reserved = nothing;
  #flying = 0;
  #requests = 0;

  constructor(limits: SpendLimits, accounts: () => Iterable<Account>) {
    this.#limits = limits;
    this.#accounts = accounts;
  }

  /** Counts a request that costs nothing that is known of. @throws SpendLimitError when none may be sent any more. */
  admitOne(): void {
    this.#checkOne();
    this.#requests += 1;
  }

  #checkOne(): void {
    const { maxRequests } = this.#limits;
    if (maxRequests === null || this.#requests < maxRequests) return;
    throw new SpendLimitError(
      `Cannot send another request: --max-requests ${maxRequests} is reached`,
    );
  }

  /**
   * Reserves what a request may come to. Waits where only what is on its way may pass a limit: it mostly comes to less.
   * {@link land} must follow.
   *
   * @throws SpendLimitError when the request may pass a limit.
   */
  async admit(model: ModelSpec, request: ChatRequest): Promise<Reserved> {
    const usage = { inputTokens: estimateInput(request), outputTokens: openOutputTokens };
    const next: Reserved = {
      tokens: usage.inputTokens + usage.outputTokens,
      cost: toPrice(model, usage) ?? 0,
    };
    for (;;) {
      this.#checkOne();
      const sent = sumSent(this.#accounts());
      const over = findOver(this.#limits, add(sent, next), { next, sent });
      if (over !== null) throw new SpendLimitError(over);
      const all = add(add(sent, this.#open), next);
      if (this.#flying === 0 || findOver(this.#limits, all, { next, sent }) === null) {
        // At once, before another request is admitted.
        this.#requests += 1;
        this.#flying += 1;
        this.#open = add(this.#open, next);
        return next;
      }
      await this.#landings.next();
    }
  }

  /** A request has ended, and what it came to is in its account. */
  land({ cost, tokens }: Reserved): void {
    this.#flying -= 1;
    this.#open = this.#flying === 0 ? nothing : add(this.#open, { cost: -cost, tokens: -tokens });
    this.#landings.note();
  }
}

/** What one request on its way may come to. */
interface Reserved {
  readonly cost: number;
  readonly tokens: number;
}

const nothing: Reserved = { cost: 0, tokens: 0 };

function add(one: Reserved, other: Reserved): Reserved {
  return { cost: one.cost + other.cost, tokens: one.tokens + other.tokens };
}

function sumSent(accounts: Iterable<Account>): Reserved {
  const all = [...accounts];
  return {
    cost: all.reduce((sum, one) => sum + (toPrice(one.model, one) ?? 0), 0),
    tokens: all.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0),
  };
}

/** Which limit a sum passes, in a sentence; `null` when none. */
function findOver(
  { maxCost, maxTokens = null }: SpendLimits,
  sum: Reserved,
  { next, sent }: { readonly next: Reserved; readonly sent: Reserved },
): string | null {
  if (maxTokens !== null && sum.tokens > maxTokens) {
    return `Cannot send another request: it may take ${next.tokens} tokens after ${sent.tokens}, which passes --max-tokens ${maxTokens}`;
  }
  if (maxCost !== null && sum.cost > maxCost) {
    return `Cannot send another request: it may cost $${next.cost.toFixed(6)} after $${sent.cost.toFixed(6)}, which passes --max-cost ${maxCost}`;
  }
  return null;
}

/** Wakes requests that wait for others to end. */
class Landings {
  #waiting: (() => void)[] = [];

  note(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }
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
