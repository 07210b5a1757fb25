import type { ExpectedCall } from '../../core/suite/suite.ts';
import type { ArgumentFault } from './compare-arguments.ts';
import type { CallView } from '../view/trial-view.ts';

/** An expected call with the call that was taken for it. */
export interface MatchedCall {
  readonly expected: ExpectedCall;
  readonly call: CallView;
  readonly faults: readonly ArgumentFault[];
}
