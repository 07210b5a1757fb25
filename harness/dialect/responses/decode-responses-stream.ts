import type { ExchangeEnd } from '../../core/talk/exchange.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Deviation } from '../../core/talk/model.ts';
import type { Decoded, DecodeContext, GoodBody } from '../decoded.ts';
import { createModelError, type ModelErrorParts } from '../line/create-model-error.ts';
import { findLineEnd } from '../line/find-line-end.ts';
import { nameShape } from '../line/name-shape.ts';
import { parseBody } from '../line/parse-body.ts';
import { readEvents, type StreamEvent } from '../line/read-events.ts';
import { toStreamError } from '../line/to-stream-error.ts';
import { finishResponse } from './decode-responses-body.ts';

type Failure = Omit<ModelErrorParts, 'status' | 'deviations'>;

/** Reads a response that came as server-sent events. Its last event says all of it again: that is what counts. */
export function decodeResponsesStream(
  body: GoodBody,
  end: ExchangeEnd,
  context: DecodeContext,
): Decoded {
  const { events, deviations } = readEvents(body.text);
  const fold = new ResponseFold([...body.deviations, ...deviations]);
  const fail = (failure: Failure): Decoded => ({
    ok: false,
    error: createModelError({ ...failure, status: body.status, deviations: fold.deviations }),
  });
  for (const event of events) {
    const failure = fold.add(event, body.status);
    if (failure !== null) return fail(failure);
  }
  const { final } = fold;
  const cut = final === null ? findLineEnd(end) : null;
  if (cut !== null) return fail(cut);
  if (final === null)
    return fail({
      kind: 'truncated_stream',
      code: 'stream_cut',
      message: 'The stream ends without response.completed, response.incomplete or response.failed',
    });
  const { output } = final;
  const said: readonly JsonValue[] = Array.isArray(output) ? output : [];
  const items = fold.items();
  if (said.length > 0 && items.length > 0 && listCalls(said) !== listCalls(items))
    return fail({
      kind: 'protocol',
      code: 'call_ambiguous',
      message: 'The calls of the stream and those of its last event differ',
    });
  const good: GoodBody = { ...body, deviations: fold.deviations };
  return finishResponse({ response: final, items: said.length > 0 ? said : items }, good, context);
}

/** The calls among items as one text, to hold two lists against each other. */
function listCalls(items: readonly JsonValue[]): string {
  const calls = items.filter((item) => isJsonObject(item) && item['type'] === 'function_call');
  return JSON.stringify(
    calls.map((item) =>
      isJsonObject(item) ? [item['call_id'], item['name'], item['arguments']] : [],
    ),
  );
}

/** Folds the events of a stream. */
class ResponseFold {
  /** The response of the last event; `null` until it came. */
  final: JsonObject | null = null;
  readonly deviations: Deviation[];
  readonly #flags = new Set<string>();
  readonly #items: JsonObject[] = [];
  readonly #opened = new Set<JsonValue | undefined>();
  #events = 0;
  #sequence = Number.NEGATIVE_INFINITY;

  constructor(deviations: Deviation[]) {
    this.deviations = deviations;
  }

  /** Items that came whole, in the order in which they did. */
  items(): readonly JsonObject[] {
    return this.#items;
  }

  add(event: StreamEvent, status: number): Failure | null {
    if (event.name === 'error') return toStreamError(event.data);
    const flagged: Deviation[] = [];
    const parsed = parseBody(event.data, flagged);
    for (const { code, text } of flagged) this.#flag(code, text);
    const data = parsed.ok ? parsed.value : null;
    if (!isJsonObject(data)) {
      const message = 'An event of the stream is no JSON object';
      return { kind: 'protocol', code: 'broken_chunk', message };
    }
    const { type } = data;
    if (type === 'error' || (type === undefined && data['error'] !== undefined))
      return toStreamError(event.data);
    if (typeof type !== 'string' || !type.startsWith('response.')) {
      if (this.#events === 0) return { kind: 'protocol', ...nameShape(data, status, 'responses') };
      this.#flag('unknown_event', `An event is of type ${JSON.stringify(type ?? null)}`);
      return null;
    }
    this.#events += 1;
    this.#checkOrder(data['sequence_number']);
    this.#take(type, data);
    return null;
  }

  #take(type: string, data: JsonObject): void {
    const { item, output_index: index, response } = data;
    switch (type) {
      case 'response.output_item.added':
        if (this.#opened.has(index))
          this.#flag('index_reused', 'Two items of the stream have the same index');
        this.#opened.add(index);
        return;
      case 'response.output_item.done':
        if (isJsonObject(item)) this.#items.push(item);
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        if (this.final !== null) this.#flag('finish_repeated', 'The response ended more than once');
        this.final = toFinal(type, response);
        return;
      default:
        if (this.final !== null) this.#flag('delta_after_finish', 'An event came after the end');
    }
  }

  /** Events are numbered: one that came twice or in the wrong place shows. */
  #checkOrder(sequence: JsonValue | undefined): void {
    if (typeof sequence !== 'number') return;
    if (sequence === this.#sequence)
      this.#flag('chunk_repeated', 'An event of the stream came twice');
    else if (sequence < this.#sequence)
      this.#flag('chunk_reordered', 'Events of the stream came in the wrong order');
    this.#sequence = Math.max(sequence, this.#sequence);
  }

  #flag(code: string, text: string): void {
    if (this.#flags.has(code)) return;
    this.#flags.add(code);
    this.deviations.push({ code, text });
  }
}

/** The response of the last event; its name says the status where the response does not. */
function toFinal(type: string, response: JsonValue | undefined): JsonObject {
  const status = type.slice('response.'.length);
  return isJsonObject(response) ? { status, ...response } : { status };
}
