import type { Clock } from '../core/clock.ts';
import type { Provider } from '../core/model.ts';
import { RigError } from '../core/rig-error.ts';
import type { ModelSpec } from '../core/suite.ts';
import { createOpenAiProvider } from '../model/create-open-ai-provider.ts';
import { createResponderProvider } from '../model/create-responder-provider.ts';
import { createScriptProvider } from '../model/create-script-provider.ts';
import type { TrialJob } from '../runner/trial-job.ts';
import type { ModelAccess } from './model-access.ts';

const loopback = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/u;

/**
 * Makes what really answers for one trial.
 *
 * @throws RigError `MODEL_KEY_MISSING` when a model past this machine has no key.
 */
export function createProvider(
  model: ModelSpec,
  job: TrialJob,
  { access, clock }: { readonly access: ModelAccess; readonly clock: Clock },
): Provider {
  switch (model.kind) {
    case 'script':
      return createScriptProvider(job.scenario.script ?? model.replies);
    case 'responder':
      return createResponderProvider(model.respond);
    case 'openai': {
      const baseUrl = access.baseUrl ?? model.baseUrl ?? 'https://api.openai.com/v1';
      const apiKey = access.keyOf(model.apiKeyEnv);
      if (apiKey === null && !loopback.test(baseUrl)) {
        throw new RigError(
          'MODEL_KEY_MISSING',
          `Cannot reach model "${model.name}" at "${baseUrl}": the environment variable ${model.apiKeyEnv} is not set. Set it, or replay recordings without --mode live`,
        );
      }
      return createOpenAiProvider({
        baseUrl,
        apiKey: apiKey ?? 'none',
        clock,
        timeouts: { modelTimeoutMs: job.variant.settings.guards.modelTimeoutMs },
        times: model.nature === 'real' ? 'measured' : 'fixed',
      });
    }
  }
}
