import type { Exchange } from '../../core/talk/exchange.ts';
import type { Provider } from '../../core/talk/model.ts';
import type { LiveClock } from '../clock/live-clock.ts';

/** Makes the waits between an error of a real provider and the next request to it real ones. */
export function paceProvider(provider: Provider, clock: LiveClock): Provider {
  return {
    ...provider,
    send: async (request, position, signal) => {
      clock.oweWait(false);
      const exchange = await provider.send(request, position, signal);
      clock.oweWait(isRefusal(exchange));
      return exchange;
    },
  };
}

function isRefusal({ status, end }: Exchange): boolean {
  return status === 0 || status >= 400 || end !== 'complete';
}
