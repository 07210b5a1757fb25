import type { JsonObject } from '../../json/json.ts';
import type {
  Deviation,
  ModelError,
  ModelReply,
  ModelStop,
  SaidCall,
  Usage,
} from '../../core/talk/model.ts';
import { readStopWord } from '../../core/talk/read-stop-word.ts';
import { findUnmadeCall } from '../markup/find-unmade-call.ts';
import { readReasoning } from '../markup/read-reasoning.ts';
import { createModelError } from '../line/create-model-error.ts';
import type { DecodeContext, Decoded } from '../decoded.ts';
import { isSameModel } from './is-same-model.ts';
import { type ErrorObject, isPassingError } from '../line/read-error-object.ts';
import { toUnreadableCall } from '../read-refused-call.ts';

/** A reply put together from a body or a stream, before it is held against itself. */
export interface ReplyParts {
  readonly text: string | null;
  readonly refusal: string | null;
  readonly calls: readonly SaidCall[];
  readonly unreadable: number;
  /** As sent, of whatever type. */
  readonly finishReason: unknown;
  /** The word of the provider behind a gateway (`native_finish_reason`), as sent. */
  readonly nativeReason: unknown;
  /** An error that came inside the reply; `null` when none did. */
  readonly error: ErrorObject | null;
  /** Fields of the message to be sent back as they came. */
  readonly extra: JsonObject;
  /** The model's reasoning; absent: it is looked up in `extra`. */
  readonly reasoning?: string | null;
  readonly usage: unknown;
  readonly model: unknown;
  readonly fingerprint: unknown;
  readonly status: number;
  /** The body was not UTF-8. */
  readonly damaged: boolean;
  readonly deviations: readonly Deviation[];
}

/** How a dialect says how a reply ended and what it cost. */
export interface ReplyForm {
  /** The field of the reason to stop, for sentences. */
  readonly stopField: string;
  /** Whether a word is one of the dialect's own; others are read and named. */
  isOwnStop(word: string): boolean;
  /** What a word means; absent: as {@link readStopWord} reads it. */
  readStop?(word: string | null, calls: number): ModelStop;
  readUsage(value: unknown, deviations: Deviation[]): Usage | null;
}

/** Turns parts into a reply: names the stop reason (never guesses it) and every contradiction. */
export function finishReply(parts: ReplyParts, context: DecodeContext, form: ReplyForm): Decoded {
  const deviations = [...parts.deviations];
  const reject = (code: string, message: string): Decoded => ({
    ok: false,
    error: createModelError({
      kind: 'protocol',
      code,
      message,
      status: parts.status,
      retryable: code === 'invalid_utf8',
      deviations,
    }),
  });
  if (parts.damaged && parts.calls.some(isDamaged))
    return reject('invalid_utf8', 'A tool call holds bytes that are not UTF-8');
  if (parts.calls.length === 0 && parts.unreadable > 0)
    return reject('calls_unreadable', 'The reply holds tool calls, none of which can be read');
  const finishReason = readFinishReason(parts.finishReason, form, deviations);
  const text = toWord(parts.text);
  const refusal = toWord(parts.refusal);
  const stop = toStop(parts, {
    said: (form.readStop ?? readStopWord)(finishReason, parts.calls.length),
    refusal,
  });
  if (stop === 'error') return { ok: false, error: toProviderError(parts, form, deviations) };
  const calls = stop === 'malformed_call' ? [toMalformedCall(parts, context)] : parts.calls;
  deviations.push(
    ...findContradictions(stop, calls.length, form.stopField),
    ...findRepeatedIds(calls),
    ...findUnkept(parts, context),
    ...(calls.length === 0 ? findUnmade(parts, text, context) : []),
    ...findSurrogates(text, calls),
  );
  const fingerprint = toWord(parts.fingerprint);
  const reply: ModelReply = {
    text,
    refusal,
    calls,
    stop,
    finishReason,
    usage: form.readUsage(parts.usage, deviations),
    model: toWord(parts.model),
    deviations,
    ...(fingerprint === null ? {} : { fingerprint }),
    ...(Object.keys(parts.extra).length === 0 ? {} : { extra: parts.extra }),
  };
  return { ok: true, reply };
}

/** Ids that stand on more than one call of a reply. */
export function findRepeatedIds(calls: readonly SaidCall[]): readonly Deviation[] {
  if (calls.length < 2) return [];
  const seen = new Set<string>();
  const deviations: Deviation[] = [];
  for (const { id } of calls) {
    if (id === null) continue;
    if (seen.has(id))
      deviations.push({ code: 'call_id_repeated', text: `Two calls have the id "${id}"` });
    seen.add(id);
  }
  return deviations;
}

