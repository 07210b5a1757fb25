// `node bare-client.mjs URL TRIALS CONCURRENCY`: the requests of a live run by the SDK alone, four at a time.
import OpenAI from 'openai';

const [, , baseURL, trials, concurrency] = process.argv;
const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
const parameters = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: ['n'],
  additionalProperties: false,
};
const tools = [{ type: 'function', function: { name: 'look', description: 'Looks.', parameters } }];
let next = 0;

async function work() {
  while (next < Number(trials)) {
    next += 1;
    const messages = [{ role: 'user', content: 'Look' }];
    for (;;) {
      const { choices } = await client.chat.completions.create({ model: 'm', messages, tools });
      const { message } = choices[0];
      messages.push(message);
      if (message.tool_calls === undefined) break;
      for (const { id } of message.tool_calls) {
        messages.push({ role: 'tool', tool_call_id: id, content: '{"seen":true}' });
      }
    }
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, work));
