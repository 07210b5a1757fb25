import type { AgentContext } from '../core/suite/agent.ts';
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

/** The variables of the SDKs of OpenAI and Anthropic, and of those who read the same. */
export function toSdkEnv({
  token,
  origin,
  basePath,
}: Pick<HostedSeat, 'token' | 'origin' | 'basePath'>): Readonly<Record<string, string>> {
  const base = `${origin}${basePath}`;
  return {
    OPENAI_BASE_URL: base,
    // What older clients read.
    OPENAI_API_BASE: base,
    OPENAI_API_KEY: token,
    // Its SDK puts `/v1/messages` behind it.
    ANTHROPIC_BASE_URL: origin,
    ANTHROPIC_API_KEY: token,
    // A proxy of the machine must not stand between an agent and the loopback.
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  };
}
