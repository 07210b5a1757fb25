/** A write of a suite as data: its effect is named by the order. */
export const refundTool = {
  name: 'refund',
  description: 'Refunds an order.',
  effect: 'irreversible',
  parameters: {
    type: 'object',
    properties: { order_id: { type: 'string' } },
    required: ['order_id'],
    additionalProperties: false,
  },
  effects: { key: ['order_id'] },
};
