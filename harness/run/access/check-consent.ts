import { toShellWord } from '../../core/shell-word.ts';
import type { ModelSpec } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { ModelAccess } from './model-access.ts';

/** Where a request would go, and what would go with it. */
export interface Destination {
  readonly model: Extract<ModelSpec, { kind: 'openai' }>;
  readonly url: URL;
  readonly hasKey: boolean;
}

/** Hosts of providers with the variables that their own documentation names for their keys. */
const providers: Readonly<Record<string, readonly string[]>> = {
  'api.openai.com': ['OPENAI_API_KEY'],
  'api.anthropic.com': ['ANTHROPIC_API_KEY'],
  'api.cerebras.ai': ['CEREBRAS_API_KEY'],
  'api.cohere.ai': ['COHERE_API_KEY', 'CO_API_KEY'],
  'api.deepinfra.com': ['DEEPINFRA_API_KEY', 'DEEPINFRA_TOKEN'],
  'api.deepseek.com': ['DEEPSEEK_API_KEY'],
  'api.fireworks.ai': ['FIREWORKS_API_KEY'],
  'api.groq.com': ['GROQ_API_KEY'],
  'api.mistral.ai': ['MISTRAL_API_KEY'],
  'api.moonshot.ai': ['MOONSHOT_API_KEY'],
  'api.perplexity.ai': ['PERPLEXITY_API_KEY'],
  'api.together.xyz': ['TOGETHER_API_KEY'],
  'api.x.ai': ['XAI_API_KEY'],
  'dashscope-intl.aliyuncs.com': ['DASHSCOPE_API_KEY'],
  'generativelanguage.googleapis.com': ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  'openrouter.ai': ['OPENROUTER_API_KEY'],
};

/** The variable that is read where a suite names none. */
const usualKey = 'OPENAI_API_KEY';

/**
 * A suite may come from anyone, so what it says of hosts and keys is a wish. A host of its choice is asked, and a
 * variable of its choice is read, only where both belong to one provider or the user has agreed: with a base URL,
 * `--allow-host` and `--allow-key`, or `allow` in the configuration.
 *
 * @throws UsageError that says what to agree to.
 */
export function checkConsent(destination: Destination, access: ModelAccess): void {
  const { model, url, hasKey } = destination;
  const own = providers[url.hostname] ?? [];
  const isAgreed =
    access.baseUrl !== null || isLoopback(url) || isListed(url, access.allowedHosts ?? []);
  if (!isAgreed && !isKnown(destination)) {
    throw refused(
      model.name,
      `the suite sends its requests to "${url.origin}", which is not the host of a known provider`,
      `--allow-host ${toShellWord(url.host)}`,
    );
  }
  const usable = [...own, ...(access.allowedKeys ?? []), ...(isAgreed ? [usualKey] : [])];
  if (!hasKey || usable.includes(model.apiKeyEnv)) return;
  const expected = own.length === 0 ? usualKey : own.join(' or ');
  throw refused(
    model.name,
    `the suite sends the value of ${model.apiKeyEnv} to "${url.origin}", whose own key is in ${expected}`,
    `--allow-key ${toShellWord(model.apiKeyEnv)}`,
  );
}

/** The usual host, or that of a known provider with nothing sent in the clear. */
function isKnown({ model, url }: Destination): boolean {
  const isProvider = providers[url.hostname] !== undefined && url.protocol === 'https:';
  return model.baseUrl === null || isProvider;
}

/** Requests to this machine need no key. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || isLoopbackIp4(url.hostname);
}

/** The whole block is this machine (RFC 1122, section 3.2.1.3). */
function isLoopbackIp4(host: string): boolean {
  return /^127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/u.test(host);
}

/** `host` means any port of it, `host:port` that one. */
function isListed(url: URL, hosts: readonly string[]): boolean {
  return hosts.includes(url.host) || hosts.includes(url.hostname);
}

function refused(model: string, text: string, flag: string): UsageError {
  return new UsageError(
    `Cannot ask model "${model}" without your consent: ${text}. Agree with ${flag}, or with "allow" in toolrig.config.ts`,
    'CONSENT_MISSING',
  );
}
