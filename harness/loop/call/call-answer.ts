import type { JudgedCall } from '../../core/talk/call.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import type { ToolOutcome } from '../../core/trial/tool-outcome.ts';

/** What a call came to, as the loop sees it. */
export interface CallAnswer {
  readonly outcome: ToolOutcome;
  /** `refused`: held back by the loop; `cached`: from the journal; `read_back`: a lost answer, found again by this read tool. */
  readonly how: 'ran' | 'refused' | 'cached' | { readonly readBack: string };
}

/** A call held back, as its answer. */
export function toRefusal(error: ToolError): CallAnswer {
  return {
    outcome: { status: error.kind === 'denied' ? 'denied' : 'error', error },
    how: 'refused',
  };
}

/** The error of an outcome; `null` when it has none. */
export function errorOf(outcome: ToolOutcome): ToolError | null {
  return 'error' in outcome ? outcome.error : null;
}

/** What a judged call may be answered with before anything runs: its error, or `null` to let it run. */
export type Verdicts = ReadonlyMap<JudgedCall, ToolError>;
