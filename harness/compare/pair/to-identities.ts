import type { VariantIdentity } from '../find/find-differences.ts';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { Suite } from '../../core/suite/suite.ts';

/** The variants of a suite that has not run yet, as comparisons know them. */
export function toIdentities(suite: Suite): readonly VariantIdentity[] {
  return suite.variants.map((variant) => ({
    name: variant.name,
    model: variant.model,
    toolset: variant.toolset,
    loop: variant.loop,
    settings: toCanonicalJson({
      settings: variant.settings,
      agent: variant.agent === null ? 'loop' : 'own',
    }),
    prompt: toCanonicalJson(variant.systemPrompt),
    params: toCanonicalJson(variant.params),
  }));
}
