import type { Clock } from '../../core/trial/clock.ts';
import type { Provider } from '../../core/talk/model.ts';
import type { ModelSpec } from '../../core/suite/suite.ts';
import { createForwardProvider } from '../../model/create-forward-provider.ts';
import { createOpenAiProvider } from '../../model/create-open-ai-provider.ts';
import { createResponderProvider } from '../../model/create-responder-provider.ts';
import { createScriptProvider } from '../../model/create-script-provider.ts';
import type { TrialJob } from '../plan/trial-job.ts';
import { findKey, toBaseUrl } from './check-access.ts';
import type { ModelAccess } from './model-access.ts';

/**
 * Makes what really answers for one trial.
 *
 * @throws UsageError when a model past this machine has no key.
 */
export function createProvider(
  model: ModelSpec,
  job: TrialJob,
  { access, clock }: { readonly access: ModelAccess; readonly clock: Clock },
): Provider {
  switch (model.kind) {
    case 'script':
      return createScriptProvider(job.scenario.script ?? model.replies, {
        underFaults: job.plan.faults.length > 0 && !job.plan.byHand,
      });
    case 'responder':
      return createResponderProvider(model.respond);
    case 'openai': {
      const baseUrl = toBaseUrl(model, access);
      const apiKey = findKey(model, access);
      const line = {
        baseUrl,
        clock,
        timeouts: { modelTimeoutMs: job.variant.settings.guards.modelTimeoutMs },
        times: model.nature === 'real' ? 'measured' : 'fixed',
      } as const;
      const bySdk = createOpenAiProvider({ ...line, apiKey: apiKey ?? 'none' });
      if (job.variant.agent === null) return bySdk;
      return createForwardProvider({ ...line, apiKey, otherwise: bySdk });
    }
  }
}
