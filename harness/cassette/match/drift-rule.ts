import { RigError } from '../../core/rig-error.ts';

const heads = new Set(['model', 'system', 'tools', 'tool', 'params', 'harness_text']);

/** Says whether a part of a request may differ from its recording. */
export type DriftRule = (part: string) => boolean;

/**
 * Creates a rule from declared parts. `tool.search` covers all of one tool, `tool.description` that
 * field of every tool, `params` every parameter, `tools` the order and presence of tools.
 *
 * @throws RigError `DRIFT_UNKNOWN` for a part that cannot be declared: messages never may differ.
 */
export function createDriftRule(declared: readonly string[]): DriftRule {
  for (const part of declared) {
    if (!heads.has(part.split('.', 1)[0] ?? '')) {
      throw new RigError(
        'DRIFT_UNKNOWN',
        `Cannot allow drift of "${part}": allowed are ${[...heads].join(', ')} and parts below them`,
      );
    }
  }
  return (part) => declared.some((allowed) => covers(allowed, part));
}

function covers(allowed: string, part: string): boolean {
  if (part === allowed) return true;
  if (part.startsWith(`${allowed}.`) || part.startsWith(`${allowed}[`)) return true;
  const field = /^tool\.([a-z_]+)$/.exec(allowed)?.[1];
  return field !== undefined && new RegExp(`^tool\\..+\\.${field}([.[]|$)`).test(part);
}
