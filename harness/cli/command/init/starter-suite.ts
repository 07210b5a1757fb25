/** What `toolrig init` writes: a suite that runs offline at once, and with a real model once it is recorded. */
export const starterSuite = `# A suite: tools, scenarios, and what must, may and must not happen.
# Every field: node_modules/toolrig/dist/harness/suite/suite.schema.json, which editors can use.
name: starter

tools:
  - name: get_order
    description: Reads an order by its id. Use it before anything is done to the order. Returns its state and what was paid.
    effect: read
    parameters:
      type: object
      properties:
        order_id: { type: string, pattern: '^A-[0-9]+$' }
      required: [order_id]
      additionalProperties: false
    results:
      - when: { order_id: A-1 }
        give: { order_id: A-1, state: delivered, paid: 40 }
      - give: []
        status: empty
        meaning: There is no such order

  - name: refund_order
    description: Refunds a whole order, once. Use it when the user wants the money back. Not for cancelling an order that is on its way.
    effect: irreversible
    parameters:
      type: object
      properties:
        order_id: { type: string, pattern: '^A-[0-9]+$' }
      required: [order_id]
      additionalProperties: false
    effects: { key: [order_id] }
    results:
      - give: { refunded: true }

models:
  # Plays the \`script\` of each scenario: no network, no key.
  - name: scripted
    script: []
  # Any OpenAI-compatible endpoint: OPENAI_API_KEY and, for another address, --base-url.
  - name: gpt-4.1-mini

variants:
  - { name: scripted, model: scripted, default: true }
  - { name: real, model: gpt-4.1-mini }

scenarios:
  - id: refund-once
    user: Please refund my order A-1.
    script:
      - calls: [{ name: get_order, arguments: { order_id: A-1 } }]
      - calls: [{ name: refund_order, arguments: { order_id: A-1 } }]
      - Your order A-1 has been refunded.
    expected:
      calls:
        - { tool: get_order, arguments: { order_id: A-1 } }
        - { tool: refund_order, arguments: { order_id: A-1 } }
      order: [[get_order, refund_order]]
      effects: [{ tool: refund_order, count: 1 }]

  - id: nothing-to-do
    user: Thanks, that was all.
    script:
      - You are welcome.
    expected:
      calls: []

# toolrig run . --faults lost: the refund is booked, but its response never comes.
plans:
  - name: lost
    faults:
      - { on: tool(refund_order).call(1), inject: lost_after_commit }
`;
