import type { Exchange } from '../../core/talk/exchange.ts';
import type { ModelReply } from '../../core/talk/model.ts';
import type { ScriptedReply } from '../../core/suite/suite.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { EncodeOptions, ScriptOptions, Speech } from '../dialect.ts';
import { cutText } from '../line/cut-text.ts';
import { toEncodedExchange } from '../line/to-encoded-exchange.ts';
import { toSpokenReply } from '../reply/to-spoken-reply.ts';
import { blocksField, writeContent } from './content-blocks.ts';

/** Puts a reply on the wire as a message, so that the decoder reads the same. */
export function encodeMessages(reply: ModelReply, options: EncodeOptions): Exchange {
  const message = { id: 'msg_toolrig', reply, blocks: toBlocks(reply), pieceChars: null };
  const texts = options.stream ? toEvents(message) : [toBody(message)];
  return toEncodedExchange(texts, options);
}

/** Writes what a scripted model says as a message, streamed in small pieces where that is asked for. */
export function scriptMessages(speech: Speech, options: ScriptOptions): ScriptedReply {
  const { key } = speech;
  const reply = toSpokenReply(speech, { withCalls: 'tool_use', without: 'end_turn' });
  const blocks = toBlocks(reply);
  const message = { id: `msg_${key}`, reply, blocks, pieceChars: options.pieceChars };
  if (options.stream) return { type: 'stream', chunks: toEvents(message), end: 'eof' };
  const body: unknown = JSON.parse(toBody(message));
  return { type: 'body', status: 200, body: isJsonObject(body) ? body : {} };
}

interface Message {
  readonly id: string;
  readonly reply: ModelReply;
  /** Content blocks as JSON texts. */
  readonly blocks: readonly string[];
  /** Characters in a piece; `null`: all in one. */
  readonly pieceChars: number | null;
}

function toBlocks({ text, calls, extra }: ModelReply): readonly string[] {
  return writeContent(text, calls, extra?.[blocksField]);
}

function toHead({ id, reply }: Message): JsonObject {
  return { id, type: 'message', role: 'assistant', model: reply.model ?? undefined };
}

function toUsage({ reply }: Message): JsonObject | undefined {
  if (reply.usage === null) return undefined;
  const { inputTokens, outputTokens } = reply.usage;
  return { input_tokens: inputTokens, output_tokens: outputTokens };
}

function toBody(message: Message): string {
  const { reply, blocks } = message;
  const head = JSON.stringify(toHead(message));
  const tail = JSON.stringify({
    stop_reason: reply.finishReason,
    stop_sequence: null,
    usage: toUsage(message),
  });
  return `${head.slice(0, -1)},"content":[${blocks.join(',')}],${tail.slice(1)}`;
}

function toEvents(message: Message): readonly string[] {
  const { reply, blocks, pieceChars } = message;
  const usage = toUsage(message);
  const opening = usage === undefined ? undefined : { ...usage, output_tokens: 0 };
  const head = { ...toHead(message), content: [], stop_reason: null, usage: opening };
  let call = 0;
  const events = blocks.flatMap((text, index) => {
    const block: unknown = JSON.parse(text);
    if (!isJsonObject(block)) return [];
    const input = block['type'] === 'tool_use' ? (reply.calls[call]?.argumentsText ?? '') : '';
    if (block['type'] === 'tool_use') call += 1;
    return toBlockEvents(block, input, { index, pieceChars });
  });
  return [
    toEvent({ type: 'message_start', message: head }),
    ...events,
    toEvent({
      type: 'message_delta',
      delta: { stop_reason: reply.finishReason, stop_sequence: null },
      usage: usage === undefined ? undefined : { output_tokens: usage['output_tokens'] },
    }),
    toEvent({ type: 'message_stop' }),
  ];
}

interface Place {
  readonly index: number;
  readonly pieceChars: number | null;
}

/** A block opens empty and is filled by its pieces; one of another kind comes whole. */
function toBlockEvents(block: JsonObject, input: string, place: Place): readonly string[] {
  const { index, pieceChars } = place;
  const cut = (whole: string): readonly string[] =>
    pieceChars === null ? [whole] : cutText(whole, pieceChars);
  const pieces = (field: string, value: JsonObject[string]): readonly string[] =>
    typeof value === 'string' && value !== ''
      ? cut(value).map((piece) => toDelta(field, piece))
      : [];
  const toDelta = (field: string, piece: string): string => {
    const type = field === 'partial_json' ? 'input_json_delta' : `${field}_delta`;
    return toEvent({ type: 'content_block_delta', index, delta: { type, [field]: piece } });
  };
  const open = (start: JsonObject): string =>
    toEvent({ type: 'content_block_start', index, content_block: start });
  const filled = ((): readonly string[] => {
    switch (block['type']) {
      case 'text':
        return [open({ ...block, text: '' }), ...pieces('text', block['text'])];
      case 'thinking':
        return [
          open({ ...block, thinking: '', signature: '' }),
          ...pieces('thinking', block['thinking']),
          ...(typeof block['signature'] === 'string'
            ? [toDelta('signature', block['signature'])]
            : []),
        ];
      case 'tool_use':
        return [open({ ...block, input: {} }), ...pieces('partial_json', input)];
      default:
        return [open(block)];
    }
  })();
  return [...filled, toEvent({ type: 'content_block_stop', index })];
}

function toEvent(data: JsonObject & { readonly type: string }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