/** Where the stop reason and the calls do not go together. */
export function findContradictions(
  stop: ModelStop,
  calls: number,
  stopField: string,
): readonly Deviation[] {
  if (stop === 'tool_calls' && calls === 0) {
    const text = `${stopField} announces tool calls and there is none`;
    return [{ code: 'finish_contradicts', text }];
  }
  if ((stop === 'stop' || stop === 'refusal') && calls > 0) {
    const text = `${stopField} is "stop" and yet there are tool calls`;
    return [{ code: 'finish_contradicts', text }];
  }
  return [];
}

function readFinishReason(
  value: unknown,
  { stopField, isOwnStop }: ReplyForm,
  deviations: Deviation[],
): string | null {
  if (typeof value === 'string' && value !== '') {
    if (isOwnStop(value)) return value;
    const stop = readStopWord(value);
    deviations.push(
      stop === 'other'
        ? { code: 'finish_reason_unknown', text: `${stopField} is "${value}"` }
        : { code: 'finish_reason_foreign', text: `${stopField} is "${value}", read as "${stop}"` },
    );
    return value;
  }
  deviations.push({ code: 'finish_reason_missing', text: `The reply has no ${stopField}` });
  return null;
}

/** An error inside the reply outweighs every word; what a gateway calls an error may be a call that came out wrong. */
function toStop(
  { error, nativeReason }: ReplyParts,
  { said, refusal }: { readonly said: ModelStop; readonly refusal: string | null },
): ModelStop {
  const native = readStopWord(typeof nativeReason === 'string' ? nativeReason : null);
  if (said === 'malformed_call' || native === 'malformed_call') return 'malformed_call';
  if (error !== null) return 'error';
  return said === 'stop' && refusal !== null ? 'refusal' : said;
}

function toProviderError(
  parts: ReplyParts,
  { stopField }: ReplyForm,
  deviations: readonly Deviation[],
): ModelError {
  const { error } = parts;
  const about =
    error === null ? `: ${stopField} is "${toWord(parts.finishReason) ?? ''}"` : nameError(error);
  return createModelError({
    kind: 'protocol',
    code: 'error_in_choice',
    message: `The provider broke the reply off with an error${about}`,
    status: error?.status ?? parts.status,
    retryable: error === null || isPassingError(error),
    deviations,
  });
}

function nameError({ words, status, message }: ErrorObject): string {
  const code = words[0] ?? status;
  return `${code === null ? '' : ` (${code})`}: ${message ?? 'no message'}`;
}

/** The provider says that the model tried a call; what it wrote is at best in the text. */
function toMalformedCall(parts: ReplyParts, context: DecodeContext): SaidCall {
  const [first] = parts.calls;
  const words = [parts.finishReason, parts.nativeReason].map(toWord);
  const reason = words.find((word) => readStopWord(word) === 'malformed_call') ?? 'malformed call';
  return toUnreadableCall({
    reason: `the provider could not read the call ("${reason}")`,
    written: first?.argumentsText ?? parts.text ?? '',
    name: first?.name ?? null,
    toolNames: context.toolNames ?? [],
  });
}

function findUnmade(
  parts: ReplyParts,
  text: string | null,
  { toolNames = [] }: DecodeContext,
): readonly Deviation[] {
  const found = findUnmadeCall(
    { text, reasoning: parts.reasoning ?? readReasoning(parts.extra) },
    toolNames,
  );
  return found === null ? [] : [found];
}

/** What was asked for and not kept to. */
function findUnkept(parts: ReplyParts, context: DecodeContext): readonly Deviation[] {
  const deviations: Deviation[] = [];
  if (context.parallelCalls === false && parts.calls.length > 1) {
    const text = `One call at a time was asked for, ${parts.calls.length} came`;
    deviations.push({ code: 'parallel_not_honoured', text });
  }
  const { model } = parts;
  if (context.model !== undefined && typeof model === 'string' && model !== '') {
    if (!isSameModel(context.model, model)) {
      const text = `"${context.model}" was asked for, "${model}" answered`;
      deviations.push({ code: 'model_differs', text });
    }
  }
  return deviations;
}

function isDamaged(call: SaidCall): boolean {
  return [call.id, call.name, call.argumentsText].some((text) => text?.includes('\ufffd') === true);
}

const surrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function findSurrogates(text: string | null, calls: readonly SaidCall[]): readonly Deviation[] {
  const texts = [text ?? '', ...calls.map((call) => call.argumentsText ?? '')];
  if (!texts.some((one) => surrogate.test(one))) return [];
  return [{ code: 'lone_surrogate', text: 'The reply holds half a surrogate pair' }];
}

/** A text that says something. */
function toWord(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
