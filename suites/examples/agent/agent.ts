import type { Agent, ChatMessage } from 'toolrig';

type Reply = Extract<ChatMessage, { readonly role: 'assistant' }>;

/**
 * An agent with a loop of its own, of at most eight turns, which believes whatever the model says in the end. It asks
 * through the `fetch` that it is given and runs tools by `tools.run`; nothing else of it is special.
 */
export const agent: Agent = async ({ fetch, tools, toolset, modelName, say, signal }) => {
  const messages: ChatMessage[] = [];
  for (const text of say()) messages.push({ role: 'user', content: text });
  for (let turn = 1; turn <= 8; turn += 1) {
    const response = await fetch('http://model.invalid/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: modelName,
        messages,
        tools: toolset.tools.map(({ name, description, parameters }) => ({
          type: 'function',
          function: { name, description, parameters },
        })),
      }),
      signal,
    });
    const message = readMessage(await response.json());
    messages.push(message);
    const calls = message.tool_calls ?? [];
    if (calls.length === 0) {
      return { text: typeof message.content === 'string' ? message.content : null };
    }
    for (const call of calls) {
      const { name, arguments: args } = call.function;
      const outcome = await tools.run(name, args, { id: call.id });
      messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(outcome) });
    }
  }
  return { stopReason: 'max_turns', text: null };
};

/** The first choice of a chat completion. */
function readMessage(body: unknown): Reply {
  // What a provider answers with status 200.
  const { choices } = body as { readonly choices: readonly { readonly message: Reply }[] };
  const [choice] = choices;
  if (choice === undefined) throw new Error('The reply has no choice');
  return choice.message;
}
