import type { Provider } from '../core/model.ts';
import { RigError } from '../core/rig-error.ts';
import type { ScriptedReply } from '../core/suite.ts';
import { toScriptedExchange } from './scripted-exchange.ts';

/**
 * Creates a model that plays replies in order, one for each attempt (429 then 200 are two).
 * `send` fails with a RigError `SCRIPT_EXHAUSTED` when it is asked once too often.
 */
export function createScriptProvider(replies: readonly ScriptedReply[]): Provider {
  let sent = 0;
  return {
    provenance: 'scripted',
    send: (_request, position) => {
      const reply = replies[sent];
      if (reply === undefined) {
        const exhausted = new RigError(
          'SCRIPT_EXHAUSTED',
          `Cannot answer turn ${position.turn}, attempt ${position.attempt}: the script has ${replies.length} replies and all were played. Add one or end the conversation earlier`,
        );
        return Promise.reject(exhausted);
      }
      sent += 1;
      return Promise.resolve(toScriptedExchange(reply));
    },
    unused: () => replies.length - sent,
  };
}
