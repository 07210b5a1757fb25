import type { ExchangeEnd } from '../../core/talk/exchange.ts';
import type { ModelErrorParts } from './create-model-error.ts';

/** How the connection cut a stream before its end marker; `null` when the stream ended by itself. */
export function findLineEnd(
  end: ExchangeEnd,
): Pick<ModelErrorParts, 'kind' | 'code' | 'message'> | null {
  if (end === 'reset')
    return {
      kind: 'network',
      code: 'reset_in_body',
      message: 'The connection was reset before the stream ended',
    };
  if (end === 'stalled')
    return {
      kind: 'timeout',
      code: 'body_timeout',
      message: 'The stream stopped and never ended',
    };
  return null;
}
