import { type ChatRequest, createScriptedAgent, type ScriptedReply } from 'toolrig';

import { handbook } from '../orders/handbook.ts';
import { acts } from './acts.ts';
import { requests } from './requests.ts';
import { readOpening, speak } from './speak.ts';

const clerk = createScriptedAgent('clerk', handbook);
const openings: Readonly<Record<string, readonly string[]>> = requests;
const ownActs = new Map(
  Object.entries(acts).map(([name, act]) => [openings[name]?.[0] ?? '', act] as const),
);

/** One agent for all variants: the clerk of `orders`, and for the own scenarios what `acts.ts` says. */
export function respond(request: ChatRequest): ScriptedReply {
  const act = ownActs.get(readOpening(request));
  return act === undefined ? clerk(request) : speak(request, act);
}
