import type { ChatRequest } from '../core/talk/chat.ts';
import type { Provider } from '../core/talk/model.ts';
import { RigError } from '../core/rig-error.ts';
import { UsageError } from '../core/usage-error.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { dialectFor } from '../dialect/registry.ts';
import { createForwardProvider, type ForwardProvider } from '../model/create-forward-provider.ts';
import { RealClock } from '../run/clock/live-clock.ts';

/** Where the requests of a command go. */
export interface UpstreamOptions {
  /** For every API; `null`: what the environment says, else the provider of the API. */
  readonly baseUrl: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly modelTimeoutMs: number;
}

/** Creates a provider that passes each request on to where the command would have sent it, with the key that it would have used. */
export function createUpstream({ baseUrl, env, modelTimeoutMs }: UpstreamOptions): Provider {
  const clock = new RealClock();
  const made = new Map<string, ForwardProvider>();
  const make = (dialect: Dialect): ForwardProvider =>
    createForwardProvider({
      baseUrl: toUpstreamUrl(dialect, { baseUrl, env }),
      apiKey: read(env, dialect.variables.apiKey),
      clock,
      timeouts: { modelTimeoutMs },
      otherwise: nothingElse,
    });
  const find = (request: Pick<ChatRequest, 'api'>): ForwardProvider => {
    const dialect = dialectFor(request);
    const provider = made.get(dialect.api) ?? make(dialect);
    made.set(dialect.api, provider);
    return provider;
  };
  return {
    provenance: 'live',
    send: async (request, position, signal) => await find(request).send(request, position, signal),
    sendSide: async (request, signal) => await find(request).sendSide(request, signal),
  };
}

/**
 * The base URL of the provider that a command would ask in this API.
 *
 * @throws UsageError when it is none.
 */
export function toUpstreamUrl(
  { variables, defaultBaseUrl }: Dialect,
  { baseUrl, env }: Pick<UpstreamOptions, 'baseUrl' | 'env'>,
): string {
  const url = baseUrl ?? read(env, variables.baseUrl) ?? defaultBaseUrl;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return url;
  throw new UsageError(
    `Cannot pass requests on to ${JSON.stringify(url)}: expected a URL that begins with http:// or https://`,
    'BASE_URL_INVALID',
  );
}

function read(env: UpstreamOptions['env'], names: readonly string[]): string | null {
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
  }
  return null;
}

const nothingElse: Provider = {
  provenance: 'live',
  send: () => Promise.reject(new RigError('NO_MODEL', 'Cannot ask the model: no client sent this')),
};
