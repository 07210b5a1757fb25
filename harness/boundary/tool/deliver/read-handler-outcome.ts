import { isJsonObject } from '../../../json/json.ts';
import { HandlerOutcome, type ToolOutcome } from '../../../core/trial/tool-outcome.ts';

/**
 * The outcome that a handler made with `emptyResult`, `deniedResult` or `errorResult`; `null` for anything else.
 * Known by its class, or by its class name: a suite may have loaded a copy of the package of its own.
 */
export function readHandlerOutcome(value: unknown): ToolOutcome | null {
  if (value instanceof HandlerOutcome) return value.outcome;
  if (typeof value !== 'object' || value === null) return null;
  const { constructor, outcome } = value as {
    readonly constructor?: unknown;
    readonly outcome?: unknown;
  };
  if (typeof constructor !== 'function' || constructor.name !== 'HandlerOutcome') return null;
  // A class of this name with an outcome inside is another copy of the same module.
  return isJsonObject(outcome) ? (outcome as unknown as ToolOutcome) : null;
}
