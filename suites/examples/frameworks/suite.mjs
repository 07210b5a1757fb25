import { defineSuite } from 'toolrig';

const id = { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] };
const parameters = { ...id, additionalProperties: false };
const say = (order_id) => ({ order_id });
const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
const toCalls = (name) => [{ name, arguments: say('A1') }];

/** A reply as a provider sends it, with what it counts: some SDKs read nothing without it. */
const toReply = (content, tool_calls) => ({
  message: { role: 'assistant', content, ...(tool_calls ? { tool_calls } : {}) },
  finish_reason: tool_calls ? 'tool_calls' : 'stop',
  usage,
});
const toCall = (id, name) => [
  { id, type: 'function', function: { name, arguments: JSON.stringify(say('A1')) } },
];

/** Variant, file and function of each agent. */
const files = [
  ['openai-runner', 'openai-runner', 'plain'],
  ['openai-runner-streamed', 'openai-runner', 'streamed'],
  ['anthropic-runner', 'anthropic-runner', 'run'],
  ['ai-sdk-generate', 'ai-sdk', 'generate'],
  ['ai-sdk-stream', 'ai-sdk', 'stream'],
  ['openai-agents', 'openai-agents', 'run'],
  ['langgraph', 'langgraph', 'run'],
  ['mastra', 'mastra', 'run'],
];

/** The agents whose framework is installed. */
const agents = {};
for (const [variant, file, name] of files) {
  try {
    agents[variant] = (await import(`./agents/${file}.mjs`))[name];
  } catch (error) {
    if (!/Cannot find (?:module|package)/u.test(error.message)) throw error;
  }
}
const streamed = Object.keys(agents).filter((name) => /stream/u.test(name));
const whole = Object.keys(agents).filter((name) => !streamed.includes(name));

const user = 'Refund order A1 if it costs less than 50.';
const expected = {
  calls: ['get_order', { tool: 'refund', arguments: say('A1') }],
  effects: { refund: 1 },
};

/** One conversation, with a read and a write, for each framework: what its SDK does under faults is all that differs. */
export default defineSuite({
  name: 'frameworks',
  tools: [
    {
      name: 'get_order',
      description: 'Shows an order.',
      effect: 'read',
      parameters,
      results: [{ give: { order_id: '{order_id}', total: 30 } }],
    },
    {
      name: 'refund',
      description: 'Refunds an order.',
      effect: 'irreversible',
      parameters,
      effects: { key: ['order_id'] },
    },
  ],
  model: { name: 'script', script: [] },
  loops: { usual: { guards: { maxTurns: 8, deadlineMs: 20_000, modelTimeoutMs: 5_000 } } },
  variants: Object.entries(agents).map(([name, agent], index) => ({
    name,
    agent,
    loop: 'usual',
    default: index === 0,
  })),
  scenarios: [
    {
      id: 'refund',
      variants: whole,
      user,
      expected,
      script: [
        toReply(null, toCall('call_1', 'get_order')),
        toReply(null, toCall('call_2', 'refund')),
        toReply('The order is refunded.'),
      ],
    },
    {
      id: 'refund-streamed',
      variants: streamed,
      user,
      expected,
      script: [
        { calls: toCalls('get_order'), stream: true },
        { calls: toCalls('refund'), stream: true },
        { text: 'The order is refunded.', stream: true },
      ],
    },
  ],
});
