import type { AgentContext } from '../core/suite/agent.ts';
import type { RemoteAgent } from '../core/suite/remote-agent.ts';
import type { ChildHost } from './start-child.ts';
import type { ModelSeat } from './open-model-server.ts';

/** The place of one trial at the servers of its run. */
export interface HostedSeat extends ModelSeat {
  /** Of the server. */
  readonly origin: string;
  /** The path that base URLs of chat completions have, such as `/v1`. */
  readonly basePath: string;
  /** Variables besides those of the model boundary, such as where the tools are. */
  readonly env: Readonly<Record<string, string>>;
}

/** What agents outside of the process need of their run. */
export interface AgentHost {
  /** `null` where no processes can be started. */
  readonly children: ChildHost | null;
  open(context: AgentContext, spec: RemoteAgent): Promise<HostedSeat>;
}
