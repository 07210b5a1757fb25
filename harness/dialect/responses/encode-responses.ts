import type { Exchange } from '../../core/talk/exchange.ts';
import type { ModelReply } from '../../core/talk/model.ts';
import type { ScriptedReply } from '../../core/suite/suite.ts';
import type { JsonObject } from '../../json/json.ts';
import type { EncodeOptions, ScriptOptions, Speech } from '../dialect.ts';
import { cutText } from '../line/cut-text.ts';
import { toEncodedExchange } from '../line/to-encoded-exchange.ts';
import { toSpokenReply } from '../reply/to-spoken-reply.ts';
import { isMessage, itemsField, writeItems } from './output-items.ts';

/** Puts a reply on the wire as a response, so that the decoder reads the same. */
export function encodeResponses(reply: ModelReply, options: EncodeOptions): Exchange {
  const response = toResponse(reply, { id: reply.responseId ?? 'resp_toolrig', createdAt: 0 });
  const texts = options.stream ? toEvents(response, null) : [JSON.stringify(response)];
  return toEncodedExchange(texts, options);
}

/** Writes what a scripted model says as a response, streamed in small pieces where that is asked for. */
export function scriptResponses(speech: Speech, options: ScriptOptions): ScriptedReply {
  const reply = toSpokenReply(speech, { withCalls: 'completed', without: 'completed' });
  const response = toResponse(reply, { id: `resp_${speech.key}`, createdAt: speech.created });
  return options.stream
    ? { type: 'stream', chunks: toEvents(response, options.pieceChars), end: 'eof' }
    : { type: 'body', status: 200, body: response };
}

interface Response extends JsonObject {
  readonly id: string;
  readonly status: string;
  readonly output: readonly JsonObject[];
}

const incomplete: ReadonlySet<string | null> = new Set(['max_output_tokens', 'content_filter']);

function toResponse(
  reply: ModelReply,
  { id, createdAt }: { readonly id: string; readonly createdAt: number },
): Response {
  const { text, refusal, calls, extra, finishReason, usage } = reply;
  const isCut = incomplete.has(finishReason);
  const status = isCut ? 'incomplete' : (finishReason ?? 'completed');
  const items = writeItems({ text, refusal }, calls, extra?.[itemsField]);
  return {
    id,
    object: 'response',
    created_at: createdAt,
    status,
    error: null,
    incomplete_details: isCut ? { reason: finishReason } : null,
    model: reply.model ?? undefined,
    output: items.map((item, index) => withId(item, id, index)),
    ...(usage === null
      ? {}
      : {
          usage: {
            input_tokens: usage.inputTokens,
            output_tokens: usage.outputTokens,
            total_tokens: usage.inputTokens + usage.outputTokens,
          },
        }),
  };
}

/** Items have ids of their own beside those of calls. */
function withId(item: JsonObject, response: string, index: number): JsonObject {
  if (item['id'] !== undefined) return item;
  const kind = item['type'] === 'function_call' ? 'fc' : 'msg';
  return {
    ...item,
    id: `${kind}_${response.replace(/^resp_/u, '')}_${index}`,
    status: 'completed',
  };
}

function toEvents(response: Response, pieceChars: number | null): readonly string[] {
  const events: JsonObject[] = [];
  const add = (type: string, fields: JsonObject): void => {
    events.push({ type: `response.${type}`, sequence_number: events.length, ...fields });
  };
  const { usage: _usage, ...head } = response;
  const opening = { ...head, status: 'in_progress', output: [], incomplete_details: null };
  add('created', { response: opening });
  add('in_progress', { response: opening });
  response.output.forEach((item, index) => {
    const place = { output_index: index, item_id: item['id'] };
    if (item['type'] === 'function_call') addCall(add, item, { place, pieceChars });
    else if (isMessage(item)) addMessage(add, item, { place, pieceChars });
    else {
      add('output_item.added', { output_index: index, item });
      add('output_item.done', { output_index: index, item });
    }
  });
  const isFinal = ['completed', 'incomplete', 'failed'].includes(response.status);
  add(isFinal ? response.status : 'completed', { response });
  return events.map((data) => `event: ${toText(data['type'])}\ndata: ${JSON.stringify(data)}\n\n`);
}

type Add = (type: string, fields: JsonObject) => void;

interface ItemPlace {
  readonly place: JsonObject;
  readonly pieceChars: number | null;
}

function addCall(add: Add, item: JsonObject, { place, pieceChars }: ItemPlace): void {
  const { output_index: index } = place;
  const text = toText(item['arguments']);
  add('output_item.added', {
    output_index: index,
    item: { ...item, arguments: '', status: 'in_progress' },
  });
  for (const delta of toPieces(text, pieceChars))
    add('function_call_arguments.delta', { ...place, delta });
  add('function_call_arguments.done', { ...place, arguments: text });
  add('output_item.done', { output_index: index, item });
}

function addMessage(add: Add, item: JsonObject, { place, pieceChars }: ItemPlace): void {
  const { output_index: index } = place;
  const parts = Array.isArray(item['content']) ? (item['content'] as readonly JsonObject[]) : [];
  add('output_item.added', {
    output_index: index,
    item: { ...item, content: [], status: 'in_progress' },
  });
  parts.forEach((part, at) => {
    const here = { ...place, content_index: at };
    const field = part['type'] === 'refusal' ? 'refusal' : 'text';
    const kind = field === 'refusal' ? 'refusal' : 'output_text';
    add('content_part.added', { ...here, part: { ...part, [field]: '' } });
    for (const delta of toPieces(toText(part[field]), pieceChars))
      add(`${kind}.delta`, { ...here, delta });
    add(`${kind}.done`, { ...here, [field]: part[field] });
    add('content_part.done', { ...here, part });
  });
  add('output_item.done', { output_index: index, item });
}

function toPieces(text: string, pieceChars: number | null): readonly string[] {
  if (text === '') return [];
  return pieceChars === null ? [text] : cutText(text, pieceChars);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
