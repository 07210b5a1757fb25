import type { ExpectedCall } from '../core/suite.ts';
import type { ArgumentFault } from './compare-arguments.ts';
import type { CallView } from './trial-view.ts';

/** An expected call with the call that was taken for it. */
export interface MatchedCall {
  readonly expected: ExpectedCall;
  readonly call: CallView;
  readonly faults: readonly ArgumentFault[];
}
