/** File and package of each variant. */
export const frameworks: Readonly<Record<string, readonly [file: string, owner: string]>> = {
  'ai-sdk-generate': ['ai-sdk', 'ai'],
  'ai-sdk-stream': ['ai-sdk', 'ai'],
  'openai-agents': ['openai-agents', '@openai/agents'],
  langgraph: ['langgraph', '@langchain/langgraph'],
  mastra: ['mastra', '@mastra/core'],
  'openai-runner': ['openai-runner', 'openai'],
  'openai-runner-streamed': ['openai-runner', 'openai'],
  'anthropic-runner': ['anthropic-runner', '@anthropic-ai/sdk'],
};

/** Columns of the table: the kinds of fault of `standard`, as its plans name them. */
export const columns = [
  'timeout',
  'http',
  'malformed_arguments',
  'duplicate_same_id',
  'duplicate_new_id',
  'timeout_before',
  'http_before',
  'timeout_after',
] as const;

/** `standard.http@model.1` is of the kind `http`. */
export function kindOf(plan: string): string {
  return plan.replace(/^standard\./u, '').replace(/@.*$/u, '');
}
