import type { ExchangeEnd } from '../../core/talk/exchange.ts';
import { isCutStop, readStopWord } from '../../core/talk/read-stop-word.ts';
import { isJsonObject } from '../../json/json.ts';
import type { Decoded, DecodeContext, GoodBody } from '../decoded.ts';
import { createModelError, type ModelErrorParts } from '../line/create-model-error.ts';
import { findLineEnd } from '../line/find-line-end.ts';
import { nameShape } from '../line/name-shape.ts';
import { parseJson } from '../line/parse-json.ts';
import { readEvents, type StreamEvent } from '../line/read-events.ts';
import { toStreamError } from '../line/to-stream-error.ts';
import { finishReply } from '../reply/finish-reply.ts';
import { readContent } from './content-blocks.ts';
import { MessageFold } from './message-fold.ts';
import { messagesForm } from './messages-form.ts';

type Failure = Omit<ModelErrorParts, 'status' | 'deviations'>;

/** Reads a message that came as server-sent events. */
export function decodeMessagesStream(
  body: GoodBody,
  end: ExchangeEnd,
  context: DecodeContext,
): Decoded {
  const { events, deviations } = readEvents(body.text);
  const fold = new MessageFold([...body.deviations, ...deviations], context);
  const fail = (failure: Failure): Decoded => ({
    ok: false,
    error: createModelError({ ...failure, status: body.status, deviations: fold.deviations }),
  });
  for (const event of events) {
    const failure = addEvent(fold, event, body.status);
    if (failure !== null) return fail(failure);
  }
  const cut = fold.done ? null : findLineEnd(end);
  if (cut !== null) return fail(cut);
  const assembled = fold.finish();
  const failure = findBreak(fold, assembled);
  if (failure !== null) return fail(failure);
  if (!fold.done) fold.flag('done_missing', 'The stream ends without message_stop');
  const content = readContent(assembled.blocks, assembled.inputs, fold.deviations);
  return finishReply(
    {
      ...content,
      unreadable: content.unreadable + assembled.unreadable,
      refusal: null,
      finishReason: fold.stopReason,
      nativeReason: null,
      error: null,
      usage: fold.usage,
      model: fold.model,
      fingerprint: null,
      status: body.status,
      damaged: body.damaged,
      deviations: fold.deviations,
    },
    context,
    messagesForm,
  );
}

function addEvent(fold: MessageFold, event: StreamEvent, status: number): Failure | null {
  if (event.name === 'error') return toStreamError(event.data);
  const parsed = parseJson(event.data);
  const data = parsed.ok ? parsed.value : null;
  if (!isJsonObject(data)) {
    return {
      kind: 'protocol',
      code: 'broken_chunk',
      message: 'An event of the stream is no JSON object',
    };
  }
  if (data['type'] === 'error') return toStreamError(event.data);
  const failure = fold.add(data);
  if (failure !== 'unknown') return failure;
  if (fold.events > 0) {
    fold.flag('unknown_event', `An event is of type ${JSON.stringify(data['type'] ?? null)}`);
    return null;
  }
  const shape = nameShape(data, status, 'messages');
  return { kind: 'protocol', ...shape };
}

/** Why what came is not a reply; `null` when it is. */
function findBreak(
  fold: MessageFold,
  { broken, unfinished }: ReturnType<MessageFold['finish']>,
): Failure | null {
  const { stopReason, done } = fold;
  if (broken !== null) return { kind: 'protocol', code: broken.code, message: broken.text };
  if (fold.events === 0)
    return {
      kind: 'truncated_stream',
      code: 'stream_cut',
      message: 'The stream ends before its first event',
    };
  const isFinished = stopReason !== null;
  if (!isFinished && !done)
    return {
      kind: 'truncated_stream',
      code: 'stream_cut',
      message: 'The stream ends without stop_reason and without message_stop',
    };
  const mayStopShort = done ? isFinished : isCutStop(readStopWord(stopReason));
  if (unfinished.length > 0 && !mayStopShort)
    return {
      kind: 'truncated_stream',
      code: 'stream_cut',
      message: `The stream ends in the middle of the call "${unfinished[0] ?? ''}"`,
    };
  return null;
}
