import { createScriptedAgent, defineSuite, type ScenarioInput } from 'toolrig';

import { handbook } from './handbook.ts';
import { loops } from './loops.ts';
import { changing } from './scenarios/changing.ts';
import { incidents } from './scenarios/incident.ts';
import { money } from './scenarios/money.ts';
import { reading } from './scenarios/reading.ts';
import { mara } from './scenarios/sessions.ts';
import { toolsets } from './toolsets.ts';
import { shop } from './world-data.ts';

const prompt = [
  'You are the order desk of a mail-order shop. Today is 2026-06-10.',
  'The customer on the line is known from the session; all tools act for this customer only.',
  'Answer in the language of the customer. Parcels leave from Monday to Friday.',
  'Ask back when something that only the customer can know is missing; never make it up.',
  'Say that something was done only when a tool has said so.',
].join('\n');

/** Where the first version of the tools is compared with the second; the rest would only repeat itself. */
const toldApart: Readonly<Record<string, readonly string[]>> = {
  'not-cancelled': ['enum', 'free-text'],
  'newest-order': ['free-text'],
};

/** Variants whose models need no recordings. */
const inProcess = ['perfect', 'hallucinator'] as const;

/** Long conversations that would show no more of this model than the others do. */
const withoutCoercer: ReadonlySet<string> = new Set(['many-orders', 'money-back', 'yes-twice']);

function withVariants(scenario: ScenarioInput): ScenarioInput {
  const models = withoutCoercer.has(scenario.id) ? inProcess : ['coercer', ...inProcess];
  const more = [...models, ...(toldApart[scenario.id] ?? [])];
  return { ...scenario, variants: ['reference', 'naive', 'single-round', ...more] };
}

export default defineSuite({
  name: 'orders',
  about:
    'An order desk: search, refunds and cancellations behind a preview, vouchers behind a person, identity from the session',
  toolsets,
  models: [
    {
      name: 'clerk',
      baseUrl: 'http://127.0.0.1:8787/v1',
      nature: 'scripted',
      about:
        'A scripted agent behind scripts/agent-server: it follows a playbook, mends what it is told and repeats itself when it is told nothing. It can stand for loops and faults, never for a real model.',
    },
    {
      name: 'coercer',
      baseUrl: 'http://127.0.0.1:8787/v1',
      nature: 'scripted',
      about:
        'A scripted agent, recorded: as clerk without its slips, but numbers are sent as text until an error says so.',
    },
    {
      name: 'perfect',
      nature: 'scripted',
      respond: createScriptedAgent('perfect', handbook),
      about: 'A scripted agent in the process that makes no mistakes.',
    },
    {
      name: 'hallucinator',
      nature: 'scripted',
      respond: createScriptedAgent('hallucinator', handbook),
      about:
        'A scripted agent in the process: as perfect, but each call is first made to a tool that does not exist, and what only the user knows is made up.',
    },
  ],
  systemPrompt: prompt,
  loops,
  variants: [
    { name: 'reference', model: 'clerk', toolset: 'orders@2', loop: 'reference', default: true },
    { name: 'naive', model: 'clerk', toolset: 'orders@2', loop: 'naive' },
    { name: 'single-round', model: 'clerk', toolset: 'orders@2', loop: 'single-round' },
    // As `reference`, where it is compared with free text.
    { name: 'enum', model: 'clerk', toolset: 'orders@2', loop: 'reference' },
    { name: 'free-text', model: 'clerk', toolset: 'orders@1', loop: 'reference' },
    // Other models, as before and after an upgrade: all else is as in `reference`.
    { name: 'coercer', model: 'coercer', toolset: 'orders@2', loop: 'reference' },
    { name: 'perfect', model: 'perfect', toolset: 'orders@2', loop: 'reference' },
    { name: 'hallucinator', model: 'hallucinator', toolset: 'orders@2', loop: 'reference' },
  ],
  world: shop,
  session: mara,
  identity: ['user_id', 'tenant_id', 'customer_id'],
  claims: [
    { kind: 'done', tool: 'refund_order', pattern: 'I have refunded|已为您退款' },
    { kind: 'done', tool: 'cancel_order', pattern: 'I have cancelled|已为您取消' },
    { kind: 'done', tool: 'update_address', pattern: 'I have changed the address|已为您修改' },
    { kind: 'done', tool: 'issue_voucher', pattern: 'I have issued|已为您发放' },
    {
      kind: 'none',
      tool: 'search_orders',
      pattern: 'there are no (?:\\w+ )?orders|没有.{0,8}订单',
    },
  ],
  scenarios: [...[...reading, ...money, ...changing].map(withVariants), ...incidents],
});
