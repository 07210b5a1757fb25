import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { jsonSchema, tool } from 'ai';

export const run = async ({ fetch, tools, toolset, say, modelName, signal }) => {
  const toTool = ({ name, description, parameters }) =>
    tool({
      description,
      inputSchema: jsonSchema(parameters),
      execute: (args, { toolCallId: id }) => tools.run(name, args, { id }),
    });
  const agent = new Agent({
    name: 'desk',
    instructions: 'You help at the desk of a shop.',
    model: createOpenAI({ apiKey: 'unused', fetch }).chat(modelName),
    tools: Object.fromEntries(toolset.tools.map((one) => [one.name, toTool(one)])),
  });
  const options = { maxSteps: 8, abortSignal: signal };
  const { text, error } = await agent.generate(say().next().value, options);
  if (error) throw error;
  return { text };
};
