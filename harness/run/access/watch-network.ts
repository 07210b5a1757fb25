import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import type { Suite, Variant } from '../../core/suite/suite.ts';

/** Where a request went, as far as the channel tells. */
interface RequestMessage {
  readonly request?: {
    readonly origin?: unknown;
    readonly path?: unknown;
    readonly host?: unknown;
    readonly protocol?: unknown;
    /** Of `node:http`: tells the port too. */
    readonly getHeader?: (name: string) => unknown;
  };
}

const channels = ['undici:request:create', 'http.client.request.start'];

/**
 * Watches for requests that leave the process by Node's own clients, without touching them. A replay makes none,
 * so every observed connection is a leak: of an agent that bypasses its boundary, or of a tool handler.
 *
 * @param allowed - hosts that may be asked, as `host` or `host:port`.
 */
export function watchNetwork(allowed: ReadonlySet<string> = new Set()): {
  stop(): readonly string[];
} {
  const seen = new Set<string>();
  const note = (message: unknown): void => {
    const { request } = message as RequestMessage;
    if (request === undefined) return;
    const host = request.getHeader?.('host') ?? request.host;
    const origin = request.origin ?? `${text(request.protocol)}//${text(host)}`;
    const from = text(origin);
    if (URL.canParse(from) && isAllowed(new URL(from), allowed)) return;
    seen.add(`${from}${text(request.path)}`);
  };
  for (const channel of channels) subscribe(channel, note);
  return {
    stop() {
      for (const channel of channels) unsubscribe(channel, note);
      return [...seen].sort();
    },
  };
}

/** `host` means any port of it, `host:port` that one. */
function isAllowed({ host, hostname }: URL, allowed: ReadonlySet<string>): boolean {
  return allowed.has(host) || allowed.has(hostname);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : String(value instanceof URL ? value.href : '');
}

/** Whether nothing of these variants has a reason to use the network in a replay: tools that say so do real I/O. */
export function isOffline(suite: Suite, variants: readonly Variant[]): boolean {
  return variants.every(({ toolset }) =>
    suite.toolsets.every(
      ({ id, tools }) =>
        id !== toolset ||
        // A back end gives its recorded answers.
        tools.every(({ time, backEnd }) => time !== 'real' || backEnd !== undefined),
    ),
  );
}

/** Why a replay that used the network is not to be trusted. */
export function describeLeak(address: string): string {
  return `A request left for "${address}" during a replay: an agent bypassed its boundary, or a tool handler uses the network. Give the agent's SDK the \`fetch\` of its context; say \`time: 'real'\` of a tool that does real I/O`;
}
