import type { ModelSpec, Suite, Variant } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import { dialectFor } from '../../dialect/registry.ts';
import { selectVariants } from '../plan/plan-groups.ts';
import type { RunOptions } from '../run-options.ts';
import { checkConsent, isLoopback } from './check-consent.ts';
import type { ModelAccess } from './model-access.ts';

type LiveModel = Extract<ModelSpec, { kind: 'openai' }>;

/**
 * Checks, before anything is written or sent, that every model that will be asked can be asked, and that its host and
 * key have the user's consent.
 *
 * @throws UsageError that names what is missing and how to give it.
 */
export function checkAccess(options: RunOptions): void {
  for (const model of listLiveModels(options)) findKey(model, options.access);
}

/** Where requests go and which key goes with them, one sentence a model. */
export function describeAccess(options: RunOptions): readonly string[] {
  return listLiveModels(options).map((model) => {
    const hasKey = options.access.keyOf(model.apiKeyEnv) !== null;
    const key = hasKey ? `the key in ${model.apiKeyEnv}` : 'no key';
    return `Requests for model "${model.name}" go to ${toUrl(model, options.access).origin} with ${key}`;
  });
}

function listLiveModels({
  mode,
  suite,
  variants,
}: Pick<RunOptions, 'mode' | 'suite' | 'variants'>): readonly LiveModel[] {
  if (mode === 'replay') return [];
  const names = new Set(selectVariants(suite, variants).map((variant) => variant.model));
  return suite.models.filter(
    (model): model is LiveModel => model.kind === 'openai' && names.has(model.name),
  );
}

/**
 * The key of a model; `null` for one on this machine, which needs none.
 *
 * @throws UsageError when it needs one and none is set, or when the user has not agreed to its host or its key.
 */
export function findKey(model: LiveModel, access: ModelAccess): string | null {
  const url = toUrl(model, access);
  const apiKey = access.keyOf(model.apiKeyEnv);
  checkConsent({ model, url, hasKey: apiKey !== null }, access);
  if (apiKey !== null || isLoopback(url)) return apiKey;
  throw new UsageError(
    `Cannot reach model "${model.name}" at "${toBaseUrl(model, access)}": the environment variable ${model.apiKeyEnv} is not set. Set it, or replay recordings with \`toolrig run\``,
    'MODEL_KEY_MISSING',
  );
}

/** Where a model is. */
export function toBaseUrl(model: LiveModel, access: ModelAccess): string {
  return access.baseUrl ?? model.baseUrl ?? dialectFor(model).defaultBaseUrl;
}

/** The path of base URLs for the model of this name in requests, as its own provider has it: usually `/v1`. */
export function toBasePath(modelName: string, { suite, access }: RunOptions): string {
  const model = suite.models.find((one) => one.kind === 'openai' && one.model === modelName);
  if (model?.kind !== 'openai') return '/v1';
  return toUrl(model, access).pathname.replace(/\/+$/u, '');
}

function toUrl(model: LiveModel, access: ModelAccess): URL {
  const text = toBaseUrl(model, access);
  const found = URL.canParse(text) ? new URL(text) : null;
  const isHttp = found?.protocol === 'http:' || found?.protocol === 'https:';
  const problem = !isHttp
    ? 'expected a URL that begins with http:// or https://, such as "http://127.0.0.1:8080/v1"'
    : found.username !== '' || found.password !== ''
      ? 'a URL with a name and a password in it is not sent. Put the key into an environment variable'
      : null;
  if (found !== null && problem === null) return found;
  throw new UsageError(
    `Cannot reach model "${model.name}" at the base URL ${JSON.stringify(text)}: ${problem ?? ''}`,
    'BASE_URL_INVALID',
  );
}

/** Hosts that may be asked in a replay: those that the suite names, and agents that are services, which the run itself asks. */
export function findAllowedHosts(
  { allowNetwork = [] }: Pick<Suite, 'allowNetwork'>,
  variants: readonly Variant[],
): ReadonlySet<string> {
  const services = variants.flatMap(({ remote }) =>
    remote?.kind === 'service' ? [new URL(remote.url).host] : [],
  );
  return new Set([...allowNetwork, ...services]);
}
