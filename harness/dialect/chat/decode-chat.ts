import type { Exchange } from '../../core/talk/exchange.ts';
import type { Deviation } from '../../core/talk/model.ts';
import { createModelError } from '../line/create-model-error.ts';
import { decodeChatBody, type GoodBody } from './decode-chat-body.ts';
import { decodeChatStream } from './decode-chat-stream.ts';
import type { DecodeContext, Decoded } from '../decoded.ts';
import { isSameModel } from '../reply/is-same-model.ts';
import { parseJson } from '../line/parse-json.ts';
import { type BodyText, readBody } from '../line/read-body.ts';
import { readHttpError } from '../line/read-http-error.ts';
import { findMislabel, isStream, toBodyError, toLineError } from '../line/read-line.ts';
import { readRefusedCall } from '../read-refused-call.ts';

/** Headers in which gateways name the model that really answered. */
const gatewayHeaders: readonly string[] = ['x-gateway-model', 'openai-model'];

/**
 * Reads one exchange with an OpenAI chat-completions endpoint, streamed or not. A call that did not
 * come whole is never a call, and a stop reason that did not come is `none`. Never throws.
 */
export function decodeChat(exchange: Exchange, context: DecodeContext = {}): Decoded {
  const decoded = decode(exchange, context);
  const notes = [...(exchange.notes ?? []), ...findGateway(exchange, decoded)];
  if (notes.length === 0) return decoded;
  if (!decoded.ok) {
    const deviations = [...decoded.error.deviations, ...notes];
    return { ok: false, error: { ...decoded.error, deviations } };
  }
  const deviations = [...decoded.reply.deviations, ...notes];
  return { ok: true, reply: { ...decoded.reply, deviations } };
}

/** A gateway that answers with another model says so in a header at best. */
function findGateway(exchange: Exchange, decoded: Decoded): readonly Deviation[] {
  const name = gatewayHeaders.find((header) => exchange.headers[header] !== undefined);
  if (name === undefined || !decoded.ok || decoded.reply.model === null) return [];
  const told = exchange.headers[name] ?? '';
  if (isSameModel(told, decoded.reply.model)) return [];
  const text = `The header ${name} says "${told}", the body "${decoded.reply.model}"`;
  return [{ code: 'gateway_model_differs', text }];
}

function decode(exchange: Exchange, context: DecodeContext): Decoded {
  const { status, end } = exchange;
  if (status === 0) return { ok: false, error: toLineError(exchange) };
  const body = readBody(exchange);
  if (status < 200 || status > 299) return readRefusal(exchange, body, context);
  const streamed = isStream(exchange, body.text);
  const deviations = [...body.deviations, ...findMislabel(exchange, body.text, streamed)];
  if (context.stream !== undefined && context.stream !== streamed && body.text !== '') {
    const text = streamed
      ? 'A stream came that was not asked for'
      : 'A stream was asked for, one body came';
    deviations.push({ code: 'stream_not_honoured', text });
  }
  const good: GoodBody = { status, text: body.text, damaged: body.damaged, deviations };
  if (streamed && body.text.trim() !== '') return decodeChatStream(good, end, context);
  if (end !== 'complete')
    return { ok: false, error: { ...toBodyError(exchange), status, deviations } };
  if (body.text.trim() === '')
    return {
      ok: false,
      error: createModelError({
        kind: 'protocol',
        code: 'empty_body',
        message: `The provider answered ${status} without a body`,
        status,
        deviations,
      }),
    };
  return decodeChatBody(good, context);
}

/** A request that was refused, or a model's call that the provider could not read. */
function readRefusal(exchange: Exchange, body: BodyText, context: DecodeContext): Decoded {
  const parsed = parseJson(body.text);
  const refused = parsed.ok ? readRefusedCall(parsed.value, exchange.status, context) : null;
  return refused ?? { ok: false, error: readHttpError(exchange, body, context) };
}
