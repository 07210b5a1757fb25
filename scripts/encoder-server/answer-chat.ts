import type { ChatToolCall } from '../../harness/core/talk/chat.ts';
import { toCanonicalJson } from '../../harness/json/canonical-json.ts';
import { isJsonObject } from '../../harness/json/json.ts';
import { chooseTool } from './choose-tool.ts';
import { fillArguments } from './fill-arguments.ts';
import { hashRequest } from './hash-request.ts';
import type { ChatQuestion } from './parse-chat-question.ts';
import type { Policy } from './policy.ts';

/** A chat completion in OpenAI's form, with one choice. */
export interface ChatCompletion {
  readonly id: string;
  readonly object: 'chat.completion';
  readonly created: number;
  readonly model: string;
  readonly choices: readonly [
    {
      readonly index: 0;
      readonly message: ChatAnswer;
      readonly finish_reason: 'stop' | 'tool_calls';
    },
  ];
  readonly usage: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
  };
}

/** A text or one call. */
export type ChatAnswer =
  | { readonly role: 'assistant'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: null;
      readonly tool_calls: readonly [ChatToolCall];
    };

/** One moment for all answers: the same request gives the same bytes. */
const created = 1_700_000_000;

/**
 * Answers a request by a policy: one call of the chosen tool, a short text when none is near enough, and
 * a short text once a tool has answered. `body` is the request as it came; ids come from its hash, and a
 * sampled choice from the hash and the seed.
 */
export async function answerChat(
  question: ChatQuestion,
  body: unknown,
  policy: Policy,
): Promise<ChatCompletion> {
  const hash = hashRequest(body);
  const message = await toAnswer(question, policy, hash);
  const { content } = message;
  const said = content ?? toCanonicalJson(message.tool_calls[0].function);
  const promptTokens = countPromptTokens(body);
  const completionTokens = estimateTokens(said);
  return {
    id: `chatcmpl-${hash.slice(0, 24)}`,
    object: 'chat.completion',
    created,
    model: policy.name,
    choices: [{ index: 0, message, finish_reason: content === null ? 'tool_calls' : 'stop' }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

async function toAnswer(question: ChatQuestion, policy: Policy, hash: string): Promise<ChatAnswer> {
  if (question.answeredBy !== null) return say(`${question.answeredBy} has answered; see there.`);
  const tool = await pickTool(question, policy, hash);
  if (tool === null) return say('None of the tools fits what was said, so none was called.');
  const filled = fillArguments(tool.function.parameters, question.text);
  return {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: `call_${hash.slice(24, 48)}`,
        type: 'function',
        function: { name: tool.function.name, arguments: JSON.stringify(filled) },
      },
    ],
  };
}

async function pickTool(
  question: ChatQuestion,
  policy: Policy,
  hash: string,
): Promise<ChatQuestion['tools'][number] | null> {
  const { tools, choice } = question;
  if (choice.type === 'none') return null;
  if (choice.type === 'tool') {
    return tools.find((tool) => tool.function.name === choice.name) ?? null;
  }
  const texts = tools.map((tool) => ({
    name: tool.function.name,
    description: tool.function.description ?? '',
  }));
  const index = chooseTool(await policy.similarities(question.text, texts), policy, {
    temperature: question.temperature,
    seed: `${question.seed ?? 0}/${hash}`,
    required: choice.type === 'required',
  });
  return index === null ? null : (tools[index] ?? null);
}

function say(content: string): ChatAnswer {
  return { role: 'assistant', content };
}

function countPromptTokens(body: unknown): number {
  const request = isJsonObject(body) ? body : {};
  return estimateTokens(toCanonicalJson([request['messages'], request['tools']]));
}

/** Four characters a token: the rule of thumb for English; no tokenizer is behind it. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
