import type { Exchange } from '../../core/talk/exchange.ts';
import type { ModelError } from '../../core/talk/model.ts';
import type { BodyText } from './read-body.ts';
import type { DecodeContext } from '../decoded.ts';
import { createModelError } from './create-model-error.ts';
import {
  type ErrorObject,
  isContextError,
  isPassingError,
  isPassingStatus,
  readErrorObject,
} from './read-error-object.ts';
import { parseJson } from './parse-json.ts';
import { readRetryAfter } from './read-retry-after.ts';

/** Makes a model error of an answer whose status is not 2xx. */
export function readHttpError(
  exchange: Exchange,
  body: BodyText,
  context: DecodeContext,
): ModelError {
  const { status } = exchange;
  const parsed = parseJson(body.text);
  const said = parsed.ok ? readErrorObject(parsed.value) : null;
  const wait = readRetryAfter(exchange.headers, context.epochMs);
  const words =
    toRedirect(exchange) ??
    said?.message ??
    (body.text.trimStart().startsWith('<') ? 'a web page' : null);
  return createModelError({
    kind: 'http',
    code: toCode(status, said),
    status,
    retryable: isPassingStatus(status) && !isSpent(said),
    retryAfterMs: wait.ms,
    message: `The provider answered ${status}${words === null ? '' : `: ${words}`}`,
    deviations: [...body.deviations, ...wait.deviations],
  });
}

/** Redirects are not followed: the key and the conversation go where the user agreed, and nowhere else. */
function toRedirect({ status, headers }: Exchange): string | null {
  const { location } = headers;
  if (status < 300 || status > 399 || location === undefined) return null;
  return `a redirect to "${location.slice(0, 200)}", which is not followed. Use the final address as the base URL`;
}

function toCode(status: number, said: ErrorObject | null): string {
  if (said !== null && (status === 400 || status === 413) && isContextError(said))
    return 'context_length_exceeded';
  return said !== null && status === 429 && isSpent(said) ? 'insufficient_quota' : `http_${status}`;
}

/** A 429 for a spent quota stays a 429 however long one waits. */
function isSpent(said: ErrorObject | null): boolean {
  return said !== null && said.words.includes('insufficient_quota') && !isPassingError(said);
}
