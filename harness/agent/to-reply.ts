import { createHash } from 'node:crypto';

import { toCanonicalJson } from '../json/canonical-json.ts';
import type { ChatRequest, ChatToolCall } from '../core/talk/chat.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { ScriptedReply } from '../core/suite/suite.ts';
import type { Usage } from '../core/talk/model.ts';
import { dialectFor } from '../dialect/registry.ts';
import type { PlannedCall } from './playbook.ts';

/** The reply of an agent: text or calls. */
export type Saying = { readonly text: string } | { readonly calls: readonly PlannedCall[] };

/** One fixed time for all replies, so that the same request gives the same bytes. */
const created = 1_700_000_000;

/** Characters in one piece of a stream; small, so that a reader has to put pieces together. */
const pieceChars = 24;

/** Writes what an agent says in the dialect of the request, streamed when the request asks for it. Ids come from a hash of the conversation. */
export function toReply(request: ChatRequest, saying: Saying): ScriptedReply {
  const hash = createHash('sha256')
    .update(withPlainIds(toCanonicalJson([request.model, request.messages])))
    .digest('hex');
  const calls = 'calls' in saying ? saying.calls.map((call, at) => toToolCall(call, hash, at)) : [];
  const text = 'text' in saying ? saying.text : null;
  const message: JsonObject = {
    role: 'assistant',
    content: text,
    ...(calls.length > 0 ? { tool_calls: calls.map((call) => ({ ...call })) } : {}),
  };
  return dialectFor(request).script(
    {
      key: hash.slice(0, 24),
      created,
      model: request.model,
      text,
      calls,
      usage: toUsage(request, message),
    },
    { stream: request.stream === true, pieceChars, tellsUsage: wantsUsage(request) },
  );
}

/** Ids that a loop generated are replaced, so that their form does not affect the conversation. */
function withPlainIds(text: string): string {
  return text.replace(
    /"t([0-9a-z]{4})c([0-9a-z]{3})"/gu,
    (_, turn: string, index: string) =>
      `"call_t${Number.parseInt(turn, 36)}c${Number.parseInt(index, 36)}"`,
  );
}

function toToolCall(call: PlannedCall, hash: string, index: number): ChatToolCall {
  const name = call.tool;
  return {
    id: `call_${hash.slice(24, 36)}${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(call.arguments) },
  };
}

function wantsUsage(request: ChatRequest): boolean {
  const options = request['stream_options'];
  return isJsonObject(options) && options['include_usage'] === true;
}

/** Four characters per token, the rule of thumb for English; no tokenizer is used. */
function toUsage(request: ChatRequest, message: JsonObject): Usage {
  const asked = Math.ceil(toCanonicalJson([request.messages, request.tools ?? []]).length / 4);
  const said = Math.ceil(toCanonicalJson(message).length / 4);
  return { inputTokens: asked, outputTokens: said };
}
