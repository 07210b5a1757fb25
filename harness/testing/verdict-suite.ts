/**
 * The text of a suite file in which the outcome is the toolset's alone: with `good` and `same` every trial passes, with
 * `bad` none does, with `slip` all but the first, and with `silent` and `few` those pass that are for them. The model
 * calls `f` if its description lets it.
 */
export const verdictSuite = `
const toTools = (text) =>
  ['f', 'g'].map((name) => ({
    name,
    description: name === 'f' ? text : 'Like ' + text,
    effect: 'read',
    parameters: { type: 'object' },
    handler: () => ({ found: 1 }),
  }));
const toReply = (message, finish_reason) => ({
  type: 'body',
  status: 200,
  body: { id: 'x', object: 'chat.completion', created: 1, model: 'p', choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
});
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
const respond = ({ messages, tools }) => {
  const said = messages.findLast(({ role }) => role === 'user').content;
  const { description } = tools[0].function;
  const isMute = description === 'bad' || (description === 'slip' && said === 'Go 1');
  return isMute || messages.at(-1).role === 'tool'
    ? toReply({ content: 'Done.' }, 'stop')
    : toReply({ content: null, tool_calls: [call] }, 'tool_calls');
};
const toolsets = ['good', 'same', 'bad', 'slip', 'few'];
const names = ['good', 'same', 'bad', 'slip'];

export default {
  name: 'verdicts',
  toolsets: toolsets.map((name) => ({ id: name + '@1', tools: toTools(name) })),
  models: [{ name: 'p', respond, about: 'P.' }],
  variants: toolsets.map((name) => ({
    name,
    toolset: name + '@1',
    ...(name === 'good' ? { default: true } : {}),
  })),
  scenarios: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({
    id: 's' + number,
    user: 'Go ' + number,
    expected: { calls: ['f'] },
    ...(number > 6 ? { variants: names } : {}),
  })),
};
`;
