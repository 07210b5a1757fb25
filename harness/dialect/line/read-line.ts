import type { Exchange } from '../../core/talk/exchange.ts';
import type { Deviation, ModelError } from '../../core/talk/model.ts';
import { createModelError } from './create-model-error.ts';

/** Whether a body is to be read as events: its label says so, or it looks like it. */
export function isStream(exchange: Exchange, text: string): boolean {
  const type = exchange.headers['content-type'] ?? '';
  const head = text.trimStart();
  if (type.includes('text/event-stream')) return !head.startsWith('{') && !head.startsWith('<');
  return /^(data|event|id|retry)?:/.test(head);
}

/** Where the label of a body and the body contradict each other. */
export function findMislabel(
  exchange: Exchange,
  text: string,
  streamed: boolean,
): readonly Deviation[] {
  const type = exchange.headers['content-type'];
  if (type === undefined || text === '') return [];
  if (type.includes('text/event-stream') === streamed && (streamed || type.includes('json')))
    return [];
  const words = `The body is not what content-type "${type.slice(0, 60)}" says`;
  return [{ code: 'content_type_contradicts', text: words }];
}

/** No response line came. */
export function toLineError(exchange: Exchange): ModelError {
  const mismatch = exchange.notes?.find(({ code }) => code === 'protocol_mismatch');
  if (mismatch !== undefined) {
    const { code, text: message } = mismatch;
    return createModelError({ kind: 'network', code, message, retryable: false });
  }
  if (exchange.end === 'refused')
    return createModelError({
      kind: 'network',
      code: 'connection_refused',
      message: 'The provider could not be reached',
    });
  if (exchange.end === 'stalled')
    return createModelError({
      kind: 'timeout',
      code: 'headers_timeout',
      message: 'The provider did not answer in time',
    });
  return createModelError({
    kind: 'network',
    code: 'connection_reset',
    message: 'The connection ended before an answer came',
  });
}

/** A response began and its body did not end. */
export function toBodyError(exchange: Exchange): ModelError {
  if (exchange.end === 'stalled')
    return createModelError({
      kind: 'timeout',
      code: 'body_timeout',
      message: 'The body stopped and never ended',
    });
  return createModelError({
    kind: 'network',
    code: 'reset_in_body',
    message: 'The connection was reset in the middle of the body',
  });
}
