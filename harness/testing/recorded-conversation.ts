import type { ChatMessage, ChatRequest, ChatTool } from '../core/talk/chat.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import type { JsonObject } from '../json/json.ts';
import type { Lane } from '../core/suite/lane.ts';
import type { AskPosition } from '../core/talk/model.ts';

/** One model request of a conversation, its place, and what came back. */
export interface RecordedStep {
  readonly request: ChatRequest;
  readonly position: AskPosition;
  readonly exchange: Exchange;
}

/** A lane for tests; give what matters. */
export function createLane(names: Partial<Lane> = {}): Lane {
  return { suite: 'orders', scenario: 'find', variant: 'ref', plan: 'none', repeat: 1, ...names };
}

/** A whole JSON reply. */
export function createReply(text: string, part: Partial<Exchange> = {}): Exchange {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    headersAtMs: 120,
    frames: [{ atMs: 140, text }],
    end: 'complete',
    endAtMs: 141,
    ...part,
  };
}

/** A chat tool with a description and a schema of two fields. */
export function createChatTool(name: string, schema: JsonObject = {}): ChatTool {
  return {
    type: 'function',
    function: {
      name,
      description: `Looks ${name} up and returns it. Use it when the user asks for ${name}.`,
      parameters: {
        type: 'object',
        properties: {
          status: {
            type: 'string',
            enum: ['open', 'shipped'],
            description: 'The state that the user names',
          },
          limit: { type: 'integer', minimum: 1 },
        },
        required: ['status'],
        ...schema,
      },
    },
  };
}

/** A conversation of so many turns with one call each; the messages of a turn are those of the next. */
export function createConversation(
  turns: number,
  request: Partial<ChatRequest> = {},
): readonly RecordedStep[] {
  const base: ChatRequest = {
    model: 'test-model',
    messages: [],
    tools: [createChatTool('orders'), createChatTool('parcels')],
    temperature: 0,
    tool_choice: 'auto',
    ...request,
  };
  const messages: ChatMessage[] = [
    { role: 'system', content: 'You help customers. Answer in one sentence.' },
    { role: 'user', content: 'Where is my order?' },
  ];
  return Array.from({ length: turns }, (_, index) => {
    if (index > 0) messages.push(...createTurn(index));
    return {
      request: { ...base, messages: [...messages] },
      position: { turn: index + 1, attempt: 1 },
      exchange: createReply(`{"reply":${index + 1}}`),
    };
  });
}

function createTurn(turn: number): readonly ChatMessage[] {
  const id = `call-${turn}`;
  const args = `{"status":"open","limit":${turn}}`;
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'orders', arguments: args } }],
    },
    { role: 'tool', tool_call_id: id, content: `{"found":${turn}}` },
  ];
}
