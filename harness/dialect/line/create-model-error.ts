import type { Deviation, ModelError } from '../../core/talk/model.ts';

/** The parts of a model error that a reader of the wire knows; the rest has defaults. */
export interface ModelErrorParts {
  readonly kind: ModelError['kind'];
  readonly code: string;
  readonly message: string;
  readonly status?: number | null;
  /** Default `true`: most of what breaks on the wire does not break twice. */
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | null;
  readonly deviations?: readonly Deviation[];
}

/** Builds a {@link ModelError}. */
export function createModelError(parts: ModelErrorParts): ModelError {
  return {
    kind: parts.kind,
    code: parts.code,
    status: parts.status ?? null,
    retryable: parts.retryable ?? true,
    retryAfterMs: parts.retryAfterMs ?? null,
    message: parts.message,
    deviations: parts.deviations ?? [],
  };
}
