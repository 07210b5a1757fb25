import type { FaultInjection } from '../../core/suite/fault.ts';
import type { JsonObject } from '../../json/json.ts';

/** Any kind of the catalogue by its name. */
export function fault(kind: string, parameters: JsonObject = {}): FaultInjection {
  return { ...parameters, kind };
}

/** A 5xx: of the model, or of a tool's service before it did anything. */
export function http(status: number): FaultInjection {
  return { kind: 'http', status };
}

/** No answer: of the model, or of a tool whose request was lost. */
export function timeout(): FaultInjection {
  return { kind: 'timeout' };
}

/** A tool's request is lost: no effect, no answer. */
export function lostBeforeCommit(): FaultInjection {
  return { kind: 'timeout_before' };
}

/** A tool's effect happens and the answer is lost. */
export function lostAfterCommit(): FaultInjection {
  return { kind: 'timeout_after' };
}

/** The answer arrives after the loop stopped waiting; the effect happens. */
export function lateResponse(delayMs: number): FaultInjection {
  return { kind: 'late_response', delayMs };
}

/** The call's arguments are cut off and are not valid JSON. */
export function malformedArguments(index = 0): FaultInjection {
  return { kind: 'malformed_arguments', index };
}

/** The call appears twice in its turn. */
export function duplicateCall(id: 'same' | 'new' = 'new'): FaultInjection {
  return { kind: 'duplicate_call', id };
}

/** The model's provider answers 429 with a wait time. */
export function rateLimited(retryAfterMs = 1): FaultInjection {
  return { kind: 'rate_limited', retryAfterMs };
}
