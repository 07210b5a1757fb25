import type { Agent, AgentContext } from '../core/suite/agent.ts';
import type { RemoteAgent } from '../core/suite/remote-agent.ts';
import type { Suite, Variant } from '../core/suite/suite.ts';
import type { AgentHost } from './agent-host.ts';
import { createCommandAgent } from './create-command-agent.ts';
import { createServiceAgent } from './create-service-agent.ts';
import { createToolFetch, toolPaths } from './tool/create-tool-fetch.ts';
import { type ModelServer, openModelServer } from './open-model-server.ts';
import type { ChildHost } from './start-child.ts';

/** What agents outside of the process are hosted with. */
export interface HostOptions {
  /** `null` where no processes can be started. */
  readonly children: ChildHost | null;
  /** The path of base URLs for the model that goes by this name in requests. */
  readonly toBasePath: (modelName: string) => string;
}

/** A suite whose agents outside of the process can run, and the server that they ask. */
export interface HostedSuite {
  readonly suite: Suite;
  /** Requests that named no trial of the run, one sentence each. */
  refused(): readonly string[];
  close(): Promise<void>;
}

/**
 * Puts agents that run in place of those that a suite only describes. All trials of the run share one server, which is
 * opened with the first of them.
 */
export function hostAgents(suite: Suite, options: HostOptions): HostedSuite {
  let opened: Promise<ModelServer> | null = null;
  const refusals: (readonly string[])[] = [];
  const open = async (): Promise<ModelServer> => {
    const server = await openModelServer();
    refusals.push(server.refused);
    return server;
  };
  const host: AgentHost = {
    children: options.children,
    async open(context: AgentContext, spec) {
      opened ??= open();
      const server = await opened;
      const seat = server.open(createToolFetch(context, spec.routes ?? {}), spec);
      const { origin } = server;
      const basePath = options.toBasePath(context.modelName);
      return { ...seat, origin, basePath, env: toToolEnv(seat.url) };
    },
  };
  return {
    suite: { ...suite, variants: suite.variants.map((variant) => hostVariant(variant, host)) },
    refused: () => refusals.flat(),
    close: async () => {
      await (await opened)?.close();
    },
  };
}

/** Where the tools of the trial are; the token is in each path. */
function toToolEnv(url: string): Readonly<Record<string, string>> {
  return {
    TOOLRIG_MCP_URL: `${url}${toolPaths.mcp}`,
    TOOLRIG_TOOLS_URL: `${url}${toolPaths.tools}`,
    TOOLRIG_SERVICE_URL: `${url}${toolPaths.service}`,
  };
}

function hostVariant(variant: Variant, host: AgentHost): Variant {
  const { remote } = variant;
  return remote === undefined ? variant : { ...variant, agent: toAgent(remote, host) };
}

function toAgent(remote: RemoteAgent, host: AgentHost): Agent {
  return remote.kind === 'command'
    ? createCommandAgent(remote, host)
    : createServiceAgent(remote, host);
}
