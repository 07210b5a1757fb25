import type { Provider } from '../core/talk/model.ts';
import type { Responder } from '../core/suite/suite.ts';
import { dialectFor } from '../dialect/registry.ts';
import { speakAs } from '../dialect/speak-as.ts';
import { toScriptedExchange } from '../dialect/scripted-exchange.ts';

/** Creates a model out of a pure function from request to reply. */
export function createResponderProvider(respond: Responder): Provider {
  return {
    provenance: 'scripted',
    send: (request) =>
      Promise.resolve(speakAs(toScriptedExchange(respond(request)), dialectFor(request))),
  };
}
