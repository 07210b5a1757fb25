import type { ApiName } from '../../core/talk/wire-form.ts';
import { describeOtherApi, nameOtherApi } from '../name-other-api.ts';
import type { ModelErrorParts } from './create-model-error.ts';
import { isPassingError, readErrorObject } from './read-error-object.ts';

const kinds: Readonly<Record<ApiName, string>> = {
  chat: 'a chat completion',
  responses: 'a response',
  messages: 'a message',
};

/** Why a JSON body is not an answer in a dialect. */
export function nameShape(
  value: unknown,
  status: number,
  api: ApiName,
): Omit<ModelErrorParts, 'kind' | 'status' | 'deviations'> {
  const error = readErrorObject(value);
  if (error !== null) {
    const message = `The provider answered ${status} with an error: ${error.message ?? 'no message'}`;
    return { code: 'error_object_with_200', message, retryable: isPassingError(error) };
  }
  const other = nameOtherApi(value, api);
  if (other !== null)
    return { code: 'unsupported_api', message: describeOtherApi(other, api), retryable: false };
  const message = `The body is JSON but not ${kinds[api]}`;
  return { code: 'unknown_format', message, retryable: false };
}
