import { isJsonObject, type JsonObject } from '../../json/json.ts';

/** The content of an error body in any of the usual forms. */
export interface ErrorObject {
  /** The provider's own words, cut; `null` when it has none. */
  readonly message: string | null;
  /** `code`, `type` and `status` of the object, lower-case. */
  readonly words: readonly string[];
  /** An HTTP status named inside the body. */
  readonly status: number | null;
}

const permanent =
  /insufficient_quota|invalid_api_key|invalid_request|authentication|permission|not_found|context_length|content_policy|billing|unsupported/;
const passing =
  /rate_limit|overload|server_error|internal|unavailable|timeout|timed_out|capacity|api_error|too_many/;

/**
 * Finds the error in a parsed body: `{ error: { message, code, type } }`, `{ error: "text" }`,
 * `{ object: "error", message }`, `{ detail }`; `null` when there is none.
 */
export function readErrorObject(body: unknown): ErrorObject | null {
  if (!isJsonObject(body)) return null;
  const { error } = body;
  if (isJsonObject(error)) return fromFields(error);
  if (typeof error === 'string' && error !== '') return fromFields({ message: error });
  if (body['object'] === 'error' || body['type'] === 'error') return fromFields(body);
  if (body['choices'] === undefined && body['detail'] !== undefined) {
    const { detail } = body;
    return fromFields({ message: typeof detail === 'string' ? detail : JSON.stringify(detail) });
  }
  return null;
}

/** Whether the same request may fare better; decided by the code, then by the status, else yes. */
export function isPassingError(error: ErrorObject): boolean {
  if (error.words.some((word) => permanent.test(word))) return false;
  if (error.words.some((word) => passing.test(word))) return true;
  return error.status === null ? true : isPassingStatus(error.status);
}

/** Statuses after which the same request may work (RFC 9110; 529 is used for overload). */
export function isPassingStatus(status: number): boolean {
  if (status === 408 || status === 425 || status === 429) return true;
  return status >= 500 && status !== 501 && status !== 505;
}

/** Whether an error says that the conversation is too long for the model. */
export function isContextError(error: ErrorObject): boolean {
  if (error.words.some((word) => word.includes('context_length') || word.includes('context_size')))
    return true;
  const message = error.message ?? '';
  return /context (length|window|size)|maximum context|prompt is too long/i.test(message);
}

function fromFields(fields: JsonObject): ErrorObject {
  const { message, code, type, status } = fields;
  const words = [code, type, status].filter((word) => typeof word === 'string');
  const numbers = [code, status, ...words].map(Number);
  const named = numbers.find((value) => Number.isInteger(value) && value >= 400 && value < 600);
  return {
    message: typeof message === 'string' && message !== '' ? message.slice(0, 300) : null,
    words: words.map((word) => word.toLowerCase()),
    status: named ?? null,
  };
}
