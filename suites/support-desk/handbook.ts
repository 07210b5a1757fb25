import type { Handbook, JsonObject, PlannedCall, Playbook } from 'toolrig';
import type { ToolName } from './parameters.ts';
import { requests } from './requests.ts';
import { twoThings } from './two-things.ts';

/** What a scripted agent does about some of the requests, so that faults and streams have a lane whose outcome is known. */
export const handbook: Handbook = {
  playbooks: [
    toPlaybook(
      readText('things-1'),
      [call('order_item', { item: 'keyboard' })],
      'A new keyboard is ordered and comes on 15 June.',
    ),
    toPlaybook(readText('none-1'), [], 'You are welcome.'),
    toPlaybook(
      twoThings.text,
      [call('get_device', { kind: 'computer' }), call('get_status', { service: 'vpn' })],
      'Your computer is listed above, and so is the state of the VPN.',
    ),
  ],
  readBacks: {},
  needless: { tool: 'get_device', arguments: {} },
};

/** The requests that the handbook knows. */
export const playedRequests: readonly string[] = ['things-1', 'none-1'];

function toPlaybook(user: string, calls: readonly PlannedCall[], answer: string): Playbook {
  const steps = calls.length === 0 ? [] : [{ calls: () => calls }];
  return { name: user, language: 'en', turns: [{ user, steps, say: () => answer }] };
}

function call(tool: ToolName, args: JsonObject = {}): PlannedCall {
  return { tool, arguments: args };
}

function readText(id: string): string {
  const found = requests.find((request) => request.id === id);
  if (found === undefined) throw new Error(`No request "${id}"`);
  return found.text;
}
