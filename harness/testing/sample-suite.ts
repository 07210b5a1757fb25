import type { JsonObject } from '../json/json.ts';

/** A small suite as data, in which nothing is wrong: orders that are found, and refunded behind a token. */
export function createSampleSuite(): JsonObject {
  return {
    name: 'desk',
    tools: [findTool(), refundTool()],
    scenarios: [
      {
        id: 'refund-one',
        user: 'Refund A1, please.',
        expected: {
          calls: [
            { tool: 'find_order', arguments: { order_id: 'A1' } },
            {
              tool: 'refund',
              arguments: { order_id: 'A1', amount: 10, confirm_token: { $any: true } },
            },
          ],
          order: [['find_order', 'refund']],
          effects: [{ tool: 'refund', key: 'A1' }],
          forbidden: ['close_account'],
          state: { 'orders.A1.status': 'refunded' },
          says: 'refunded',
        },
        script: ['Done.'],
        faults: [{ on: 'tool(refund).call(1)', inject: { kind: 'lost_after_commit' } }],
      },
    ],
    world: { orders: { A1: { status: 'paid' } } },
    claims: [{ pattern: 'refunded', kind: 'done', tool: 'refund' }],
    plans: [{ name: 'first-turn', faults: [{ on: 'model.turn(1)', inject: 'timeout' }] }],
  };
}

function findTool(): JsonObject {
  return {
    name: 'find_order',
    description: 'Find an order by its number',
    effect: 'read',
    parameters: {
      type: 'object',
      properties: { order_id: { type: 'string' }, status: { enum: ['paid', 'refunded'] } },
      required: ['order_id'],
      additionalProperties: false,
    },
    results: [{ when: { order_id: 'A1' }, give: { status: 'paid' } }],
  };
}

function refundTool(): JsonObject {
  return {
    name: 'refund',
    description: 'Pay an order back',
    effect: 'irreversible',
    confirm: 'token',
    parameters: {
      type: 'object',
      properties: {
        order_id: { type: 'string' },
        amount: { type: 'integer', maximum: 100 },
        confirm_token: { type: 'string' },
      },
      required: ['order_id', 'amount'],
      additionalProperties: false,
    },
    effects: { key: ['order_id'], set: { 'orders.{order_id}.status': 'refunded' } },
    reconcile: {
      tool: 'find_order',
      arguments: { order_id: '{order_id}' },
      happened: { status: 'refunded' },
    },
  };
}
