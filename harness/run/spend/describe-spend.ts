import type { ExpectedSpend, PlanSpend, Rehearsal } from './rehearse-run.ts';
import { toPrice } from './read-expense.ts';
import type { Spent } from './spend-meter.ts';

/** Says what a run will likely send, one line a model, and what its recordings answer. */
export function describeRehearsal(
  { lanes, recorded, stale, models, shared = 0, plans = [] }: Rehearsal,
  place: { readonly mode: 'record' | 'live'; readonly cassettes: string },
): readonly string[] {
  const what =
    place.mode === 'live'
      ? `Asking live models in ${count(lanes, 'trial')}`
      : `Recording ${count(lanes, 'lane')} into "${place.cassettes}"`;
  const known =
    recorded === 0
      ? []
      : [
          `${count(recorded, 'lane')} recorded already: nothing is sent for ${recorded === 1 ? 'it' : 'them'}`,
        ];
  const old =
    stale === 0
      ? []
      : [
          `${count(stale, 'recorded lane')} no longer ${stale === 1 ? 'answers' : 'answer'} the present requests; \`--stale\` records ${stale === 1 ? 'it' : 'them'} again, without it nothing is sent for ${stale === 1 ? 'it' : 'them'}`,
        ];
  if (lanes === 0) {
    return ['Nothing is sent: 0 requests', ...describeForks(shared, plans), ...known, ...old];
  }
  return [
    ...models.map((spend) => `${what}: ${describeExpected(spend)}`),
    ...(plans.length < 2 ? [] : [`Of these, ${plans.map(describePlan).join('; ')}`]),
    ...describeForks(shared, plans),
    ...known,
    ...old,
  ];
}

/** A faulted trial takes the turns before its fault from its clean trial. */
function describeForks(shared: number, plans: readonly PlanSpend[]): readonly string[] {
  if (shared === 0) return [];
  const faulted = plans.filter(({ name }) => name !== 'clean');
  const live = faulted.reduce((sum, { requests }) => sum + requests, 0);
  return [
    `Faulted trials: ${count(shared, 'turn')} from the recordings of their clean trials, ${live} live (\`--no-fork\` asks for all of them)`,
  ];
}

function describePlan({ name, lanes, requests, price }: PlanSpend): string {
  const cost = price === null ? '' : `, ${toDollars(price)}`;
  return `${name}: ${count(lanes, 'lane')}, ${count(requests, 'request')}${cost}`;
}

/** How many requests, tokens and dollars one model is likely to take. */
function describeExpected(spend: ExpectedSpend): string {
  const { model, requests, least, most, inputTokens, outputTokens } = spend;
  const spread =
    most === null
      ? `at least ${least}; how many more, the agent decides`
      : `${least} to ${most}, as the model goes on`;
  const tokens = `about ${inputTokens + outputTokens} tokens`;
  return `about ${count(requests, 'request')} to ${model.name} (${spread}), ${tokens}, ${describePrice(spend)}`;
}

/** The spread of the price is that of the requests. */
function describePrice(spend: ExpectedSpend): string {
  const price = toPrice(spend.model, spend);
  if (price === null) return 'price unknown (the suite names none)';
  const of = (requests: number): string =>
    toDollars((price * requests) / Math.max(1, spend.requests));
  const upTo = spend.most === null ? 'with no upper bound' : `to ${of(spend.most)}`;
  return `about ${toDollars(price)} (${of(spend.least)} ${upTo})`;
}

/** Says what was sent, one line a model; nothing when nothing was. */
export function describeSpent(spent: readonly Spent[]): readonly string[] {
  const lines = spent.map((one) => {
    const { model, requests, inputTokens, outputTokens, price, isEstimate } = one;
    const tokens = `${inputTokens} input and ${outputTokens} output tokens${isEstimate ? ' (counted by characters where the provider did not say)' : ''}`;
    const cost = price === null ? 'price unknown' : toDollars(price);
    const limited =
      one.rateLimited === undefined
        ? ''
        : `; ${one.rateLimited} of them ${one.rateLimited === 1 ? 'was' : 'were'} refused by a rate limit`;
    const forked =
      one.shared === undefined
        ? ''
        : `; ${count(one.shared, 'more turn')} came from recordings of clean trials`;
    return `Sent ${count(requests, 'request')} to ${model}: ${tokens}, ${cost}${limited}${forked}`;
  });
  if (spent.length < 2) return lines;
  const requests = spent.reduce((sum, one) => sum + one.requests, 0);
  const prices = spent.map(({ price }) => price);
  const known = prices.filter((price) => price !== null);
  const total = toDollars(known.reduce((sum, price) => sum + price, 0));
  const cost =
    known.length === prices.length ? total : `${total} and what models without a price cost`;
  return [...lines, `Sent ${count(requests, 'request')} in all: ${cost}`];
}

/** A count with its noun. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** US dollars with four digits after the point; less than that with six. */
export function toDollars(price: number): string {
  return `$${price.toFixed(price > 0 && price < 0.001 ? 6 : 4)}`;
}
