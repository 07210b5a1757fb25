import { resolve } from 'node:path';

import type { RemoteAgent } from '../../../core/suite/remote-agent.ts';
import type { AgentObject } from '../../input/agent-input.ts';

/** The header that carries the token of a trial to a service. */
const usualHeader = 'x-toolrig-trial';

/** Real milliseconds for which a connection on which a timeout struck stays open. */
const usualHoldMs = 250;

/** Fills in what a suite leaves out of an agent. `folder` is that of the suite; `null` where it has none. */
export function toRemoteAgent(input: AgentObject, folder: string | null): RemoteAgent {
  const { command = [], holdMs = usualHoldMs, url } = input;
  if (url !== undefined) {
    return { kind: 'service', url, header: (input.header ?? usualHeader).toLowerCase(), holdMs };
  }
  const [program = '', ...args] = command;
  const { cwd = '.' } = input;
  return {
    kind: 'command',
    command: [program, ...args],
    input: input.input ?? 'stdin',
    cwd: folder === null ? (input.cwd ?? null) : resolve(folder, cwd),
    env: input.env ?? {},
    inherit: input.inherit ?? [],
    holdMs,
  };
}
