import type { ExchangeEnd } from '../../core/talk/exchange.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { Deviation } from '../../core/talk/model.ts';
import { CallAssembler, type AssembledCalls } from '../reply/call-assembler.ts';
import { chatForm } from './chat-form.ts';
import { createModelError, type ModelErrorParts } from '../line/create-model-error.ts';
import { isEmptyLegacy, pickChoice, readOwnError, readText } from './decode-chat-body.ts';
import type { DecodeContext, Decoded, GoodBody } from '../decoded.ts';
import { finishReply } from '../reply/finish-reply.ts';
import { mergeExtra, pickExtra } from '../message-extra.ts';
import { describeOtherApi, nameOtherApi } from '../name-other-api.ts';
import { parseBody } from '../line/parse-body.ts';
import { parseJson } from '../line/parse-json.ts';
import { readEvents, type StreamEvent } from '../line/read-events.ts';
import { findLineEnd } from '../line/find-line-end.ts';
import { toStreamError } from '../line/to-stream-error.ts';
import { type ErrorObject, readErrorObject } from '../line/read-error-object.ts';
import { readRefusedCall } from '../read-refused-call.ts';

type Failure = Omit<ModelErrorParts, 'status' | 'deviations'>;

/** Reads a chat completion that came as server-sent events. */
export function decodeChatStream(
  body: GoodBody,
  end: ExchangeEnd,
  context: DecodeContext,
): Decoded {
  const { events, done, deviations } = readEvents(body.text);
  const fold = new StreamFold([...body.deviations, ...deviations], context);
  const fail = (failure: Failure): Decoded => ({
    ok: false,
    error: createModelError({ ...failure, status: body.status, deviations: fold.deviations }),
  });
  for (const event of events) {
    const failure = fold.add(event);
    if (failure === null) continue;
    return readRefusedCall(parseData(event.data), body.status, context) ?? fail(failure);
  }
  const cut = done ? null : findLineEnd(end);
  if (cut !== null) return fail(cut);
  const calls = fold.finish();
  const failure = findBreak(fold, { done, calls, text: body.text });
  if (failure !== null) return fail(failure);
  if (!done) fold.flag('done_missing', 'The stream ends without [DONE]');
  return finishReply(
    {
      text: fold.text,
      refusal: fold.refusal,
      calls: calls.calls,
      unreadable: calls.unreadable,
      finishReason: fold.finishReason,
      nativeReason: fold.nativeReason,
      error: fold.error,
      extra: fold.extra,
      usage: fold.usage,
      model: fold.model,
      fingerprint: fold.fingerprint,
      status: body.status,
      damaged: body.damaged,
      deviations: fold.deviations,
    },
    context,
    chatForm,
  );
}

function parseData(data: string): unknown {
  const parsed = parseJson(data);
  return parsed.ok ? parsed.value : null;
}

interface StreamEnd {
  readonly done: boolean;
  readonly calls: AssembledCalls;
  readonly text: string;
}

/** Why what came is not a reply; `null` when it is. */
function findBreak(fold: StreamFold, end: StreamEnd): Failure | null {
  const { done, calls } = end;
  const finished = fold.finishReason !== null;
  if (calls.broken !== null)
    return { kind: 'protocol', code: calls.broken.code, message: calls.broken.text };
  if (fold.chunks === 0) return nameEmptiness(end);
  if (!finished && !done)
    return {
      kind: 'truncated_stream',
      code: 'stream_cut',
      message: 'The stream ends without finish_reason and without [DONE]',
    };
  const mayStopShort = done ? finished : fold.finishReason === 'length';
  if (calls.unfinished.length > 0 && !mayStopShort)
    return {
      kind: 'truncated_stream',
      code: 'stream_cut',
      message: `The stream ends in the middle of the call "${calls.unfinished[0] ?? ''}"`,
    };
  if (!fold.chosen)
    return { kind: 'protocol', code: 'empty_choices', message: 'The stream has no choices' };
  return null;
}

function nameEmptiness(end: StreamEnd): Failure {
  if (end.done)
    return { kind: 'protocol', code: 'empty_stream', message: 'The stream holds [DONE] only' };
  if (!/^(data|event|id|retry)?(:|$)/m.test(end.text.trim()))
    return { kind: 'protocol', code: 'not_a_stream', message: 'The body is no event stream' };
  return {
    kind: 'truncated_stream',
    code: 'stream_cut',
    message: 'The stream ends before its first event',
  };
}

/** Folds chunks into one reply. */
class StreamFold {
  text: string | null = null;
  refusal: string | null = null;
  finishReason: string | null = null;
  nativeReason: unknown = null;
  /** The error of a choice. */
  error: ErrorObject | null = null;
  extra: JsonObject = {};
  usage: unknown = null;
  model: unknown = null;
  fingerprint: unknown = null;
  chunks = 0;
  /** A choice came at all. */
  chosen = false;
  readonly deviations: Deviation[];
  readonly #flags = new Set<string>();
  readonly #calls: CallAssembler;
  #id: unknown = null;
  #previous = '';

  constructor(deviations: Deviation[], context: DecodeContext) {
    this.deviations = deviations;
    this.#calls = new CallAssembler(context.toolNames);
  }

