import type { Exchange } from '../core/talk/exchange.ts';
import type { JsonValue } from '../json/json.ts';
import { readLosslessJson, writeLosslessJson } from '../json/lossless-json.ts';
import type { Deviation, ModelError, Usage } from '../core/talk/model.ts';
import type { ApiName } from '../core/talk/wire-form.ts';
import { detectDialect } from './detect-dialect.ts';
import type { Dialect } from './dialect.ts';
import { parseJson } from './line/parse-json.ts';
import { readExchanges } from './read-exchanges.ts';
import { dialects } from './registry.ts';

/** A call as it was said, with its arguments read. */
export interface DecodedCall {
  readonly id: string | null;
  readonly name: string;
  readonly argumentsText: string | null;
  /** `null` when the text is not JSON. Long numbers are kept in `argumentsText` and by {@link toDecodedLine}. */
  readonly arguments: JsonValue;
}

/** How one exchange is read: either `error` is `null` or nothing else says anything. */
export interface DecodedExchange {
  readonly calls: readonly DecodedCall[];
  readonly text: string | null;
  readonly refusal: string | null;
  /** The provider's own word; `null` when it did not say. */
  readonly stopReason: string | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly deviations: readonly Deviation[];
  readonly error: Omit<ModelError, 'deviations'> | null;
}

/**
 * Reads a file of traffic (see {@link readExchanges} for its forms), in one dialect or each exchange in its own. Whatever
 * cannot be read becomes an `error`; nothing throws.
 */
export function decodeExchanges(text: string, api?: ApiName): readonly DecodedExchange[] {
  return readExchanges(text).map((exchange) =>
    decodeOne(exchange, api === undefined ? detectDialect(exchange) : dialects[api]),
  );
}

/** One exchange as one line of JSON in which the numbers of arguments keep their text. */
export function toDecodedLine(decoded: DecodedExchange): string {
  const calls = decoded.calls.map((call) => {
    const reading = readLosslessJson(call.argumentsText ?? '');
    const written = reading.ok ? writeLosslessJson(reading.value.value) : 'null';
    const head = JSON.stringify({
      id: call.id,
      name: call.name,
      argumentsText: call.argumentsText,
    });
    return `${head.slice(0, -1)},"arguments":${written}}`;
  });
  const { calls: _calls, ...rest } = decoded;
  return `{"calls":[${calls.join(',')}],${JSON.stringify(rest).slice(1)}`;
}

function decodeOne(exchange: Exchange, dialect: Dialect): DecodedExchange {
  const decoded = dialect.decode(exchange);
  if (!decoded.ok) {
    const { deviations, ...error } = decoded.error;
    return {
      calls: [],
      text: null,
      refusal: null,
      stopReason: null,
      model: null,
      usage: null,
      deviations,
      error,
    };
  }
  const { reply } = decoded;
  return {
    calls: reply.calls.map(({ id, name, argumentsText }) => ({
      id,
      name,
      argumentsText,
      arguments: readArguments(argumentsText),
    })),
    text: reply.text,
    refusal: reply.refusal,
    stopReason: reply.finishReason,
    model: reply.model,
    usage: reply.usage,
    deviations: reply.deviations,
    error: null,
  };
}

function readArguments(text: string | null): JsonValue {
  const parsed = parseJson(text ?? '');
  // JSON.parse gives JSON values and nothing else.
  return parsed.ok ? (parsed.value as JsonValue) : null;
}
