import type { ModelErrorParts } from './create-model-error.ts';
import { parseJson } from './parse-json.ts';
import { isPassingError, readErrorObject } from './read-error-object.ts';

/** The error that an error event of a stream reports. */
export function toStreamError(data: string): Omit<ModelErrorParts, 'status' | 'deviations'> {
  const parsed = parseJson(data);
  const value = parsed.ok ? parsed.value : data;
  const error = readErrorObject(value) ?? readErrorObject({ error: value });
  return {
    kind: 'protocol',
    code: 'error_in_stream',
    message: `The stream carries an error: ${error?.message ?? 'no message'}`,
    retryable: error === null || isPassingError(error),
  };
}
