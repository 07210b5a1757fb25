import Anthropic from '@anthropic-ai/sdk';

export const run = async ({ fetch, tools, toolset, say, modelName, signal }) => {
  const client = new Anthropic({ apiKey: 'unused', fetch });
  const toTool = ({ name, description, parameters }) => ({
    type: 'custom',
    name,
    description,
    input_schema: parameters,
    parse: (args) => args,
    run: async (args) => JSON.stringify(await tools.run(name, args)),
  });
  const messages = [{ role: 'user', content: say().next().value }];
  const asked = { model: modelName, max_tokens: 1000, max_iterations: 8, messages };
  const runner = client.beta.messages.toolRunner(
    { ...asked, tools: toolset.tools.map(toTool) },
    { signal },
  );
  const { content } = await runner;
  return { text: content.find(({ type }) => type === 'text')?.text ?? null };
};
