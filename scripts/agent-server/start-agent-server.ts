import type { AddressInfo } from 'node:net';

import { createScriptedAgent } from '../../harness/agent/create-scripted-agent.ts';
import type { Handbook } from '../../harness/agent/playbook.ts';
import { agentKinds } from '../../harness/agent/tempers.ts';
import { createAgentServer, type AgentStats } from './create-agent-server.ts';

/** A server that listens. */
export interface RunningServer {
  /** With `/v1` at its end. */
  readonly baseUrl: string;
  readonly stats: Readonly<AgentStats>;
  close(): Promise<void>;
}

/**
 * Serves every kind of scripted agent of a handbook on 127.0.0.1; port 0 takes a free one.
 *
 * @throws Error when the port cannot be taken.
 */
export async function startAgentServer(handbook: Handbook, port: number): Promise<RunningServer> {
  const models = new Map(agentKinds.map((kind) => [kind, createScriptedAgent(kind, handbook)]));
  const { server, stats } = createAgentServer(models);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    stats,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      });
    },
  };
}
