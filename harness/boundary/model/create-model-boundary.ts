import type { Model } from '../../core/talk/model.ts';
import { RigError } from '../../core/rig-error.ts';
import type { ReplayTier } from '../../core/trial/transcript.ts';
import { ModelEngine, type ModelBoundaryOptions } from './model-engine.ts';
import { createTrialFetch, type TrialFetch } from './trial-fetch.ts';

/** The model boundary of one trial, for the reference loop (`ask`) and for any SDK (`fetch`). */
export interface ModelBoundary extends Model {
  /** Give it to a provider SDK: it takes requests to a model in any dialect and nothing else. */
  readonly fetch: TrialFetch;
  /** Why the trial cannot be scored, such as a cassette miss that an SDK swallowed; `null` when it can. */
  failure(): RigError | null;
  /** The loosest way in which a request was matched so far; `null` when nothing was replayed. */
  tier(): ReplayTier | null;
  /** Whether an answer was streamed. */
  streamed(): boolean;
}

/**
 * Creates the model boundary of one trial. `ask` is one attempt and throws only what makes the trial
 * invalid (a cassette miss, an exhausted script); whatever the line does comes back as data.
 */
export function createModelBoundary(options: ModelBoundaryOptions): ModelBoundary {
  const engine = new ModelEngine(options);
  let failure: RigError | null = null;
  const remember = (error: unknown): void => {
    if (!(error instanceof RigError) || failure !== null) return;
    failure = error;
    options.onFailure?.(error);
  };
  return {
    async ask(request, position, signal) {
      try {
        const attempt = await engine.obtain(request, position, signal);
        await engine.waitUntil(attempt, attempt.endMs, signal);
        return signal.aborted ? engine.cancel(attempt) : engine.settle(attempt);
      } catch (error) {
        remember(error);
        throw error;
      }
    },
    fetch: createTrialFetch(engine, remember),
    failure: () => failure,
    tier: () => engine.tier(),
    streamed: () => engine.streamed(),
  };
}
