import type { Deviation, ModelError } from '../../core/talk/model.ts';
import { createModelError, type ModelErrorParts } from './create-model-error.ts';

/** What is wrong with a body, as far as a reader of it knows. */
export type BadBodyParts = Omit<ModelErrorParts, 'kind' | 'status' | 'deviations'>;

/** A body with a good status that is not a reply: cut off in the middle, or something else. */
export function toBadBody(
  status: number,
  deviations: readonly Deviation[],
  parts: BadBodyParts,
): { readonly ok: false; readonly error: ModelError } {
  const kind = parts.code === 'truncated_json' ? 'truncated_stream' : 'protocol';
  return { ok: false, error: createModelError({ kind, status, deviations, ...parts }) };
}
