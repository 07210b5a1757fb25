import type { CountedSaying } from './counting-model.ts';

/** What a shop suite may differ in. */
export interface ShopChange {
  readonly description?: string;
  readonly scenarios?: readonly string[];
  readonly price?: boolean;
  /** The variant `first` is an agent of its own that asks each request twice. */
  readonly agent?: boolean;
  /** Tools do real I/O: each call is a line in `calls.log` beside the suite. */
  readonly real?: boolean;
  /** The suite has a fault plan of its own, `own`. */
  readonly plan?: boolean;
}

const all = ['look', 'pay', 'both', 'talk', 'pair'];

/**
 * The text of a suite file with a model past the process: five scenarios over a read and a payment, one variant on each
 * of two toolsets that differ in two descriptions.
 */
export function writeShopSuite(change: ShopChange = {}): string {
  const { description = 'Finds an order.', scenarios = all, price = true } = change;
  const { agent = false, real = false, plan = false } = change;
  return `import { appendFileSync } from 'node:fs';

const real = ${real};
const log = (line) => { if (real) appendFileSync(new URL('calls.log', import.meta.url), line + '\\n'); };
const time = real ? { time: 'real' } : {};
async function askTwice({ fetch, modelName, turns }) {
  for (const content of turns) {
    for (const _ of [1, 2]) {
      const body = JSON.stringify({ model: modelName, messages: [{ role: 'user', content }] });
      await (await fetch('http://127.0.0.1/v1/chat/completions', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
    }
  }
  return { stopReason: 'answered', text: 'Done.' };
}

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false };
const toTools = (find, pay) => [
  { name: 'find_order', description: find, effect: 'read', parameters: schema, ...time, handler: ({ id }) => { log('find'); return { id, total: 5 }; } },
  { name: 'pay_order', description: pay, effect: 'irreversible', parameters: schema, ...time, handler: ({ id }, ctx) => { log('pay'); ctx.effect(id); return { paid: id }; } },
];
const find = (id) => ({ tool: 'find_order', arguments: { id } });
const pay = (id) => ({ tool: 'pay_order', arguments: { id } });
const scenarios = [
  { id: 'look', user: 'look', expected: { calls: [find('A')] } },
  { id: 'pay', user: 'pay', expected: { calls: [pay('A')] } },
  { id: 'both', user: 'both', expected: { calls: [find('A'), pay('A')] } },
  { id: 'talk', user: 'talk', expected: { calls: [] } },
  { id: 'pair', user: ['talk', 'look'], expected: { calls: [find('A')] } },
];
const wanted = ${JSON.stringify(scenarios)};

export default {
  name: 'shop',
  toolsets: [
    { id: 'shop@1', tools: toTools(${JSON.stringify(description)}, 'Pays an order.') },
    { id: 'shop@2', tools: toTools('Looks an order up.', 'Settles an order.') },
  ],
  models: [{ name: 'till', model: 'm-1', nature: 'learned', about: 'A till.'${price ? ', price: { inputPerMillion: 1, outputPerMillion: 2 }' : ''} }],
  variants: [
    { name: 'first', toolset: 'shop@1', default: true${agent ? ', agent: askTwice' : ''} },
    { name: 'second', toolset: 'shop@2' },
  ],
  plans: ${plan ? "[{ name: 'own', faults: [{ on: 'tool(find_order).call(1)', inject: { kind: 'timeout_before' } }] }]" : '[]'},
  scenarios: scenarios.filter(({ id }) => wanted.includes(id)),
};
`;
}

const calls: Readonly<Record<string, readonly (readonly [string, object])[]>> = {
  look: [['find_order', { id: 'A' }]],
  pay: [['pay_order', { id: 'A' }]],
  both: [
    ['find_order', { id: 'A' }],
    ['pay_order', { id: 'A' }],
  ],
};

/** A model that does what a shop suite expects, one call a turn; it tries again what failed and may be retried. */
export function sayInShop(
  messages: readonly { readonly role: string; readonly content?: string | null }[],
): CountedSaying {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const steps = calls[messages[last]?.content ?? ''] ?? [];
  const answers = messages.slice(last + 1).filter(({ role }) => role === 'tool');
  const failed = answers.filter(({ content }) => content?.includes('"error"') === true);
  const end = answers.at(-1)?.content ?? '';
  if (end.includes('"error"') && !/"retryable":true|invalid_/u.test(end)) return 'It did not work.';
  const step = steps[answers.length - failed.length];
  return step === undefined || failed.length > 2 ? 'That is all.' : [step];
}
