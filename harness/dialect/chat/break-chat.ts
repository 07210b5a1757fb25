import type { Exchange } from '../../core/talk/exchange.ts';
import type { EventRole } from '../../core/talk/wire-form.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { isEventStream, toBodyText, toStreamEvents, withBody } from '../line/body-text.ts';
import { readEventData, withEventData } from '../line/event-data.ts';
import { readObject } from '../line/read-object.ts';
import { toMarkup, type WrittenCall } from '../reply/to-markup.ts';

const reason = /("finish_reason"\s*:\s*)"(tool_calls|stop)"/gu;

/** The exchange with its reasons to stop flipped. */
export function contradictChat(exchange: Exchange): Exchange {
  const flip = (text: string): string =>
    text.replace(reason, (_all, before: string, said: string) => {
      return `${before}"${said === 'stop' ? 'tool_calls' : 'stop'}"`;
    });
  const pieces = isEventStream(exchange)
    ? toStreamEvents(exchange)
    : [{ atMs: exchange.endAtMs, text: toBodyText(exchange) }];
  const flipped = pieces.map((piece) => ({ atMs: piece.atMs, text: flip(piece.text) }));
  const changed = flipped.some((piece, index) => piece.text !== pieces[index]?.text);
  return changed ? withBody(exchange, flipped) : exchange;
}

/** The exchange with its calls written as text. */
export function writeChatCalls(exchange: Exchange): Exchange {
  return isEventStream(exchange) ? writeStreamedCalls(exchange) : writeWholeCalls(exchange);
}

function writeWholeCalls(exchange: Exchange): Exchange {
  const body = readObject(toBodyText(exchange));
  const choice = toFirstChoice(body);
  const message = choice?.['message'];
  if (!isJsonObject(message)) return exchange;
  const { tool_calls: calls, ...rest } = message;
  const text = toMarkup(readCalls(calls));
  if (text === '') return exchange;
  const choices = [{ ...choice, message: { ...rest, content: text }, finish_reason: 'stop' }];
  const written = JSON.stringify({ ...body, choices });
  return withBody(exchange, [{ atMs: exchange.endAtMs, text: written }]);
}

function writeStreamedCalls(exchange: Exchange): Exchange {
  const chunks = toStreamEvents(exchange).map((event) =>
    readObject(event.text.replace(/^data:/u, '')),
  );
  const calls = new Map<number, CallPiece>();
  for (const chunk of chunks) {
    const delta = toFirstChoice(chunk)?.['delta'];
    if (!isJsonObject(delta)) continue;
    for (const piece of readCalls(delta['tool_calls'])) {
      const known = calls.get(piece.index) ?? { ...piece, name: '', arguments: '' };
      calls.set(piece.index, {
        index: piece.index,
        name: known.name + piece.name,
        arguments: known.arguments + piece.arguments,
      });
    }
  }
  const text = toMarkup([...calls.values()]);
  if (text === '') return exchange;
  const head = chunks.find((chunk) => chunk !== null);
  const chunkOf = (delta: JsonObject, finish: string | null): string =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const atMs = exchange.endAtMs;
  return withBody(exchange, [
    { atMs, text: chunkOf({ role: 'assistant', content: text }, null) },
    { atMs, text: chunkOf({}, 'stop') },
    { atMs, text: 'data: [DONE]\n\n' },
  ]);
}

interface CallPiece extends WrittenCall {
  readonly index: number;
}

function readCalls(calls: unknown): readonly CallPiece[] {
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown, position) => {
    if (!isJsonObject(call)) return [];
    const { index, function: said } = call;
    const { name, arguments: text } = isJsonObject(said) ? said : {};
    return [
      {
        index: typeof index === 'number' ? index : position,
        name: typeof name === 'string' ? name : '',
        arguments: typeof text === 'string' ? text : '',
      },
    ];
  });
}

/** What a chunk does: text or a piece of a call is content. */
export function roleOfChunk(event: string): EventRole {
  if (event.includes('[DONE]')) return 'end_mark';
  const choice = toFirstChoice(readEventData(event));
  if (typeof choice?.['finish_reason'] === 'string') return 'finish';
  const delta = choice?.['delta'];
  if (!isJsonObject(delta)) return 'other';
  const { tool_calls: calls, content } = delta;
  return Array.isArray(calls) || (typeof content === 'string' && content !== '')
    ? 'content'
    : 'other';
}

/** The chunk with every call under index 0; `null` when it has none under another. */
export function withFirstIndex(event: string): string | null {
  const data = readEventData(event);
  const choice = toFirstChoice(data);
  const delta = choice?.['delta'];
  if (!isJsonObject(delta)) return null;
  const calls = delta['tool_calls'];
  if (!Array.isArray(calls)) return null;
  // Data of a chunk came out of JSON, so its lists hold JSON values.
  const said: readonly JsonValue[] = calls;
  const moved = said.map((call) =>
    isJsonObject(call) && call['index'] !== 0 ? { ...call, index: 0 } : call,
  );
  if (moved.every((call, index) => call === said[index])) return null;
  return withEventData(event, {
    ...data,
    choices: [{ ...choice, delta: { ...delta, tool_calls: moved } }],
  });
}

/** The first choice of a chunk or a body; `null` when it has none. */
function toFirstChoice(data: JsonObject | null): JsonObject | null {
  const choices = data?.['choices'];
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  return isJsonObject(first) ? first : null;
}
