import { tool } from '@langchain/core/tools';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';

export const run = async ({ fetch, tools, toolset, say, modelName, signal }) => {
  const llm = new ChatOpenAI({ model: modelName, apiKey: 'unused', configuration: { fetch } });
  const toTool = ({ name, description, parameters: schema }) =>
    tool(
      async (args, { toolCall }) =>
        JSON.stringify(await tools.run(name, args, { id: toolCall?.id })),
      { name, description, schema },
    );
  const agent = createReactAgent({ llm, tools: toolset.tools.map(toTool) });
  const asked = { messages: [{ role: 'user', content: say().next().value }] };
  const { messages } = await agent.invoke(asked, { signal, recursionLimit: 16 });
  return { text: messages.at(-1).text };
};
