import type { Variant } from '../../core/suite/suite.ts';

/** Hosts of agents that are services: the run itself asks them, whatever answers for the model. */
export function findServiceHosts(variants: readonly Variant[]): ReadonlySet<string> {
  return new Set(
    variants.flatMap(({ remote }) =>
      remote?.kind === 'service' ? [new URL(remote.url).host] : [],
    ),
  );
}
