import type { ModelSpec } from '../core/suite.ts';
import { UsageError } from '../core/usage-error.ts';
import { selectVariants } from '../runner/plan-groups.ts';
import type { ModelAccess } from './model-access.ts';
import type { RunOptions } from './run-options.ts';

const loopback = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/u;

/**
 * Checks, before anything is written, that every model that will be asked can be.
 *
 * @throws UsageError that names the environment variable which is not set.
 */
export function checkAccess(options: RunOptions): void {
  if (options.mode === 'replay') return;
  for (const variant of selectVariants(options.suite, options.variants)) {
    const model = options.suite.models.find((candidate) => candidate.name === variant.model);
    if (model?.kind === 'openai') findKey(model, options.access);
  }
}

/**
 * The key of a model; `null` for one on this machine, which needs none.
 *
 * @throws UsageError when it needs one and none is set.
 */
export function findKey(
  model: Extract<ModelSpec, { kind: 'openai' }>,
  access: ModelAccess,
): string | null {
  const apiKey = access.keyOf(model.apiKeyEnv);
  const baseUrl = toBaseUrl(model, access);
  if (apiKey !== null || loopback.test(baseUrl)) return apiKey;
  throw new UsageError(
    `Cannot reach model "${model.name}" at "${baseUrl}": the environment variable ${model.apiKeyEnv} is not set. Set it, or replay recordings with \`toolrig run\``,
    'MODEL_KEY_MISSING',
  );
}

/** Where a model is. */
export function toBaseUrl(
  model: Extract<ModelSpec, { kind: 'openai' }>,
  access: ModelAccess,
): string {
  return access.baseUrl ?? model.baseUrl ?? 'https://api.openai.com/v1';
}
