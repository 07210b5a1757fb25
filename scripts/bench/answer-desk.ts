import type { ChatRequest } from '../../harness/core/talk/chat.ts';
import type { JsonObject } from '../../harness/json/json.ts';
import type { ScriptedReply } from '../../harness/core/suite/suite.ts';
import type { DeskCase } from './desk-case.ts';

/** Plays the model of one conversation: call by call, then the answer. Each repeat has ids of its own, as from a real model. */
export function answerDesk(one: DeskCase, repeat: number, request: ChatRequest): ScriptedReply {
  const step = request.messages.filter((message) => message.role === 'tool').length;
  const call = one.calls[step];
  const name = `${one.number}x${repeat}x${step}`;
  const message: JsonObject =
    call === undefined
      ? { role: 'assistant', content: one.answer, refusal: null }
      : {
          role: 'assistant',
          content: null,
          refusal: null,
          tool_calls: [
            {
              id: `call_${name}`,
              type: 'function',
              function: { name: call.tool, arguments: JSON.stringify(call.args) },
            },
          ],
        };
  return {
    type: 'body',
    status: 200,
    body: {
      id: `chatcmpl-${name}`,
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'clerk-1',
      choices: [
        {
          index: 0,
          message,
          logprobs: null,
          finish_reason: call === undefined ? 'stop' : 'tool_calls',
        },
      ],
      usage: {
        prompt_tokens: 900 + 90 * step,
        completion_tokens: 40,
        total_tokens: 940 + 90 * step,
      },
      system_fingerprint: 'fp_bench',
    },
  };
}
