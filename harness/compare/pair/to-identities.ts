import type { VariantIdentity } from '../find/find-differences.ts';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { Suite } from '../../core/suite/suite.ts';

/** The variants of a suite that has not run yet, as comparisons know them. `chosen` are the scenarios that will run; `null`: all. */
export function toIdentities(
  suite: Suite,
  chosen: readonly string[] | null = null,
): readonly VariantIdentity[] {
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
    scenarios: suite.scenarios
      .filter(({ id, variants }) => isFor(variants, variant.name) && isFor(chosen, id))
      .map(({ id }) => id),
  }));
}

function isFor(list: readonly string[] | null, name: string): boolean {
  return list === null || list.includes(name);
}
