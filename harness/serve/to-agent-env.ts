import type { AgentContext } from '../core/suite/agent.ts';
import { dialects } from '../dialect/registry.ts';
import type { HostedSeat } from './agent-host.ts';

/** The variables by which an agent finds its boundaries: those that SDKs read by themselves, and what the trial is about. */
export function toAgentEnv(
  seat: HostedSeat,
  context: Pick<AgentContext, 'modelName' | 'systemPrompt' | 'session' | 'history'>,
): Readonly<Record<string, string>> {
  const { token, origin, basePath } = seat;
  return {
    ...toSdkEnv({ token, origin, basePath }),
    TOOLRIG_TOKEN: token,
    TOOLRIG_MODEL_URL: `${seat.url}${basePath}`,
    TOOLRIG_MODEL: context.modelName,
    ...(context.systemPrompt === null ? {} : { TOOLRIG_SYSTEM_PROMPT: context.systemPrompt }),
    ...(Object.keys(context.session).length === 0
      ? {}
      : { TOOLRIG_SESSION: JSON.stringify(context.session) }),
    ...(context.history.length === 0 ? {} : { TOOLRIG_HISTORY: JSON.stringify(context.history) }),
    ...seat.env,
  };
}

/** The variables that the SDKs of each dialect read, and those that others read in their place. */
export function toSdkEnv({
  token,
  origin,
  basePath,
}: Pick<HostedSeat, 'token' | 'origin' | 'basePath'>): Readonly<Record<string, string>> {
  const base = `${origin}${basePath}`;
  const own = Object.values(dialects).flatMap(({ path, variables }) => [
    // An SDK whose paths begin with the version puts it there itself.
    ...variables.baseUrl.map((name) => [name, path.startsWith('/v1/') ? origin : base]),
    // The first is enough: an SDK that finds two keys sends both.
    ...variables.apiKey.slice(0, 1).map((name) => [name, token]),
  ]);
  return {
    ...(Object.fromEntries(own) as Readonly<Record<string, string>>),
    // What older clients of OpenAI read.
    OPENAI_API_BASE: base,
    // A proxy of the machine must not stand between an agent and the loopback.
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  };
}