  add(event: StreamEvent): Failure | null {
    if (event.name === 'error') return toStreamError(event.data);
    const flagged: Deviation[] = [];
    const parsed = parseBody(event.data, flagged);
    for (const { code, text } of flagged) this.flag(code, text);
    if (!parsed.ok) {
      if (event.name !== null && event.name !== 'message') {
        this.flag('unknown_event', `An event is named "${event.name}"`);
        return null;
      }
      return {
        kind: 'protocol',
        code: 'broken_chunk',
        message: 'A chunk of the stream is not JSON',
      };
    }
    const chunk = parsed.value;
    if (!isJsonObject(chunk))
      return { kind: 'protocol', code: 'broken_chunk', message: 'A chunk is not an object' };
    if (readErrorObject(chunk) !== null) return toStreamError(event.data);
    if (this.#isRepeated(event.data, chunk))
      return {
        kind: 'protocol',
        code: 'chunk_repeated',
        message: 'A chunk of the stream came twice',
      };
    this.#addChunk(chunk, event.name);
    const other = this.chunks === 0 ? nameOtherApi(chunk, 'chat') : null;
    return other === null
      ? null
      : {
          kind: 'protocol',
          code: 'unsupported_api',
          message: describeOtherApi(other, 'chat'),
          retryable: false,
        };
  }

  finish(): AssembledCalls {
    const calls = this.#calls.finish();
    this.deviations.push(...calls.deviations);
    return calls;
  }

  flag(code: string, text: string): void {
    if (this.#flags.has(code)) return;
    this.#flags.add(code);
    this.deviations.push({ code, text });
  }

  #addChunk(chunk: JsonObject, name: string | null): void {
    const { choices, usage } = chunk;
    const counted = usage !== undefined && usage !== null;
    if (!Array.isArray(choices) && !counted) {
      this.flag('unknown_event', `A chunk has no choices${name === null ? '' : ` ("${name}")`}`);
      return;
    }
    this.chunks += 1;
    if (counted) this.usage = usage;
    this.#addIdentity(chunk);
    if (Array.isArray(choices) && choices.length > 0) this.#addChoices(choices);
  }

  #addChoices(choices: readonly unknown[]): void {
    const flagged: Deviation[] = [];
    const choice = pickChoice(choices, flagged);
    for (const { code, text } of flagged) this.flag(code, text);
    if (choice === null) return;
    if (typeof choice['index'] === 'number' && choice['index'] > 0) {
      this.flag('several_choices', 'Several choices came; the first counts');
      return;
    }
    this.chosen = true;
    this.#addChoice(choice);
  }

  #addChoice(choice: JsonObject): void {
    let delta = choice['delta'];
    if (!isJsonObject(delta) && isJsonObject(choice['message'])) {
      delta = choice['message'];
      this.flag('message_in_stream', 'A chunk holds a whole message instead of a delta');
    }
    if (isJsonObject(delta)) this.#addDelta(delta);
    this.error ??= readOwnError(choice['error']);
    this.nativeReason = choice['native_finish_reason'] ?? this.nativeReason;
    const finish = choice['finish_reason'];
    if (finish === undefined || finish === null || finish === '') return;
    const reason = typeof finish === 'string' ? finish : JSON.stringify(finish);
    if (this.finishReason !== null) {
      const text = `finish_reason came more than once: "${this.finishReason}", "${reason}"`;
      this.flag('finish_repeated', text);
    }
    this.finishReason = reason;
  }

  #addDelta(delta: JsonObject): void {
    const { refusal, tool_calls: calls, function_call: legacy } = delta;
    const text = this.#readText(delta);
    const calling = (Array.isArray(calls) && calls.length > 0) || !isEmptyLegacy(legacy);
    if (this.finishReason !== null && (calling || (text ?? '') !== '')) {
      this.flag('delta_after_finish', 'Content came after finish_reason');
    }
    if (text !== null) this.text = (this.text ?? '') + text;
    if (typeof refusal === 'string') this.refusal = (this.refusal ?? '') + refusal;
    this.#addExtra(pickExtra(delta));
    this.#calls.add(calls);
    if (!isEmptyLegacy(legacy)) this.#calls.addLegacy(legacy);
  }

  #addExtra(extra: JsonObject): void {
    if (Object.keys(extra).length > 0) this.extra = mergeExtra(this.extra, extra);
  }

  #readText(delta: JsonObject): string | null {
    const flagged: Deviation[] = [];
    const text = readText(delta['content'], flagged);
    for (const { code, text: words } of flagged) this.flag(code, words);
    return text;
  }

  #addIdentity(chunk: JsonObject): void {
    const { id, model, system_fingerprint: fingerprint } = chunk;
    if (typeof model === 'string' && model !== '') this.model = model;
    if (typeof fingerprint === 'string') this.fingerprint = fingerprint;
    if (typeof id !== 'string' || id === '') return;
    if (this.#id !== null && this.#id !== id)
      this.flag('stream_id_changed', 'Chunks of one stream have different ids');
    this.#id = id;
  }

  /** OpenAI pads chunks with random text: two alike, one after the other, are one sent twice. */
  #isRepeated(data: string, chunk: JsonObject): boolean {
    const again = data === this.#previous;
    this.#previous = data;
    const { obfuscation } = chunk;
    return again && typeof obfuscation === 'string' && obfuscation.length >= 4;
  }
}
