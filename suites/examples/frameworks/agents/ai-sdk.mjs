import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';

/** What both ways of asking are given. */
function settle({ fetch, tools, toolset, say, modelName, signal }) {
  const toTool = ({ name, description, parameters }) =>
    tool({
      description,
      inputSchema: jsonSchema(parameters),
      execute: (args, { toolCallId: id }) => tools.run(name, args, { id }),
    });
  return {
    model: createOpenAI({ apiKey: 'unused', fetch }).chat(modelName),
    tools: Object.fromEntries(toolset.tools.map((one) => [one.name, toTool(one)])),
    prompt: say().next().value,
    stopWhen: stepCountIs(8),
    abortSignal: signal,
  };
}

export const generate = async (context) => ({ text: (await generateText(settle(context))).text });

export const stream = async (context) => {
  let failure = null;
  const onError = ({ error }) => (failure ??= error);
  const text = await streamText({ ...settle(context), onError }).text;
  if (failure !== null) throw failure;
  return { text };
};
