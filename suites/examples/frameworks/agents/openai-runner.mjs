import OpenAI from 'openai';

/** What both ways of asking are given. */
function settle({ tools, toolset, say, modelName }) {
  const toTool = ({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters, function: (args) => tools.run(name, args) },
  });
  const messages = [{ role: 'user', content: say().next().value }];
  return { model: modelName, messages, tools: toolset.tools.map(toTool) };
}

const open = ({ fetch }) => new OpenAI({ apiKey: 'unused', fetch }).chat.completions;

export const plain = async (context) => {
  const runner = open(context).runTools(settle(context), { signal: context.signal });
  return { text: await runner.finalContent() };
};

export const streamed = async (context) => {
  const options = { signal: context.signal };
  const runner = open(context).runTools({ ...settle(context), stream: true }, options);
  return { text: await runner.finalContent() };
};
