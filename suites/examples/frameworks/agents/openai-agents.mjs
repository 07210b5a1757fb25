import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import OpenAI from 'openai';

export const run = async ({ fetch, tools, toolset, say, modelName, signal }) => {
  const openAIClient = new OpenAI({ apiKey: 'unused', fetch });
  const modelProvider = new OpenAIProvider({ openAIClient });
  const toTool = ({ name, description, parameters }) =>
    tool({
      name,
      description,
      parameters,
      strict: false,
      execute: (args, _, details) => tools.run(name, args, { id: details?.toolCall?.callId }),
    });
  const agent = new Agent({ name: 'desk', model: modelName, tools: toolset.tools.map(toTool) });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const { finalOutput } = await runner.run(agent, say().next().value, { maxTurns: 8, signal });
  return { text: finalOutput ?? null };
};
