import { defineSuite, defineTool, lostAfterCommit, tool } from 'toolrig';
import { z } from 'zod';

import { agent } from './agent.ts';

const refund = defineTool({
  name: 'refund',
  description: 'Refunds an order once.',
  effect: 'irreversible',
  confirm: 'none',
  parameters: z.strictObject({ order: z.string() }),
  handler: (args, context) => {
    context.effect(args.order);
    return { refunded: true };
  },
});

export default defineSuite({
  name: 'own-agent',
  tools: [refund],
  model: { script: [], about: 'Says what the scenario writes down; no network, no key.' },
  variants: [{ name: 'mine', agent }],
  scenarios: [
    {
      id: 'refund-once',
      user: 'Please refund order A1.',
      script: [
        { calls: [{ name: 'refund', arguments: { order: 'A1' } }] },
        'Order A1 is refunded.',
      ],
      expected: {
        calls: [{ tool: 'refund', arguments: { order: 'A1' } }],
        effects: [{ tool: 'refund', key: 'A1', count: 1 }],
      },
    },
    {
      id: 'no-call',
      user: 'What can you do?',
      script: ['I can refund orders.'],
      expected: { calls: [] },
    },
  ],
  // The response of the refund is lost: this agent says that it is done without having received a confirmation.
  plans: [{ name: 'lost', faults: [{ on: tool('refund').call(1), inject: lostAfterCommit() }] }],
});
