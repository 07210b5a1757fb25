import type { Exchange, ExchangeEnd } from '../../core/talk/exchange.ts';
import type { Deviation } from '../../core/talk/model.ts';
import type { Decoded, DecodeContext, GoodBody } from '../decoded.ts';
import { createModelError } from '../line/create-model-error.ts';
import { parseJson } from '../line/parse-json.ts';
import { type BodyText, readBody } from '../line/read-body.ts';
import { readHttpError } from '../line/read-http-error.ts';
import { findMislabel, isStream, toBodyError, toLineError } from '../line/read-line.ts';
import { readRefusedCall } from '../read-refused-call.ts';
import { isSameModel } from './is-same-model.ts';

/** How a dialect reads the body of an answer with a good status. */
export interface AnswerReader {
  readBody(body: GoodBody, context: DecodeContext): Decoded;
  readStream(body: GoodBody, end: ExchangeEnd, context: DecodeContext): Decoded;
}

/** Headers in which gateways name the model that really answered. */
const gatewayHeaders: readonly string[] = ['x-gateway-model', 'openai-model'];

/**
 * Creates the decoder of a dialect: what the line and the status say is the same for all. A call that did not
 * come whole is never a call, and a stop reason that did not come is `none`. It never throws.
 */
export function createDecoder(
  reader: AnswerReader,
): (exchange: Exchange, context?: DecodeContext) => Decoded {
  return (exchange, context = {}) => {
    const decoded = decode(exchange, context, reader);
    const notes = [...(exchange.notes ?? []), ...findGateway(exchange, decoded)];
    if (notes.length === 0) return decoded;
    if (!decoded.ok) {
      const deviations = [...decoded.error.deviations, ...notes];
      return { ok: false, error: { ...decoded.error, deviations } };
    }
    const deviations = [...decoded.reply.deviations, ...notes];
    return { ok: true, reply: { ...decoded.reply, deviations } };
  };
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

function decode(exchange: Exchange, context: DecodeContext, reader: AnswerReader): Decoded {
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
  if (streamed && body.text.trim() !== '') return reader.readStream(good, end, context);
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
  return reader.readBody(good, context);
}

/** A request that was refused, or a model's call that the provider could not read. */
function readRefusal(exchange: Exchange, body: BodyText, context: DecodeContext): Decoded {
  const parsed = parseJson(body.text);
  const refused = parsed.ok ? readRefusedCall(parsed.value, exchange.status, context) : null;
  return refused ?? { ok: false, error: readHttpError(exchange, body, context) };
}
