import type { ToolError } from '../../core/trial/tool-error.ts';
import type { ToolResultStatus } from '../../core/trial/tool-outcome.ts';
import type { CallFate, EventOf, RunView } from '../view/trial-view.ts';

/** What is known about how a call ran. */
export interface CallHistory {
  readonly refused: ToolError | null;
  /** Number of deliveries to its own tool. */
  readonly deliveries: readonly EventOf<'delivery'>[];
  readonly runs: readonly RunView[];
  /** A fault struck one of its deliveries. */
  readonly struck: boolean;
  /** The transcript does not say whether calls ran, and nothing shows that this one did not. */
  readonly presumed: boolean;
}

const fates: Readonly<Record<ToolResultStatus, CallFate>> = {
  success: 'succeeded',
  empty: 'succeeded',
  error: 'failed',
  timeout: 'failed',
  denied: 'denied',
};

/**
 * Finds the outcome of a call. A call ran when it was delivered to its tool and was no preview. A tool that denies it
 * has not done it; a denial that a fault made up says nothing against the call, so that counts as a failure.
 */
export function findFate(history: CallHistory): CallFate {
  const { refused, deliveries, runs, struck } = history;
  const last = runs.findLast((run) => !run.preview);
  if (deliveries.some((delivery) => !delivery.preview)) return findEnd(last, struck);
  if (refused?.kind === 'denied' || last?.status === 'denied') return 'denied';
  if (deliveries.length > 0) return 'previewed';
  if (last?.cached === true) return 'cached';
  return history.presumed ? 'ran' : 'never_ran';
}

function findEnd(last: RunView | undefined, struck: boolean): CallFate {
  if (last === undefined) return 'ran';
  const fate = fates[last.status];
  return fate === 'denied' && struck ? 'failed' : fate;
}

/** Whether a tool ran the call, with any outcome. */
export function hasRun({ fate }: { readonly fate: CallFate }): boolean {
  return fate === 'ran' || fate === 'succeeded' || fate === 'failed';
}
